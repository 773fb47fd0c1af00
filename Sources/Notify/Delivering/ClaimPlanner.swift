import Basics
import Recurrence
import Storage

/// Decides how many deliveries of which hooks a turn claims: by free slots, prefetch, rate limits and circuits.
///
/// A healthy hook is prefetched: up to three times its slots are claimed beside what is being sent, so that its senders go
/// on while the store records. Hooks with the least in flight are served first; one with nothing in flight may always
/// claim one batch, whatever the others hold, so that no number of receivers that hang can keep it from its own.
struct ClaimPlanner {
    let machine: DeliveryMachine
    /// Hooks whose waiting deliveries were withdrawn just now: they claim again once those are released, so that these
    /// keep their turn.
    let withdrawn: Set<HookID>
    let now: UTCInstant
    let steady: SteadyInstant

    /// A hook that has something due and may send it.
    private struct Candidate {
        var hook: Hook
        var slots: Int
        /// How many batches of it are in flight.
        var claimed: Int
        /// How many more may be claimed.
        var room: Int
        var batchSize: Int
        /// How many deliveries its rate limit lets through; nil for no limit.
        var tokens: Int?
    }

    func plan(_ snapshot: DeliverySnapshot) -> ClaimPlan {
        var plan = ClaimPlan()
        // One whose result is not recorded is claimed still: were the process to end now, it would be blamed with the next.
        if !machine.hasSuspect, !machine.results.contains(where: \.batch.isSuspect) { addSuspect(snapshot, to: &plan) }
        let suspect = plan.requests.first?.hook.id
        var candidates: [Candidate] = []
        for hook in snapshot.hooks where !withdrawn.contains(hook.id) {
            guard let due = snapshot.nextAttempts[hook.id] else { continue }
            let health = snapshot.health[hook.id] ?? HookHealth()
            let spent = hook.id == suspect ? 1 : 0
            if let candidate = candidate(hook, due: due, health, spent: spent, &plan) { candidates.append(candidate) }
        }
        plan.requests += requests(for: candidates)
        return plan
    }

    /// Adds the suspect that has been due for longest, or notes when the first one will be due.
    ///
    /// It needs no slot: a suspect must be under way, not wait, when it is held to be.
    private func addSuspect(_ snapshot: DeliverySnapshot, to plan: inout ClaimPlan) {
        guard !snapshot.nextSuspects.isEmpty else { return }
        let starts = snapshot.hooks.compactMap { hook -> (hook: Hook, instant: UTCInstant)? in
            guard let due = snapshot.nextSuspects[hook.id], machine.limits[hook.kind] != nil else { return nil }
            let wait = bucket(of: hook)?.wait(at: steady) ?? .zero
            return (
                hook, max(due, snapshot.health[hook.id]?.resumesAt ?? due, wait > .zero ? now.advanced(by: wait) : due)
            )
        }
        guard let first = starts.min(by: { $0.instant < $1.instant }) else { return }
        if first.instant <= now {
            plan.requests.append(ClaimRequest(hook: first.hook, limit: 1, slots: 1, isSuspect: true))
        } else {
            plan.wakeAt = first.instant
        }
    }

    /// Decides whether a hook may claim now; where it may not, the plan notes when it may.
    ///
    /// - Parameters:
    ///   - hook: The hook.
    ///   - due: When its next delivery is due.
    ///   - health: The health of its receiver.
    ///   - spent: How many of its tokens the plan has spent already.
    ///   - plan: Where it is noted when the hook may claim.
    /// - Returns: The candidate; nil where it may not.
    private func candidate(
        _ hook: Hook,
        due: UTCInstant,
        _ health: HookHealth,
        spent: Int,
        _ plan: inout ClaimPlan
    ) -> Candidate? {
        guard let limits = machine.limits[hook.kind] else { return nil }
        let slots = slots(for: hook, limits, health)
        // What has arrived since the turn began is not in the health that it read: it counts as in flight.
        let unrecorded = machine.results.count { $0.batch.hook.id == hook.id && !$0.batch.isSuspect }
        let claimed = (machine.lanes[hook.id]?.claimed ?? 0) + unrecorded
        let most = slots + prefetch(of: hook, slots, health)
        let room = max(claimed == 0 ? 1 : 0, min(most - claimed, machine.flightLimit - machine.batchCount))
        guard room > 0 else { return nil }
        let start = max(due, health.resumesAt ?? due)
        guard start <= now else {
            plan.wakeAt = min(start, plan.wakeAt ?? start)
            return nil
        }
        let bucket = bucket(of: hook)
        let tokenWait = bucket?.wait(at: steady) ?? .zero
        guard tokenWait <= .zero else {
            plan.tokenWait = min(tokenWait, plan.tokenWait ?? tokenWait)
            return nil
        }
        let isProbe = health.circuit(at: now) == .halfOpen
        let tokens = bucket.map { $0.available(at: steady) - spent }
        return Candidate(
            hook: hook, slots: slots, claimed: claimed, room: room, batchSize: isProbe ? 1 : limits.batchSize,
            tokens: tokens)
    }

    /// Shares out what may be claimed over all hooks, those with the least in flight first.
    private func requests(for candidates: [Candidate]) -> [ClaimRequest] {
        var left = machine.flightLimit - machine.batchCount
        let inOrder = candidates.enumerated().sorted {
            ($0.element.claimed, $0.offset) < ($1.element.claimed, $1.offset)
        }
        return inOrder.compactMap { _, candidate in
            let count = max(candidate.claimed == 0 ? 1 : 0, min(left, candidate.room))
            let deliveries = min(count * candidate.batchSize, candidate.tokens ?? .max)
            guard deliveries > 0 else { return nil }
            left -= count
            return ClaimRequest(hook: candidate.hook, limit: deliveries, slots: candidate.slots)
        }
    }

    private func bucket(of hook: Hook) -> TokenBucket? {
        (machine.lanes[hook.id] ?? HookLane()).currentBucket(for: hook.traffic.rateLimit, at: steady)
    }

    /// How many batches of a hook may be sent at once: one as a probe, once what was sent before the circuit opened is
    /// finished, and few while its receiver fails.
    private func slots(for hook: Hook, _ limits: SinkLimits, _ health: HookHealth) -> Int {
        if health.circuit(at: now) != .closed { return 1 }
        // A sink that sends one after the other does so for a reason.
        let slots = limits.concurrency == 1 ? 1 : hook.traffic.concurrency ?? limits.concurrency
        return health.consecutiveFailures == 0 ? slots : max(1, slots / 4)
    }

    /// How many batches of a hook may be claimed beside those that are sent: none where each is to be decided by itself,
    /// since its receiver fails, its rate is limited, or one must follow the other.
    private func prefetch(of hook: Hook, _ slots: Int, _ health: HookHealth) -> Int {
        health.consecutiveFailures == 0 && hook.traffic.rateLimit == nil && slots > 1 ? 3 * slots : 0
    }
}

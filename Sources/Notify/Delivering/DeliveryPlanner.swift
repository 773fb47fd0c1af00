import Basics
import Recurrence
import Storage

/// Decides which hooks are sent how many deliveries next, by all that bounds them.
struct DeliveryPlanner: Sendable {
    var paces: [Hook.Kind: SinkLimits]
    var inFlight: InFlightTracker
    var buckets: [HookID: TokenBucket]
    /// The hooks of which something is claimed and waits to be sent, as they were then.
    var waiting: [Hook] = []
    var now: UTCInstant
    /// The reading of the steady clock, by which rates are counted.
    var steady: SteadyInstant

    /// What is to be claimed, and when to look again.
    struct Plan: Hashable, Sendable {
        var claimRequests: [InFlightTracker.ClaimRequest] = []
        /// The hook whose suspect is to be sent; nil for none.
        var suspect: HookID?
        /// When something is due that is not yet; nil when there is nothing.
        var wakeAt: UTCInstant?
        /// After how long the next token is there of a hook that waits for one; nil when none does.
        var tokenWait: Swift.Duration?
        /// Hooks of which something waits that was claimed for what they are no more.
        var stale: [HookID] = []

        var isEmpty: Bool { claimRequests.isEmpty && suspect == nil }
    }

    /// Plans by what a store holds.
    func plan(in reader: any StoreReader) throws -> Plan {
        let (hooks, health) = (try reader.hooks(), try reader.hookHealth())
        var plan = plan(hooks: hooks, next: try reader.nextAttempts(), health: health)
        if !inFlight.hasSuspect { addSuspect(of: try reader.nextSuspects(), hooks, health, to: &plan) }
        return plan
    }

    /// Adds the suspect that has been due for longest, or when the first is due.
    ///
    /// It gets a place of its own, beside those of its hook: it must be under way, not wait, when it is held to be.
    private func addSuspect(
        of next: [HookID: UTCInstant],
        _ hooks: [Hook],
        _ health: [HookID: HookHealth],
        to plan: inout Plan
    ) {
        let starts = hooks.compactMap { hook -> (hook: HookID, instant: UTCInstant)? in
            guard let due = next[hook.id], paces[hook.kind] != nil else { return nil }
            return (hook.id, start(of: hook, due: due, health[hook.id] ?? HookHealth()))
        }
        guard let first = starts.min(by: { $0.instant < $1.instant }) else { return }
        if first.instant <= now {
            plan.suspect = first.hook
        } else {
            plan.wakeAt = min(first.instant, plan.wakeAt ?? first.instant)
        }
    }

    /// When something of a hook may be sent that is due at an instant.
    private func start(of hook: Hook, due: UTCInstant, _ health: HookHealth) -> UTCInstant {
        max(
            due, health.resumesAt ?? due, bucket(for: hook).map { now.advanced(by: $0.wait(at: steady)) } ?? due)
    }

    /// Plans for hooks, each with its next attempt and its health.
    func plan(hooks: [Hook], next: [HookID: UTCInstant], health: [HookID: HookHealth]) -> Plan {
        var candidates: [InFlightTracker.Candidate] = []
        var plan = Plan()
        plan.stale = waiting.filter { !hooks.contains($0) }.map(\.id)
        for hook in hooks {
            guard let pace = paces[hook.kind], let next = next[hook.id] else { continue }
            let health = health[hook.id] ?? HookHealth()
            let places = places(for: hook, pace, health)
            let room = inFlight.room(for: hook.id, most: places + ahead(of: hook, places, health))
            guard room > 0 else { continue }
            let bucket = bucket(for: hook)
            let start = max(next, health.resumesAt ?? next)
            let tokenWait = bucket?.wait(at: steady) ?? .zero
            if start > now {
                plan.wakeAt = min(start, plan.wakeAt ?? start)
            } else if tokenWait > .zero {
                plan.tokenWait = min(tokenWait, plan.tokenWait ?? tokenWait)
            } else {
                let isProbe = health.circuit(at: now) == .halfOpen
                candidates.append(
                    InFlightTracker.Candidate(
                        hook: hook.id,
                        places: places,
                        room: room,
                        batchSize: isProbe ? 1 : pace.batchSize,
                        tokens: bucket?.available(at: steady)
                    )
                )
            }
        }
        plan.claimRequests = inFlight.claimRequests(for: candidates)
        return plan
    }

    /// A hook's bucket as it is now; nil for one without a limit.
    func bucket(for hook: Hook) -> TokenBucket? {
        guard let limit = hook.traffic.rateLimit else { return nil }
        let full = TokenBucket(perSecond: limit.perSecond, burst: limit.burst, at: steady)
        guard let bucket = buckets[hook.id], bucket.hasLimits(of: full) else { return full }
        return bucket
    }

    /// How many batches of a hook may be sent at once: one as a probe, and few while its receiver fails.
    private func places(for hook: Hook, _ pace: SinkLimits, _ health: HookHealth) -> Int {
        if health.circuit(at: now) == .halfOpen { return 1 }
        // A sink that takes one after the other does so for a reason.
        let places = pace.concurrency == 1 ? 1 : hook.traffic.concurrency ?? pace.concurrency
        return health.consecutiveFailures == 0 ? places : max(1, places / 4)
    }

    /// How many batches of a hook may be claimed beside those that are sent: none where each is to be thought over,
    /// since its receiver fails, its rate is limited, or one must follow the other.
    private func ahead(of hook: Hook, _ places: Int, _ health: HookHealth) -> Int {
        health.consecutiveFailures == 0 && hook.traffic.rateLimit == nil && places > 1 ? 3 * places : 0
    }
}

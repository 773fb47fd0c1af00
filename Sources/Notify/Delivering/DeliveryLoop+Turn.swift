import Basics
import Recurrence
import Storage

/// What one turn of the delivery loop leads to.
enum TurnOutcome {
    /// Something was recorded or claimed; these batches are to be sent, and another turn follows.
    case send([DeliveryBatch])
    /// There is nothing to do until an instant, or until some time has passed, or until the loop is woken.
    case idle(until: UTCInstant?, atMost: Swift.Duration)
}

extension DeliveryLoop {
    /// How long the loop waits at most, so that it notices when the wall clock was set back.
    private static var maxWait: Swift.Duration { .seconds(5) }

    /// Records the results that have arrived and claims what is due, in one transaction.
    ///
    /// With nothing to record it plans by a snapshot, and needs a transaction only for what it claims.
    func turn(at dispatcher: DeliveryDispatcher, _ step: inout ClockStep) async throws -> TurnOutcome {
        await dispatcher.gather(atMost: configuration.gatheringTime, on: clock.steady)
        try await shortenWaits(after: &step)
        let results = dispatcher.beginTurn()
        let report: DeliveryTransaction.Report
        do {
            let transaction = transaction(at: dispatcher)
            if results.isEmpty {
                let plan = try await store.readFirst { try transaction.plan(in: $0) }
                guard !plan.requests.isEmpty else {
                    _ = dispatcher.endTurn(at: transaction.steady)
                    // What has arrived meanwhile is recorded before the loop waits.
                    if dispatcher.hasResults { return .send([]) }
                    return .idle(until: plan.wakeAt, atMost: min(plan.tokenWait ?? Self.maxWait, Self.maxWait))
                }
                let granted = try await store.writeFirst { try transaction.claim(plan, in: $0) }
                report = DeliveryTransaction.Report(granted: granted)
            } else {
                report = try await store.writeFirst { try transaction.recordAndClaim(results, in: $0) }
            }
        } catch {
            dispatcher.abandonTurn()
            throw error
        }
        note(results, disabled: report.disabled)
        return .send(dispatcher.endTurn(granted: report.granted, at: clock.steady.now))
    }

    /// Lets what is being sent finish within bounds, cancels the rest, and leaves no claim behind.
    func drain(at dispatcher: DeliveryDispatcher, group: DiscardingTaskGroup) async {
        let deadline = clock.steady.now.advanced(by: configuration.drainTime)
        await record(at: dispatcher)
        while dispatcher.isSending, clock.steady.now < deadline {
            await dispatcher.wakeSignal.wait(until: deadline, on: clock.steady)
            await record(at: dispatcher)
        }
        group.cancelAll()
        while dispatcher.isSending { await dispatcher.wakeSignal.wait() }
        await record(at: dispatcher)
        if dispatcher.hasResults { log.noteUnrecorded() }
    }

    /// Records the results that have arrived; what cannot be recorded is kept.
    private func record(at dispatcher: DeliveryDispatcher) async {
        guard dispatcher.hasResults else { return }
        let results = dispatcher.beginTurn()
        do {
            let transaction = transaction(at: dispatcher)
            let disabled = try await store.writeFirst { try transaction.record(results, in: $0) }
            note(results, disabled: disabled)
            _ = dispatcher.endTurn(at: transaction.steady)
        } catch {
            dispatcher.abandonTurn()
            log.note(error)
        }
    }

    /// Shortens the stored waits once the wall clock was set back: none may be longer than it was meant to be.
    private func shortenWaits(after step: inout ClockStep) async throws {
        var next = step
        if next.isBack(clock) {
            try await store.write { [now = clock.now] in try DeliveryTransaction.shortenWaits(at: now, in: $0) }
        }
        step = next
    }

    private func transaction(at dispatcher: DeliveryDispatcher) -> DeliveryTransaction {
        let now = clock.now
        let leaseEnd = now.advanced(by: configuration.lease)
        return DeliveryTransaction(
            dispatcher: dispatcher, owner: store.claimOwner, now: now, steady: clock.steady.now, leaseEnd: leaseEnd)
    }

    private func note(_ results: [BatchResult], disabled: [HookID]) {
        log.note(results, disabled: disabled)
        metrics.count(results)
    }
}

/// Notices when the wall clock is set back, by the steady one.
struct ClockStep {
    /// The least step that counts, in milliseconds.
    private static let minStep: Int64 = 1_000
    /// By how many milliseconds the wall clock was ahead of the steady one at most since it was last set back.
    private var lead: Int64?

    /// Whether the wall clock was set back since this was last asked.
    mutating func isBack(_ clock: some UTCClock) -> Bool {
        let lead = clock.now.millisecondsSinceEpoch - clock.steady.now.nanoseconds / 1_000_000
        guard let before = self.lead, lead < before - Self.minStep else {
            self.lead = max(lead, self.lead ?? lead)
            return false
        }
        self.lead = lead
        return true
    }
}

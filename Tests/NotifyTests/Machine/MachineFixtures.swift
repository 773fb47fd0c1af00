import Basics
import Recurrence
import Storage
import TestSupport

@testable import Notify

extension ClaimedDelivery {
    static func numbered(_ number: Int, of hook: HookID) -> ClaimedDelivery {
        ClaimedDelivery(id: DeliveryID(number: Int64(number)), hook: hook, event: .numbered(number), attemptsMade: 0)
    }
}

extension DeliveryBatch {
    /// The numbers of its deliveries.
    var numbers: [Int] { claims.map { Int($0.id.number) } }

    /// The result of a batch of which every delivery came to the same.
    func result(_ verdict: DeliveryResult.Verdict = .delivered) -> BatchResult {
        let attempt = DeliveryAttempt(1, DeliveryOutcome(.delivered), from: .noon, lasting: .zero)
        return BatchResult(
            batch: self,
            results: claims.map { DeliveryResult(delivery: $0.id, attempt: attempt, verdict: verdict) })
    }
}

extension DeliverySnapshot {
    /// What a turn reads of hooks that are healthy and have something due since noon, but for what is given.
    static func due(
        _ hooks: [Hook],
        at instant: UTCInstant = .noon,
        health: [HookID: HookHealth] = [:],
        suspects: [HookID: UTCInstant] = [:]
    ) -> DeliverySnapshot {
        let next = Dictionary(uniqueKeysWithValues: hooks.map { ($0.id, instant) })
        return DeliverySnapshot(hooks: hooks, health: health, nextAttempts: next, nextSuspects: suspects)
    }
}

extension DeliveryMachine {
    static func fixture(concurrency: Int = 2, batchSize: Int = 1, flightLimit: Int = 100) -> DeliveryMachine {
        let limits = SinkLimits(concurrency: concurrency, batchSize: batchSize)
        return DeliveryMachine(limits: [.webhook: limits], flightLimit: flightLimit)
    }

    /// Plans by a snapshot, in a turn that claims nothing.
    mutating func planned(_ snapshot: DeliverySnapshot, at steady: SteadyInstant = .noon) -> ClaimPlan {
        _ = beginTurn()
        defer { _ = endTurn(granted: [], at: steady) }
        return plan(snapshot, now: .noon, steady: steady).0
    }

    /// Claims deliveries of a hook in a turn of their own, and returns what is sent of them at once.
    mutating func claim(
        _ numbers: ClosedRange<Int>,
        of hook: Int = 1,
        slots: Int = 2,
        isSuspect: Bool = false
    ) -> [DeliveryBatch] {
        let hooks = (1...9).map { Hook.webhook($0) }
        _ = beginTurn()
        _ = plan(.due(hooks), now: .noon, steady: .noon)
        let request = ClaimRequest(
            hook: hooks[hook - 1], limit: numbers.count, slots: slots, isSuspect: isSuspect)
        let claims = numbers.map { ClaimedDelivery.numbered($0, of: .numbered(hook)) }
        return endTurn(granted: [GrantedClaims(request: request, claims: claims)], at: .noon)
    }

    /// Records what has arrived, and returns the numbers of what was released unsent.
    mutating func released() -> [Int64] {
        defer { _ = endTurn(granted: [], at: .noon) }
        return beginTurn().flatMap(\.unsent).map(\.number)
    }
}

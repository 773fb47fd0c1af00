import Recurrence
import Storage
import TestSupport

@testable import Notify

/// What a store knows of deliveries, in memory, with just the rules that the machine relies on.
struct ModelStore {
    struct Row {
        var hook: HookID
        var nextAt: UTCInstant
        var isClaimed = false
        var isSuspect = false
    }

    static let lease = Swift.Duration.seconds(60)

    var hooks: [HookID: Hook] = [:]
    var health: [HookID: HookHealth] = [:]
    var rows: [Int: Row] = [:]

    var hooksInOrder: [Hook] { hooks.values.sorted { $0.id.uuid.low < $1.id.uuid.low } }

    func snapshot() -> DeliverySnapshot {
        var snapshot = DeliverySnapshot(hooks: hooksInOrder, health: health, nextAttempts: [:], nextSuspects: [:])
        for row in rows.values where hooks[row.hook]?.isEnabled == true {
            if row.isSuspect {
                snapshot.nextSuspects[row.hook] = min(row.nextAt, snapshot.nextSuspects[row.hook] ?? row.nextAt)
            } else {
                snapshot.nextAttempts[row.hook] = min(row.nextAt, snapshot.nextAttempts[row.hook] ?? row.nextAt)
            }
        }
        return snapshot
    }

    /// Claims what is due; a claim whose lease has run out is given out once more.
    mutating func claim(_ request: ClaimRequest, at now: UTCInstant) -> GrantedClaims? {
        guard hooks[request.hook.id] == request.hook, request.hook.isEnabled else { return nil }
        let due = rows.filter { _, row in
            row.hook == request.hook.id && row.nextAt <= now && row.isSuspect == request.isSuspect
        }
        let numbers = due.sorted { ($0.value.nextAt, $0.key) < ($1.value.nextAt, $1.key) }.prefix(request.limit).map(
            \.key)
        guard !numbers.isEmpty else { return nil }
        for number in numbers {
            rows[number]?.isClaimed = true
            rows[number]?.nextAt = now.advanced(by: Self.lease)
        }
        return GrantedClaims(request: request, claims: numbers.map { .numbered($0, of: request.hook.id) })
    }

    mutating func record(_ results: [BatchResult], at now: UTCInstant) {
        for verdict in HealthReview(now: now).verdicts(on: results, known: health) where hooks[verdict.hook.id] != nil {
            health[verdict.hook.id] = verdict.health
        }
        for result in results.flatMap(\.results) {
            let number = Int(result.delivery.number)
            if case .retry(let instant) = result.verdict {
                rows[number]?.nextAt = instant
                rows[number]?.isClaimed = false
                rows[number]?.isSuspect = false
            } else {
                rows[number] = nil
            }
        }
        for delivery in results.flatMap(\.unsent) {
            rows[Int(delivery.number)]?.isClaimed = false
            rows[Int(delivery.number)]?.nextAt = now
        }
    }
}

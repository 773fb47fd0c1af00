import Recurrence
import Storage

/// Decides what a turn's results mean for the receivers that they came from: their health, and whether to give one up.
struct HealthReview {
    /// What becomes of one hook.
    struct Verdict: Hashable {
        /// The hook as it was sent to.
        var hook: Hook
        var health: HookHealth
        /// Why the hook is to be disabled; nil when it is not.
        var disabledReason: String?
    }

    var rules = CircuitBreaker.standard
    var now: UTCInstant

    /// The verdicts on the hooks of which anything was tried.
    ///
    /// - Parameters:
    ///   - batchResults: The results, in the order in which they arrived.
    ///   - known: The health of each hook before.
    /// - Returns: One for each hook, in no order.
    func verdicts(on batchResults: [BatchResult], known: [HookID: HookHealth]) -> [Verdict] {
        let tried = batchResults.filter { !$0.results.isEmpty }
        return Dictionary(grouping: tried, by: \.batch.hook.id).compactMap { hook, batchResults in
            guard let sent = batchResults.last?.batch.hook else { return nil }
            let health = batchResults.reduce(known[hook] ?? HookHealth()) { noting($1, in: $0) }
            return Verdict(hook: sent, health: health, disabledReason: disabledReason(batchResults, health))
        }
    }

    private func noting(_ batchResult: BatchResult, in health: HookHealth) -> HookHealth {
        var health = health
        for result in batchResult.results {
            guard let attempt = result.attempt else { continue }
            health =
                switch result.verdict {
                case .delivered: rules.afterSuccess(health, at: now)
                default:
                    rules.afterFailure(
                        health,
                        of: result.delivery,
                        isDecisive: attempt.outcome == DeliveryOutcome.Kind.output.rawValue,
                        at: now
                    )
                }
        }
        if let instant = batchResult.resumesAt { health.resumesAt = max(instant, health.resumesAt ?? instant) }
        return health
    }

    private func disabledReason(_ batchResults: [BatchResult], _ health: HookHealth) -> String? {
        if batchResults.contains(where: \.isGone) { return "the receiver responded with 410 Gone" }
        // Whoever reads standard output may come back at any time, and has nowhere else to look.
        guard batchResults.last?.batch.hook.kind != .stdout, rules.shouldDisable(health, at: now) else { return nil }
        let last = batchResults.flatMap(\.results).compactMap(\.attempt?.detail).last
        return "deliveries have failed for 5 days without a success" + (last.map { "; the last one: \($0)" } ?? "")
    }
}

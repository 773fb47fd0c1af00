import Basics
import Recurrence
import Storage

/// The rules by which attempts change a hook's health: when its circuit opens, and when it is given up.
///
/// The circuit opens when several different deliveries have failed without one that succeeded between them: one that
/// fails again and again says more about itself than about the receiver. Open, it lets nothing through; after a pause
/// that doubles each time, one delivery goes out as a probe, and what comes of that closes or opens it.
struct CircuitBreaker: Hashable, Sendable {
    static let standard = CircuitBreaker()

    /// How many different deliveries must fail for the circuit to open.
    var threshold = 5
    /// How long the circuit first stays open.
    var firstPause = Swift.Duration.seconds(30)
    /// How long it stays open at most.
    var maxPause = Swift.Duration.seconds(900)
    /// How long a hook may fail before it is disabled.
    var patience = Swift.Duration.seconds(5 * 86_400)
    /// After how long without any attempt a failure is the first of a new series.
    var silence = Swift.Duration.seconds(3 * 86_400)

    /// What a hook's health is after an attempt that succeeded.
    func afterSuccess(_ health: HookHealth, at now: UTCInstant) -> HookHealth {
        var health = health
        health.consecutiveFailures = 0
        health.failingSince = nil
        health.suspects = []
        if health.trips > 0 { health.resumesAt = nil }
        health.trips = 0
        health.lastSuccessAt = now
        return health
    }

    /// What a hook's health is after an attempt that failed.
    ///
    /// - Parameters:
    ///   - health: What it was.
    ///   - delivery: What was tried.
    ///   - isDecisive: Whether this one failure says that no delivery can get through.
    ///   - now: When it failed.
    /// - Returns: The health.
    func afterFailure(
        _ health: HookHealth,
        of delivery: DeliveryID,
        isDecisive: Bool,
        at now: UTCInstant
    ) -> HookHealth {
        let circuit = health.circuit(at: now)
        var health = health
        if let last = health.lastFailureAt, last.advanced(by: silence) < now { health.failingSince = nil }
        health.failingSince = health.failingSince ?? now
        health.lastFailureAt = now
        health.consecutiveFailures += 1
        if health.suspects.count < threshold, !health.suspects.contains(delivery) { health.suspects.append(delivery) }
        let isTooMuch = isDecisive || health.suspects.count >= threshold
        if circuit == .halfOpen || circuit == .closed && isTooMuch { trip(&health, at: now) }
        return health
    }

    private func trip(_ health: inout HookHealth, at now: UTCInstant) {
        health.trips += 1
        let pause = Backoff(first: firstPause, longest: maxPause).pause(after: health.trips)
        health.resumesAt = max(now.advanced(by: pause), health.resumesAt ?? now)
    }

    /// Whether a hook has been failing for longer than it is given.
    func shouldDisable(_ health: HookHealth, at now: UTCInstant) -> Bool {
        health.failingSince.map { $0.advanced(by: patience) <= now } ?? false
    }
}

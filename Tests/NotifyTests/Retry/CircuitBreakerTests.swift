import Recurrence
import Storage
import TestSupport
import Testing

@testable import Notify

@Suite struct CircuitBreakerTests {
    private let rules = CircuitBreaker.standard

    private func failed(_ health: HookHealth, _ deliveries: [Int64], at now: UTCInstant = .noon) -> HookHealth {
        deliveries.reduce(health) { health, number in
            rules.afterFailure(health, of: DeliveryID(number: number), isDecisive: false, at: now)
        }
    }

    @Test func `five different deliveries that fail open the circuit`() {
        let almost = failed(HookHealth(), [1, 2, 3, 4, 1, 2, 3, 4])
        #expect(almost.circuit(at: .noon) == .closed)
        #expect(almost.consecutiveFailures == 8)
        let open = failed(almost, [5])
        #expect(open.circuit(at: .noon(plus: 29)) == .open)
        #expect(open.circuit(at: .noon(plus: 30)) == .halfOpen)
    }

    @Test func `a success between them closes it and forgets them`() {
        let health = failed(rules.afterSuccess(failed(HookHealth(), [1, 2, 3, 4]), at: .noon), [5, 6])
        #expect(health.circuit(at: .noon) == .closed)
        #expect(health.consecutiveFailures == 2)
        #expect(health.lastSuccessAt == .noon)
        let closed = rules.afterSuccess(failed(HookHealth(), [1, 2, 3, 4, 5]), at: .noon(plus: 30))
        #expect(closed.circuit(at: .noon(plus: 30)) == .closed)
        #expect(closed.resumesAt == nil)
    }

    @Test func `each probe that fails doubles the pause, up to a quarter of an hour`() {
        var health = failed(HookHealth(), [1, 2, 3, 4, 5])
        var now = UTCInstant.noon
        var pauses: [Int64] = []
        for _ in 0..<8 {
            let resumesAt = health.resumesAt ?? now
            pauses.append(now.duration(to: resumesAt).components.seconds)
            now = resumesAt
            health = failed(health, [1], at: now)
        }
        #expect(pauses == [30, 60, 120, 240, 480, 900, 900, 900])
    }

    @Test func `what was on its way when the circuit opened does not open it again`() {
        let open = failed(HookHealth(), [1, 2, 3, 4, 5])
        #expect(failed(open, [6, 7, 8], at: .noon(plus: 10)).resumesAt == open.resumesAt)
    }

    @Test func `a pause that the receiver asked for outlasts a success`() {
        var health = HookHealth()
        health.resumesAt = .noon(plus: 60)
        #expect(rules.afterSuccess(health, at: .noon).resumesAt == .noon(plus: 60))
        #expect(health.circuit(at: .noon) == .closed)
    }

    @Test func `five days of failures are too many, and any success starts them over`() {
        let day = 86_400
        var health = failed(HookHealth(), [1])
        for hour in stride(from: 6, through: 119, by: 6) { health = failed(health, [1], at: .noon(plus: hour * 3_600)) }
        #expect(!rules.shouldDisable(health, at: .noon(plus: 5 * day - 1)))
        #expect(rules.shouldDisable(health, at: .noon(plus: 5 * day)))
        #expect(!rules.shouldDisable(rules.afterSuccess(health, at: .noon(plus: 5 * day)), at: .noon(plus: 9 * day)))
    }

    @Test func `failures with days of silence between them are not one series`() {
        let health = failed(failed(HookHealth(), [1]), [2], at: .noon(plus: 6 * 86_400))
        #expect(health.failingSince == .noon(plus: 6 * 86_400))
    }
}

import Basics
import Recurrence
import Storage

/// What has come back from a receiver so far.
///
/// The status counts from the moment it is there: a receiver that took an event and then stalls has taken it.
final class WebhookAnswer: Sendable {
    /// How much of an answer is read, in bytes, before the connection is closed.
    static let maxRead = 65_536

    private struct State {
        var address: IPAddress?
        var outcome: DeliveryOutcome?
        var beganAt: SteadyInstant?
        var phases = DeliveryAttempt.Phases()
        var bytesRead = 0
        var excerpt = ResponseExcerpt()
    }

    private let state = Locked(State())

    /// Notes which address is connected to.
    func connect(to address: IPAddress) {
        state.withLock { $0.address = address }
    }

    /// Which address was connected to; nil when there was none to connect to.
    var address: IPAddress? { state.withLock { $0.address } }

    /// Takes the head of the answer.
    func begin(statusCode: Int, retryAfter: Swift.Duration?, at now: SteadyInstant) {
        var outcome = DeliveryOutcome(statusCode: statusCode)
        outcome.retryAfter = retryAfter
        state.withLock { [outcome] state in
            state.outcome = outcome
            state.beganAt = now
        }
    }

    /// When the head of the answer came; nil when it has not.
    var beganAt: SteadyInstant? { state.withLock { $0.beganAt } }

    /// How long the parts of the attempt took so far.
    var phases: DeliveryAttempt.Phases { state.withLock { $0.phases } }

    /// Notes how long a part took.
    func note(_ phase: any WritableKeyPath<DeliveryAttempt.Phases, Int?> & Sendable, _ duration: Swift.Duration) {
        state.withLock { $0.phases[keyPath: phase] = Int(max(.zero, duration) / .milliseconds(1)) }
    }

    /// Takes a piece of the body.
    ///
    /// - Returns: Whether more is wanted.
    func append(_ bytes: [UInt8]) -> Bool {
        let isEnough = state.withLock { state in
            state.bytesRead += bytes.count
            state.excerpt.append(bytes)
            return state.bytesRead >= Self.maxRead
        }
        if isEnough { remark("only the first \(Self.maxRead) bytes of the response body were read") }
        return !isEnough
    }

    /// Notes what is wrong with an answer whose head has come.
    func remark(_ text: String) {
        state.withLock { $0.outcome?.remark(text) }
    }

    /// What the answer means; nil while there is none.
    var outcome: DeliveryOutcome? {
        state.withLock { state in
            guard var outcome = state.outcome else { return nil }
            outcome.responseExcerpt = state.excerpt.text
            return outcome
        }
    }
}

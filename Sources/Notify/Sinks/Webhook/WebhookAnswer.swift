import Recurrence
import Storage

/// What has come back from a receiver so far.
///
/// The status counts from the moment it is there: a receiver that took an event and then stalls has taken it.
final class WebhookAnswer: Sendable {
    /// How much of an answer is read, in bytes, before the connection is closed.
    static let longestRead = 65_536

    private struct State {
        var address: IPAddress?
        var outcome: DeliveryOutcome?
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
    func begin(statusCode: Int, retryAfter: Swift.Duration?) {
        var outcome = DeliveryOutcome(statusCode: statusCode)
        outcome.retryAfter = retryAfter
        state.withLock { [outcome] in $0.outcome = outcome }
    }

    /// Takes a piece of the body.
    ///
    /// - Returns: Whether more is wanted.
    func append(_ bytes: [UInt8]) -> Bool {
        state.withLock { state in
            state.bytesRead += bytes.count
            state.excerpt.append(bytes)
            return state.bytesRead < Self.longestRead
        }
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

import Recurrence
import Storage

/// What has come back from a receiver so far.
///
/// The status counts from the moment it is there: a receiver that took an event and then stalls has taken it.
final class WebhookAnswer: Sendable {
    /// How much of an answer is read, in bytes, before the connection is closed.
    static let longestRead = 65_536
    /// How much of an answer the attempt log keeps, in bytes of UTF-8.
    static let longestExcerpt = 4_096

    private struct State {
        var outcome: DeliveryOutcome?
        var bytesRead = 0
        var excerpt: [UInt8] = []
    }

    private let state = Locked(State())

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
            state.excerpt += bytes.prefix(Self.longestExcerpt - state.excerpt.count)
            return state.bytesRead < Self.longestRead
        }
    }

    /// What the answer means; nil while there is none.
    var outcome: DeliveryOutcome? {
        state.withLock { state in
            guard var outcome = state.outcome else { return nil }
            outcome.responseExcerpt = state.excerpt.isEmpty ? nil : Self.text(state.excerpt)
            return outcome
        }
    }

    /// Bytes as text that a log can hold: without control characters but for tabs and line feeds.
    private static func text(_ bytes: [UInt8]) -> String {
        var text = ""
        for scalar in String(decoding: bytes, as: UTF8.self).unicodeScalars {
            let isControl = scalar.value < 0x20 && scalar != "\t" && scalar != "\n" || scalar.value == 0x7F
            let shown = isControl ? "\u{FFFD}" : scalar
            guard text.utf8.count + String(shown).utf8.count <= longestExcerpt else { break }
            text.unicodeScalars.append(shown)
        }
        return text
    }
}

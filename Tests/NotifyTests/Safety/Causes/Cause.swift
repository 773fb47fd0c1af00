import Notify
import Storage
import Testing

/// Something that can go wrong with an attempt, and how to make it happen.
struct Cause: Sendable {
    var name: String
    var kind: DeliveryOutcome.Kind
    var attempt: @Sendable () async throws -> DeliveryOutcome

    init(
        _ name: String, _ kind: DeliveryOutcome.Kind, _ attempt: @escaping @Sendable () async throws -> DeliveryOutcome
    ) {
        (self.name, self.kind, self.attempt) = (name, kind, attempt)
    }

    static let all = urls + addresses + hooks + connections + answers + tls + timeouts + system
}

extension DeliveryOutcome {
    /// What the attempt log has of it but for what differs from one receiver to the next: the words alone, without
    /// names, addresses and numbers.
    var words: String {
        let quoted = /'[^']*'/
        let words = (detail ?? "").replacing(quoted, with: "#").split(separator: " ").map { word in
            word.contains(/[0-9]|::|\.example/) ? "#" : String(word)
        }
        return "\(kind): " + words.joined(separator: " ")
    }
}

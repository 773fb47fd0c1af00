import Notify
import Storage
import Testing

/// Whoever reads the attempt log learns why an attempt failed: no two causes are reported in the same words.
@Suite(.timeLimit(.minutes(10))) struct CauseTests {
    @Test func `each cause is reported in words of its own`() async throws {
        var names: [String: [String]] = [:]
        for cause in Cause.all {
            let outcome = try await cause.attempt()
            #expect(outcome.kind == cause.kind, "\(cause.name): \(outcome)")
            #expect(outcome.detail?.isEmpty == false, "\(cause.name)")
            names[outcome.words, default: []].append(cause.name)
        }
        #expect(Cause.all.count >= 90)
        for (words, names) in names where names.count > 1 { Issue.record("\(names) are reported alike: \(words)") }
    }

    @Test(arguments: Dictionary(grouping: HostileURLs.malformed, by: \.phrase).values)
    func `one cause is reported alike, whatever the URL`(cases: [HostileURLs.Case]) async throws {
        var words: Set<String> = []
        for hostile in cases {
            words.insert(try await SinkFixture().deliver(to: hostile.url.replacing("{port}", with: "9090")).words)
        }
        #expect(words.count == 1, "\(words)")
    }
}

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

import Notify
import Testing

/// Whoever reads the attempt log learns why an attempt failed: no two causes are told in the same words.
@Suite(.timeLimit(.minutes(10))) struct CauseTests {
    @Test func `each cause is told in words of its own`() async throws {
        var names: [String: [String]] = [:]
        for cause in Cause.all {
            let outcome = try await cause.attempt()
            #expect(outcome.kind == cause.kind, "\(cause.name): \(outcome)")
            #expect(outcome.detail?.isEmpty == false, "\(cause.name)")
            names[outcome.words, default: []].append(cause.name)
        }
        #expect(Cause.all.count >= 90)
        for (words, names) in names where names.count > 1 { Issue.record("\(names) are told alike: \(words)") }
    }

    @Test(arguments: Dictionary(grouping: HostileURLs.malformed, by: \.phrase).values)
    func `one cause is told alike, whatever the URL`(cases: [HostileURLs.Case]) async throws {
        var words: Set<String> = []
        for hostile in cases {
            words.insert(try await SinkFixture().deliver(to: hostile.url.replacing("{port}", with: "9090")).words)
        }
        #expect(words.count == 1, "\(words)")
    }
}

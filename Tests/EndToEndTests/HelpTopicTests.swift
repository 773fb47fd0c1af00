import Foundation
import NIOHTTP1
import Phrases
import Recurrence
import Scheduler
import TestSupport
import Testing

@testable import taskd

/// The topics of help and their manual pages: what they show holds, and can be typed.
@Suite(.timeLimit(.minutes(5)))
struct HelpTopicTests {
    private static let blocks = HelpTopic.all.flatMap(\.sections).flatMap(\.blocks)

    private static let phrases = blocks.flatMap { block -> [(String, String)] in
        if case .phrases(let all) = block { all } else { [] }
    }

    private static let filters = blocks.flatMap { block -> [String] in
        if case .filters(let all) = block { all.map(\.0) } else { [] }
    }

    @Test(arguments: phrases) func `each phrase means what the topic says`(phrase: String, meaning: String) throws {
        let zones = ZoneDatabase()
        let zone = try zones.rules(for: HelpTopic.moment.zone)
        guard case .dateTime(let now) = CivilTime(HelpTopic.moment.now) else { throw CancellationError() }
        let reader = PhraseReader { try? zones.rules(for: $0) }
        let reading = try reader.read(phrase, at: PhraseMoment(local: now, in: zone))
        #expect("\(reading.meaning)" == meaning)
    }

    @Test func `each filter and each command can be typed`() async throws {
        #expect(Self.filters.count > 5 && Self.phrases.count > 30)
        let folder = try TemporaryFolder()
        let daemon = try await RunningDaemon(store: folder.path("taskd.db"))
        _ = try await daemon.request(.POST, "/v1/projects", #"{"name":"Garden"}"#)
        for filter in Self.filters {
            let outcome = try await BuiltProgram.run(["list", "--where", filter], environment: daemon.environment)
            #expect(outcome.status == 0, "\(filter): \(outcome.errors)")
        }
        let folderOfProgram = BuiltProgram.url.deletingLastPathComponent().path
        var environment = BuiltProgram.baseEnvironment.merging(daemon.environment) { $1 }
        environment["PATH"] = "\(folderOfProgram):/usr/bin:/bin"
        for command in HelpTopic.all.flatMap(\.commands) {
            let shell = try ChildProcess(
                URL(fileURLWithPath: "/bin/bash"), ["-o", "pipefail", "-c", command], environment: environment)
            try shell.closeInput()
            let errors = await shell.errors.text()
            #expect(await shell.exitStatus() == 0, "\(command)\n\(errors)")
        }
        await daemon.end(by: SIGTERM)
    }

    @Test(arguments: HelpTopic.all.map(\.name)) func `a topic is a page that mandoc has nothing to say against`(
        name: String
    ) async throws {
        let folder = try TemporaryFolder()
        let outcome = try await BuiltProgram.run(["__manual", name, "--date", "November 26, 2026"])
        try #require(outcome.status == 0, "\(outcome.errors)")
        let file = folder.path("taskd-\(name).7")
        try outcome.output.write(toFile: file, atomically: true, encoding: .utf8)
        let lint = try ChildProcess(
            URL(fileURLWithPath: "/usr/bin/mandoc"), ["-T", "lint", "-W", "style", file],
            environment: ["PATH": "/usr/bin:/bin"])
        let complaints = await lint.output.text().split(separator: "\n")
            .filter { !$0.contains("referenced manual not found") }
        #expect(complaints.isEmpty, "\(complaints)")
        let topic = try #require(HelpTopic.named(name))
        #expect(topic.text.hasPrefix("\(name.uppercased()): "))
        let lines = topic.text.split(separator: "\n")
        #expect(lines.allSatisfy { $0.count <= 110 && !$0.contains("`") }, "\(lines.filter { $0.count > 110 })")
    }

    @Test func `there are no other pages`() async throws {
        let names = try await BuiltProgram.run(["__manual"])
        #expect(names.output.split(separator: "\n").map(String.init) == HelpTopic.all.map(\.name))
        let other = try await BuiltProgram.run(["__manual", "cooking", "--date", "x"])
        #expect(other.status == 64 && other.errors.contains("dates, filters, hooks, templates, scripts"))
    }
}

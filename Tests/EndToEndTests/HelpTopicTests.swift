import ArgumentParser
import Foundation
import NIOHTTP1
import Phrases
import Recurrence
import Scheduler
import Storage
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

    @Test func `each filter, each command and --exit-empty can be typed`() async throws {
        #expect(Self.filters.count > 5 && Self.phrases.count > 30)
        let folder = try TemporaryFolder()
        let daemon = try await RunningDaemon(store: folder.path("taskd.db"))
        _ = try await daemon.request(.POST, "/v1/projects", #"{"name":"Garden"}"#)
        for filter in Self.filters {
            let outcome = try await BuiltProgram.run(["list", "--where", filter], environment: daemon.environment)
            #expect(outcome.status == 0, "\(filter): \(outcome.errors)")
        }
        for list in ["today", "week", "list", "upcoming", "pauses", "project list", "tag list", "trash list"] {
            #expect(HelpPage.lists.contains(list))
            let words = list.split(separator: " ").map(String.init)
            let outcome = try await BuiltProgram.run(words + ["--exit-empty"], environment: daemon.environment)
            let status: Int32 = list == "project list" ? 0 : 1
            #expect(outcome.status == status, "\(list): \(outcome)")
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
        #expect(lines.allSatisfy { DisplayWidth.of($0) <= 80 && !$0.contains("`") }, "\(lines)")
    }

    @Test(arguments: [
        (["help", "topics"], "dates       Dates, times"), (["help", "recurrence"], "DATES: "),
        (["help", "Script"], "SCRIPTS: "),
        (["help", "date"], "OVERVIEW: "),
    ])
    func `topics are found by what people call them, and listed`(arguments: [String], start: String) async throws {
        let outcome = try await BuiltProgram.run(arguments)
        #expect(outcome.status == 0 && outcome.output.hasPrefix(start), "\(outcome)")
        let all = try await BuiltProgram.run(["--help"]).output
        #expect(HelpTopic.all.allSatisfy { all.contains("\n  \($0.name) ") } && all.contains("taskd help <topic>"))
    }

    /// All commands but those that no help shows.
    private static func commands(_ command: any ParsableCommand.Type = Taskd.self) -> [any ParsableCommand.Type] {
        [command]
            + command.configuration.subcommands.filter { $0.configuration.shouldDisplay }.flatMap { commands($0) }
    }

    @Test func `the page of each command fits a terminal, and has what all commands have at its end`() throws {
        let commands = Self.commands()
        #expect(commands.count > 80)
        for command in commands {
            let unbroken = command.helpMessage(columns: HelpPage.unbroken)
            let page = try #require(HelpPage(unbroken)).text(columns: 80)
            let lines = page.split(separator: "\n")
            #expect(lines.allSatisfy { DisplayWidth.of($0) <= 80 }, "\(lines.filter { DisplayWidth.of($0) > 80 })")
            #expect(!page.contains("(values: ") && !page.contains("default as flag") && !page.contains(" [<fields>]"))
            let titles = lines.filter(Self.isTitle).map(String.init)
            if titles.contains("DAEMON:") {
                let common = titles.contains("OUTPUT:") ? ["OPTIONS:", "OUTPUT:", "DAEMON:"] : ["OPTIONS:", "DAEMON:"]
                #expect(titles.suffix(common.count) == common[...], "\(titles)")
            }
            // What is to be typed has one name, and is explained under it.
            for line in lines.drop(while: { !$0.hasPrefix("USAGE: ") }).prefix(while: { !Self.isTitle($0) }) {
                let names = line.matches(of: /<([^<>]+)>/).map { String($0.1) }
                for name in names where !Self.unexplained.contains(name) {
                    #expect(
                        lines.contains {
                            $0.hasPrefix("  <\(name)>") || $0.hasPrefix("  --") && $0.contains(" <\(name)>")
                        }, "\(line)")
                }
            }
        }
    }

    private static func isTitle(_ line: Substring) -> Bool {
        line.hasSuffix(":") && line.utf8.allSatisfy { $0 == 0x20 || $0 == 0x3A || (0x41...0x5A).contains($0) }
    }

    /// What the whole page explains.
    private static let unexplained: Set = ["options", "subcommand", "settings of taskd serve", "changes"]

    @Test func `what the parser says of choices is one sentence`() throws {
        let indent = String(repeating: " ", count: 26)
        let page = try #require(
            HelpPage(
                """
                OVERVIEW: Try.

                USAGE: try

                OPTIONS:
                  --a <a>                 First. (values: x, y; default: y)
                  --a-very-long-option <value>
                \(indent)Second (default: y) (values: x, y, z)
                  --c                     Third.
                """))
        let text = page.text(columns: 60)
        #expect(text.contains("  --a <a>                 First (x or y; default: y).\n"), "\(text)")
        #expect(
            text.contains("  --a-very-long-option <value>\n\(indent)Second (x, y or z; default: y).\n"), "\(text)")
        #expect(HelpPage("0.1.0") == nil)
    }

    @Test func `the topic of hooks names every event`() throws {
        let text = try #require(HelpTopic.named("hooks")).text
        #expect(EventType.known.allSatisfy { text.contains($0.rawValue) })
    }

    @Test func `there are no other pages`() async throws {
        let names = try await BuiltProgram.run(["__manual"])
        #expect(names.output.split(separator: "\n").map(String.init) == HelpTopic.all.map(\.name))
        let other = try await BuiltProgram.run(["__manual", "cooking", "--date", "x"])
        #expect(other.status == 64 && other.errors.contains("dates, filters, hooks, templates, scripts"))
    }
}

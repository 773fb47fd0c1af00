import Basics
import Foundation
import TestSupport
import Testing

/// The pages of the documentation, with the commands in them.
///
/// A block marked `console` has commands after `$ ` and what they print; on the pages that can be followed with a daemon alone
/// all of them are run. A block marked `sh` is for what needs more: root, systemd, a container, another machine.
@Suite(.timeLimit(.minutes(10)))
struct DocumentedCommandsTests {
    struct Page: Sendable, CustomTestStringConvertible {
        var name: String
        var text: String

        var testDescription: String { name }
    }

    /// A command of a page, and what the page says that it prints.
    struct Command: Hashable, Sendable {
        var text: String
        var output: [String]
    }

    private static let pages: [Page] = {
        let folder = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../docs")
        let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
        return names.filter { $0.hasSuffix(".md") }.sorted().compactMap { name in
            (try? String(contentsOf: folder.appending(path: name), encoding: .utf8)).map { Page(name: name, text: $0) }
        }
    }()

    /// The pages of which every command can be run with nothing but a daemon.
    private static let followed: Set = [
        "configuration.md", "export.md", "filters.md", "first-hour.md", "moving.md", "recurrence.md",
    ]

    @Test(arguments: pages.filter { followed.contains($0.name) })
    func `every command of a page does what the page says`(page: Page) async throws {
        let folder = try TemporaryFolder()
        let daemon = try await RunningDaemon(
            store: folder.path("taskd.db"), flags: ["--commands-allow", "/usr/bin/env"])
        let program = BuiltProgram.url.deletingLastPathComponent().path
        let environment = daemon.environment.merging([
            "PATH": "\(program):/usr/bin:/bin", "TASKD_DB": daemon.store, "TZ": "Europe/Berlin",
            "HOME": folder.path(""),
        ]) { $1 }
        var identifiers = Identifiers()
        let commands = Self.commands(in: page.text)
        #expect(!commands.isEmpty)
        for command in commands {
            let text = identifiers.replaced(in: command.text)
            let shell = try ChildProcess(
                URL(filePath: "/bin/bash"), ["-c", "cd \"$HOME\" && \(text)"],
                environment: BuiltProgram.baseEnvironment.merging(environment) { $1 })
            try shell.closeInput()
            let (output, errors) = (await shell.output.text(), await shell.errors.text())
            #expect(await shell.exitStatus() == 0, "\(page.name): \(text)\n\(output)\(errors)")
            if text.hasPrefix("taskd rule ") {
                #expect(output == command.output.map { $0 + "\n" }.joined(), "\(page.name): \(text)")
            } else if !command.output.isEmpty {
                let printed = output.split(separator: "\n").count
                #expect(printed == command.output.count, "\(page.name): \(text)\n\(output)")
            }
            identifiers.learn(from: command.output.joined(separator: "\n"), and: output)
        }
    }

    @Test
    func `links lead somewhere`() throws {
        let names = Set(Self.pages.map(\.name))
        for page in Self.pages {
            for match in page.text.matches(of: /\]\(([\w.-]+\.md)(#[\w-]+)?\)/) {
                let target = String(match.1)
                #expect(names.contains(target), "\(page.name): \(target)")
                guard let anchor = match.2?.dropFirst(), let text = Self.pages.first(where: { $0.name == target })?.text
                else { continue }
                let anchors = text.split(separator: "\n").filter { $0.hasPrefix("#") }.map(Self.anchor)
                #expect(anchors.contains(String(anchor)), "\(page.name): \(target)#\(anchor)")
            }
        }
    }

    /// The name by which a heading is linked to.
    private static func anchor(_ heading: Substring) -> String {
        let text = heading.drop { $0 == "#" || $0 == " " }.lowercased()
        return String(text.filter { $0.isLetter || $0.isNumber || "- _".contains($0) }.map { $0 == " " ? "-" : $0 })
    }

    private static func commands(in text: String) -> [Command] {
        blocks("console", in: text).flatMap { lines in
            lines.reduce(into: [Command]()) { commands, line in
                if line.hasPrefix("$ ") {
                    commands.append(Command(text: String(line.dropFirst(2)), output: []))
                } else if let last = commands.indices.last, commands[last].text.hasSuffix("\\") {
                    commands[last].text = commands[last].text.dropLast() + line
                } else if let last = commands.indices.last {
                    commands[last].output.append(line)
                }
            }
        }
    }

    /// The lines of each block of a kind.
    private static func blocks(_ kind: String, in text: String) -> [[String]] {
        var blocks: [[String]] = []
        var isInside = false
        for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
            if line == "```\(kind)" {
                blocks.append([])
                isInside = true
            } else if line.hasPrefix("```") {
                isInside = false
            } else if isInside {
                blocks[blocks.count - 1].append(String(line))
            }
        }
        return blocks
    }
}

/// What the ids of a page are in the store that its commands are run on.
private struct Identifiers {
    private var known: [(page: String, real: String)] = []

    private static var pattern: Regex<Substring> {
        /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/
    }

    mutating func learn(from page: String, and output: String) {
        let (pages, reals) = (page.matches(of: Self.pattern), output.matches(of: Self.pattern))
        guard pages.count == reals.count else { return }
        for (page, real) in zip(pages, reals) { known.append((String(page.0), String(real.0))) }
    }

    /// A command with the real ids for those of the page, which may be shortened to 8 characters or more.
    func replaced(in command: String) -> String {
        command.split(separator: " ", omittingEmptySubsequences: false).map { word -> Substring in
            guard word.count >= 8, let match = known.last(where: { $0.page.hasPrefix(word) }) else { return word }
            return match.real[...]
        }.joined(separator: " ")
    }
}

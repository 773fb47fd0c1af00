import Basics
import Foundation
import TestSupport
import Testing

/// The pages of the documentation, and the commands in them: each block of commands is run here, or says what runs it
/// instead or why nothing does.
@Suite(.timeLimit(.minutes(10)))
struct DocumentedCommandsTests {
    private static let pages = DocumentedPage.all

    @Test(arguments: pages.filter { !$0.commands.isEmpty })
    func `every command of a page does what the page says`(page: DocumentedPage) async throws {
        let reader = try await PageReader(of: page.name)
        for command in page.commands { try await reader.follow(command) }
        await reader.finish()
    }

    @Test(arguments: pages)
    func `a block of commands that is not run here says what runs it, or why nothing does`(
        page: DocumentedPage
    ) throws {
        #expect(page.strayMarks.isEmpty)
        let kinds: Set = ["", "console", "sh", "ini", "js", "json", "python", "swift", "yaml"]
        for block in page.blocks {
            #expect(kinds.contains(block.kind), "a kind of block of which nothing is known")
            if block.kind != "console" { #expect(!block.lines.contains { $0.hasPrefix("$ ") }, "\(block.lines)") }
        }
        for block in page.commandBlocks {
            guard let mark = block.mark else {
                #expect(!block.commands.isEmpty, "a block without a command")
                continue
            }
            if let match = mark.wholeMatch(of: /run by (Scripts\/[\w-]+): ([\w-]+)/) {
                let script = try String(
                    contentsOf: DocumentedPage.root.appending(path: String(match.1)), encoding: .utf8)
                #expect(script.contains("follow \(page.name) \(match.2) "), "\(match.1) does not run \(match.2)")
            } else {
                #expect(mark.contains(/^not run: \w.{10,}/), "no reason: \(mark)")
            }
        }
    }

    @Test
    func `every command that a page mentions exists, with its options`() async throws {
        let help = try JSONValue(json: Data(await BuiltProgram.run(["--experimental-dump-help"]).output.utf8))
        let root = try #require(help["command"])
        for page in Self.pages {
            for mention in page.mentions {
                for use in mention.matches(of: /(?:^|[\s;(|])taskd ([^|;)\n]*(?:\\\n[^|;)\n]*)*)/) {
                    let fault = Self.fault(in: use.1, of: root)
                    #expect(fault == nil, "\(page.name): \(mention)")
                }
            }
        }
    }

    /// What follows `taskd` or a group of commands in a sentence that is about the program.
    private static let prose: Set = [
        "alone", "does", "has", "itself", "keeps", "names", "of", "reads", "reserves", "shows", "takes", "that", "to",
        "with",
    ]

    /// Hints and help texts name commands, which people type as they stand there.
    @Test
    func `every command that a text of the program names exists, with its options`() async throws {
        let help = try JSONValue(json: Data(await BuiltProgram.run(["--experimental-dump-help"]).output.utf8))
        let root = try #require(help["command"])
        let folder = DocumentedPage.root.appending(path: "Sources")
        var (uses, options) = (0, Self.options(of: root))
        options.formUnion(["help", "version"])
        for name in ["Phrases", "Scheduler", "HTTPAPI", "taskd"] {
            let files = try FileManager.default.subpathsOfDirectory(atPath: folder.appending(path: name).path)
            for file in files where file.hasSuffix(".swift") && !file.hasPrefix("Completions/") {
                let source = try String(contentsOf: folder.appending(path: "\(name)/\(file)"), encoding: .utf8)
                let text = source.split(separator: "\n").filter { !$0.contains(/^\s*\/\//) }.joined(separator: "\n")
                    .replacing(/\\\n\s*/, with: "").replacing(/"\s*\+ "/, with: "")
                for use in text.matches(of: /\btaskd ((?:(?!\. )[^;:,()|"\n\\])+)/) {
                    let typed = use.1.replacing(/\.$/, with: "")
                    let words = typed.split(separator: " ")
                    if words.prefix(2).contains(where: { Self.prose.contains(String($0)) }) { continue }
                    uses += 1
                    #expect(Self.fault(in: typed, of: root) == nil, "\(name)/\(file): \(use.0)")
                }
                guard name == "taskd" else { continue }
                for hint in text.matches(of: /\b(?:[Gg]ive|[Aa]dd|leave|with|Try) (--[a-z][a-z-]*)/) {
                    #expect(options.contains(String(hint.1.dropFirst(2))), "\(file): \(hint.0)")
                }
            }
        }
        #expect(uses > 200)
    }

    /// The options of a command and of those below it.
    private static func options(of command: JSONValue) -> Set<String> {
        let own = (command["arguments"]?.array ?? []).flatMap { $0["names"]?.array ?? [] }.compactMap {
            $0["name"]?.string
        }
        return (command["subcommands"]?.array ?? []).reduce(into: Set(own)) { $0.formUnion(options(of: $1)) }
    }

    /// What is wrong in the use of a command.
    private static func fault(in use: Substring, of root: JSONValue) -> String? {
        var command = root
        var words = use.split { " \n[]`".contains($0) }.drop { $0 == "taskd" }
        while let word = words.first, let subcommands = command["subcommands"]?.array, !subcommands.isEmpty {
            if word.hasPrefix("-") || word.hasPrefix("<") || word.contains("…") || word.first?.isUppercase == true {
                break
            }
            guard let next = subcommands.first(where: { $0["commandName"]?.string == String(word) }) else {
                return "there is no command \(word)"
            }
            command = next
            words = words.dropFirst()
        }
        let options = command["arguments"]?.array?.flatMap { $0["names"]?.array ?? [] }.compactMap {
            $0["name"]?.string
        }
        // What follows is of another program.
        for word in words.prefix(while: { $0 != "--command" }) where word.wholeMatch(of: /--[a-z][a-z-]*/) != nil {
            let name = String(word.dropFirst(2))
            if !(options ?? []).contains(name) { return "there is no option \(word)" }
        }
        return nil
    }

    /// What `Scripts/record` typed is what the page says below it, which is run above.
    @Test
    func `a recording shows the commands of its page, to their end`() throws {
        let page = try #require(Self.pages.first { $0.name == "docs/command-line.md" })
        let commands = try #require(page.commandBlocks.first).commands.map(\.text)
        #expect(commands.count >= 8 && page.text.contains("](recordings/the-first-minute.svg)"))
        let folder = DocumentedPage.root.appending(path: "docs/recordings")
        let lines = try String(contentsOf: folder.appending(path: "the-first-minute.cast"), encoding: .utf8)
            .split(separator: "\n").map { try JSONValue(json: Data($0.utf8)) }
        #expect(lines.first?["version"]?.integer == 2 && lines.first?["width"]?.integer == 96)
        let shown = lines.compactMap { $0.array?.last?.string }.joined().replacing(/\u{1B}\[[\d;?]*[A-Za-z]/, with: "")
        let prompts = shown.split(separator: "\r\n").filter { $0.hasPrefix("$ ") }.map { String($0.dropFirst(2)) }
        #expect(prompts.filter { !$0.isEmpty } == commands, "record it again: make record")
        #expect(!shown.contains("taskd: "), "\(shown)")
        let picture = try String(contentsOf: folder.appending(path: "the-first-minute.svg"), encoding: .utf8)
        #expect(picture.contains("@keyframes") && !picture.contains("<script") && picture.utf8.count < 150_000)
    }

    /// What the pages show of the daemon's configuration.
    @Test
    func `every file of settings on a page is one that the daemon takes`() async throws {
        let files = Self.pages.flatMap { page in
            page.blocks.filter { $0.kind == "yaml" && $0.lines.first == "# /etc/taskd/taskd.yaml" }
        }
        #expect(files.count >= 2)
        let folder = try TemporaryFolder()
        for file in files {
            let text = file.lines.joined(separator: "\n")
            try Data(text.utf8).write(to: folder.url.appending(path: "taskd.yaml"))
            let check = try await BuiltProgram.run(
                ["config", "check", "--config", folder.path("taskd.yaml"), "--db", folder.path("taskd.db")])
            #expect(check.status == 0, "\(text)\n\(check.output)\(check.errors)")
        }
    }

    @Test
    func `links lead somewhere`() throws {
        let names = Set(Self.pages.map(\.name))
        for page in Self.pages {
            let folder = page.name.hasPrefix("docs/") ? "docs/" : ""
            for match in page.text.matches(of: /\]\(([\w.\/-]*\.md)?(#[\w-]+)?\)/) {
                let target =
                    match.1.map { ($0.hasPrefix("../") ? "" : folder) + $0.replacing("../", with: "") } ?? page.name
                guard names.contains(target) else {
                    let file = DocumentedPage.root.appending(path: target)
                    #expect(FileManager.default.fileExists(atPath: file.path), "\(page.name): \(target)")
                    continue
                }
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
}

import Foundation
import Testing

/// A page of the documentation, with its blocks of code.
///
/// A block marked `console` has commands after `$ ` and what they print, one marked `sh` commands alone. Both are run by
/// the tests, unless the line before the block says what runs them instead, or why nothing does:
///
///     <!-- run by Scripts/test-deb: package -->
///     <!-- not run: Docker builds the image from the network -->
struct DocumentedPage: Sendable, CustomTestStringConvertible {
    struct Block: Sendable {
        var kind: String
        var lines: [String] = []
        /// What the line before it says about how it is run.
        var mark: Substring?
    }

    /// A command of a page, and what the page says that it prints.
    struct Command: Sendable {
        var text: String
        var output: [String] = []
    }

    /// Its path in the repository.
    let name: String
    let text: String
    /// Its blocks of code, in their order.
    private(set) var blocks: [Block] = []
    /// Lines that mark a block, and no block follows.
    private(set) var strayMarks: [Substring] = []

    var testDescription: String { name }

    static let root = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../..").standardized

    static let all: [DocumentedPage] = {
        let files = FileManager.default
        return ["", "docs"].flatMap { folder in
            ((try? files.contentsOfDirectory(atPath: root.appending(path: folder).path)) ?? [])
                .filter { $0.hasSuffix(".md") }.sorted().map { folder.isEmpty ? $0 : "\(folder)/\($0)" }
        }.compactMap { name in
            (try? String(contentsOf: root.appending(path: name), encoding: .utf8)).map { Self(name: name, text: $0) }
        }
    }()

    init(name: String, text: String) {
        self.name = name
        self.text = text
        var isInside = false
        var mark: Substring?
        for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
            if isInside {
                isInside = line != "```"
                if isInside { blocks[blocks.count - 1].lines.append(String(line)) }
            } else if line.hasPrefix("```") {
                blocks.append(Block(kind: String(line.dropFirst(3)), mark: mark))
                mark = nil
                isInside = true
            } else {
                if let mark { strayMarks.append(mark) }
                mark = line.wholeMatch(of: /<!-- ((?:not run|run by).*) -->/)?.1
            }
        }
    }

    /// The blocks with commands.
    var commandBlocks: [Block] { blocks.filter { $0.kind == "console" || $0.kind == "sh" } }

    /// The commands that the tests run, in their order.
    var commands: [Command] { commandBlocks.filter { $0.mark == nil }.flatMap(\.commands) }

    /// The commands that are mentioned, in blocks and in the sentences around them.
    var mentions: [String] {
        let inBlocks = commandBlocks.flatMap(\.commands).map(\.text)
        let sentences = text.replacing("\n", with: " ").matches(of: /`(taskd [^`]*)`/).map { String($0.1) }
        return inBlocks + sentences
    }
}

extension DocumentedPage.Block {
    /// Its commands; one goes on in lines that are indented or close what it opened.
    var commands: [DocumentedPage.Command] {
        lines.reduce(into: []) { commands, line in
            let isGoingOn =
                line.hasPrefix(" ") || line.hasPrefix("}") || line == "done"
                || commands.last.map { $0.text.hasSuffix("\\") && $0.output.isEmpty } ?? false
            if kind == "console", line.hasPrefix("$ ") {
                commands.append(.init(text: String(line.dropFirst(2))))
            } else if kind == "sh", !isGoingOn {
                if !line.isEmpty, !line.hasPrefix("#") { commands.append(.init(text: line)) }
            } else if let last = commands.indices.last {
                let isOpen = commands[last].output.isEmpty && commands[last].text.hasSuffix(/[|\\]/)
                if kind == "sh" || isOpen {
                    commands[last].text += "\n" + line
                } else {
                    commands[last].output.append(line)
                }
            }
        }
    }
}

extension String {
    fileprivate func hasSuffix(_ pattern: some RegexComponent) -> Bool {
        guard let last else { return false }
        return String(last).wholeMatch(of: pattern) != nil
    }
}

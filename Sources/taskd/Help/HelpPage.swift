/// A page of help: what the parser writes about a command, as wide as the terminal, and what every command has behind what
/// this one has.
struct HelpPage {
    /// The width to ask the parser for: wider than anything that is said on a line, so that it breaks none.
    static let unbroken = 1_000_000

    /// An option, an argument or a command, and what is said of it.
    private struct Entry {
        let label: String
        let words: String
    }

    private struct Section {
        let title: String
        var entries: [Entry] = []
    }

    /// The sections that every command has, in their order.
    private static let common = ["OUTPUT:", "DAEMON:"]
    /// The commands that print a list of which they can say that it is empty.
    static let lists = [
        "list", "today", "week", "upcoming", "pauses", "history", "log", "series occurrences", "trash list",
        "project list", "tag list", "token list",
    ]
    /// The column at which what is said of an entry begins.
    private static let indent = 26

    private var head: [String] = []
    private var sections: [Section] = []
    private var end: [String] = []

    /// Reads what the parser wrote; nil where that is no help, but a version, a script or a description for programs.
    init?(_ text: String) {
        guard text.hasPrefix("OVERVIEW: ") else { return nil }
        var lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)[...]
        while let line = lines.popFirst() {
            if line.hasSuffix(":"), line.allSatisfy({ $0.isUppercase || $0 == " " || $0 == ":" }) {
                sections.append(Section(title: line))
            } else if sections.isEmpty {
                head.append(line)
            } else if line.hasPrefix("  See '") {
                end.append(String(line.dropFirst(2)))
            } else if !line.isEmpty {
                sections[sections.count - 1].entries.append(Self.entry(line, &lines))
            }
        }
        arrange()
    }

    /// An entry, of which a label that is too long for its column has a line of its own.
    private static func entry(_ line: String, _ following: inout ArraySlice<String>) -> Entry {
        let isLong = following.first?.hasPrefix(String(repeating: " ", count: indent)) ?? false
        let label = isLong ? line : String(line.prefix(indent))
        let words = isLong ? following.removeFirst() : String(line.dropFirst(indent))
        // Fields stand right behind an equals sign; what stands behind a space is another argument.
        let name = label.trimmingSpaces.replacing(" [<fields>]", with: "[=<fields>]")
        return Entry(label: name, words: choices(in: words.trimmingSpaces))
    }

    /// `… (a, b or c; default: a).` for what the parser says as `… (default: a) (values: a, b, c)`, or the other way round.
    private static func choices(in words: String) -> String {
        let words = words.replacing(/\ \(default as flag: [^()]*\)$/, with: "")
            .replacing(/\. (\(default: [^()]*\))$/) { " \($0.1)." }
        let form = /\.?(?: \((default[^()]*)\))?\.? \(values: ([^;()]+)(?:; (default: [^()]+))?\)$/
        guard let found = words.firstMatch(of: form) else { return words }
        let list = CommandDescription.oneOf(found.2.split(separator: ", ").map(String.init)) ?? ""
        let standard = (found.1 ?? found.3).map { "; \($0)" } ?? ""
        return "\(words[..<found.range.lowerBound]) (\(list)\(standard))."
    }

    /// The names of the command, as its usage says them.
    private var command: String {
        let start = "USAGE: taskd "
        let usage = head.first { $0.hasPrefix(start) }?.dropFirst(start.count) ?? ""
        return usage.split(separator: " ").prefix { $0.first?.isLetter == true }.joined(separator: " ")
    }

    private mutating func arrange() {
        let isRoot = sections.contains { $0.title.hasSuffix(" SUBCOMMANDS:") }
        let isList = Self.lists.contains(command)
        let untold = LackingForms.of(command)?.options ?? []
        for place in sections.indices {
            // The version is said once; a command that lists nothing has no list that could be empty.
            sections[place].entries.removeAll { entry in
                !isRoot && entry.label == "--version" || !isList && entry.label == "--exit-empty"
                    || untold.contains {
                        entry.label == $0 || entry.label.hasPrefix("\($0) ") || entry.label.hasPrefix("\($0)[")
                    }
            }
        }
        if LackingForms.of(command)?.leavesOnlyWholeJSON == true {
            for place in sections.indices {
                for entry in sections[place].entries.indices
                where sections[place].entries[entry].label == "--json[=<fields>]" {
                    sections[place].entries[entry] = Entry(label: "--json", words: "Print JSON, on one line.")
                }
            }
        }
        let last = Self.common.flatMap { title in sections.filter { $0.title == title } }
        sections = (sections.filter { !Self.common.contains($0.title) } + last).filter { !$0.entries.isEmpty }
        guard isRoot else { return }
        let topics = HelpTopic.all.map { Entry(label: $0.name, words: $0.sentence) }
        sections.append(Section(title: "HELP TOPICS:", entries: topics))
        end.append("See 'taskd help <subcommand>' or 'taskd help <topic>' for detailed help.")
    }

    /// The page for a terminal of so many columns.
    func text(columns: Int) -> String {
        let width = max(columns, 2 * Self.indent)
        // Examples stay as they are, to be copied.
        let head = head.map { $0.hasPrefix("  ") ? $0 : TextLines.of($0, width: width).joined(separator: "\n") }
        var parts = sections.map { section in
            "\(section.title)\n" + section.entries.map { Self.text($0, width) }.joined()
        }
        if !end.isEmpty { parts.append(end.map { "\($0)\n" }.joined()) }
        return head.map { "\($0)\n" }.joined() + parts.joined(separator: "\n")
    }

    private static func text(_ entry: Entry, _ width: Int) -> String {
        let gap = "\n" + String(repeating: " ", count: indent)
        let words = TextLines.of(entry.words, width: width - indent).joined(separator: gap)
        let label = "  \(entry.label)"
        guard label.count < indent, !words.isEmpty else { return label + (words.isEmpty ? "" : gap) + words + "\n" }
        return label.padded(toWidth: indent) + words + "\n"
    }
}

/// Text on lines that are no wider than a terminal.
enum TextLines {
    /// The words of a text on lines of at most so many cells; a word that is wider has a line of its own.
    static func of(_ text: String, width: Int) -> [String] {
        guard !text.isEmpty else { return [""] }
        return text.split(separator: " ").reduce(into: []) { lines, word in
            if let last = lines.last, DisplayWidth.of(last) + 1 + DisplayWidth.of(word) <= width {
                lines[lines.count - 1] += " \(word)"
            } else {
                lines.append(String(word))
            }
        }
    }
}

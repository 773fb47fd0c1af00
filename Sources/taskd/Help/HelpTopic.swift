/// A topic of `taskd help`, which is a manual page of section 7, too: both are made from this one source.
struct HelpTopic: Sendable {
    /// A piece of a section.
    enum Block: Sendable {
        /// A paragraph; what stands in backticks is typed.
        case text(String)
        /// Words and what they mean.
        case entries([(String, String)])
        /// Phrases and what they mean where and when the topic says that they are said.
        case phrases([(String, String)])
        /// Filters and what they select.
        case filters([(String, String)])
        /// Commands, each of which can be run as it stands.
        case commands([String])
    }

    struct Section: Sendable {
        let title: String
        let blocks: [Block]

        init(_ title: String, _ blocks: Block...) {
            (self.title, self.blocks) = (title, blocks)
        }
    }

    /// What it is called behind `taskd help`.
    let name: String
    /// What it is about, without a full stop.
    let abstract: String
    let sections: [Section]
    /// Where there is more: pages of the manual, with their sections.
    var related: [(name: String, section: Int)] = []

    static let all = [dates, filters, hooks, templates, scripts]

    /// Other names, by which people look for a topic.
    private static let otherNames = [
        "times": dates, "zones": dates, "recurrence": dates, "repeat": dates, "filter": filters, "terms": filters,
        "webhooks": hooks, "template": templates, "script": scripts, "json": scripts,
    ]

    /// The topic of a name; nil where there is none.
    static func named(_ name: String) -> HelpTopic? {
        let name = name.lowercased()
        return all.first { $0.name == name } ?? otherNames[name]
    }

    /// What it is about, as a sentence.
    var sentence: String { "\(abstract.prefix(1).uppercased())\(abstract.dropFirst())." }

    /// What `taskd help topics` shows.
    static var list: String {
        all.map { "\($0.name.padded(toWidth: 12))\($0.sentence)\n" }.joined() + "\nRun taskd help TOPIC for one.\n"
    }

    /// The commands that it shows.
    var commands: [String] {
        sections.flatMap(\.blocks).flatMap { block -> [String] in
            if case .commands(let all) = block { all } else { [] }
        }
    }
}

extension HelpTopic {
    private static let width = 78
    /// The widest words that have what they mean beside them.
    private static let widestHead = 38

    /// The topic for a terminal.
    var text: String {
        let head = "\(name.uppercased()): \(abstract).\n"
        return head + sections.map { "\n\($0.title)\n" + $0.blocks.map(Self.text).joined(separator: "\n") }.joined()
    }

    private static func text(_ block: Block) -> String {
        switch block {
        case .text(let words):
            return TextLines.of(words.replacing("`", with: ""), width: width - 2).map { "  \($0)\n" }.joined()
        case .commands(let all): return all.map { "    \($0.replacing("\n", with: "\n    "))\n" }.joined()
        case .entries(let rows), .phrases(let rows), .filters(let rows):
            let widest = rows.map { DisplayWidth.of($0.0) }.filter { $0 <= widestHead }.max() ?? 0
            return rows.map { row($0, $1, column: widest + 6) }.joined()
        }
    }

    /// A row of a table; words too wide for their column have a line of their own.
    private static func row(_ head: String, _ words: String, column: Int) -> String {
        let meaning = TextLines.of(words.replacing("`", with: ""), width: width - column)
        let gap = "\n" + String(repeating: " ", count: column)
        let start = DisplayWidth.of(head) + 6 > column ? "    \(head)" + gap : "    \(head)".padded(toWidth: column)
        return start + meaning.joined(separator: gap) + "\n"
    }
}

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

    /// The topic of a name; nil where there is none.
    static func named(_ name: String) -> HelpTopic? { all.first { $0.name == name.lowercased() } }

    /// The commands that it shows.
    var commands: [String] {
        sections.flatMap(\.blocks).flatMap { block -> [String] in
            if case .commands(let all) = block { all } else { [] }
        }
    }
}

extension HelpTopic {
    private static let width = 78

    /// The topic for a terminal.
    var text: String {
        let head = "\(name.uppercased()): \(abstract).\n"
        return head + sections.map { "\n\($0.title)\n" + $0.blocks.map(Self.text).joined(separator: "\n") }.joined()
    }

    private static func text(_ block: Block) -> String {
        switch block {
        case .text(let words):
            return lines(words.replacing("`", with: ""), width - 2).map { "  \($0)\n" }.joined()
        case .commands(let all): return all.map { "    \($0)\n" }.joined()
        case .entries(let rows), .phrases(let rows), .filters(let rows):
            let widest = min(38, rows.map { columns($0.0) }.max() ?? 0)
            return rows.map { head, words in
                let gap = String(repeating: " ", count: max(0, widest - columns(head)))
                let meaning = lines(words.replacing("`", with: ""), max(30, width - widest - 6))
                let indent = "\n" + String(repeating: " ", count: widest + 6)
                return "    \(head)\(gap)  \(meaning.joined(separator: indent))\n"
            }.joined()
        }
    }

    /// How many cells of a terminal a text takes: Hangul takes two for each syllable.
    private static func columns(_ text: String) -> Int {
        text.unicodeScalars.reduce(0) { $0 + ($1.value >= 0x1100 && !(0x2000..<0x3000).contains($1.value) ? 2 : 1) }
    }

    private static func lines(_ text: String, _ width: Int) -> [String] {
        text.split(separator: " ").reduce(into: []) { lines, word in
            if let last = lines.last, columns(last) + columns(String(word)) < width {
                lines[lines.count - 1] += " \(word)"
            } else {
                lines.append(String(word))
            }
        }
    }
}

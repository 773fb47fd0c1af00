extension HelpTopic {
    /// The topic as a manual page of section 7, in mdoc(7).
    ///
    /// - Parameter date: The date that the page shows, such as `November 26, 2026`.
    /// - Returns: The page.
    func manual(date: String) -> String {
        var lines = [
            ".Dd \(date)", ".Dt TASKD-\(name.uppercased()) 7", ".Os taskd", ".Sh NAME", ".Nm taskd-\(name)",
            ".Nd \(Self.escaped(abstract))",
        ]
        for (place, section) in sections.enumerated() {
            // What comes first is the description, whatever a terminal calls it.
            lines.append(place == 0 ? ".Sh DESCRIPTION" : ".Sh \(Self.escaped(section.title.uppercased()))")
            for (place, block) in section.blocks.enumerated() {
                if place > 0, case .text = block { lines.append(".Pp") }
                lines += Self.manual(block)
            }
        }
        let known = related.sorted { ($0.section, $0.name) < ($1.section, $1.name) }
        if !known.isEmpty {
            lines.append(".Sh SEE ALSO")
            lines += known.enumerated().map { place, page in
                ".Xr \(page.name) \(page.section)\(place < known.count - 1 ? " ," : "")"
            }
        }
        return lines.joined(separator: "\n") + "\n"
    }

    private static func manual(_ block: Block) -> [String] {
        switch block {
        case .text(let text): text.sentences.flatMap(running)
        case .commands(let all):
            [".Bd -literal -offset indent"] + all.map { protected(escaped($0)) } + [".Ed"]
        case .entries(let rows), .phrases(let rows), .filters(let rows):
            [".Bl -tag -width Ds"]
                + rows.flatMap { head, text in
                    // Quotation marks keep words that are macros, and spaces, as they are.
                    [".It Li \"\(escaped(head).replacing("\"", with: "\\(dq"))\""] + text.sentences.flatMap(running)
                } + [".El"]
        }
    }

    /// The lines of a sentence of running text.
    private static func running(_ text: String) -> [String] {
        escaped(text.replacing("`", with: "")).split(separator: " ").reduce(into: [String]()) { lines, word in
            if let last = lines.last, last.utf8.count + word.utf8.count < 78 {
                lines[lines.count - 1] += " \(word)"
            } else {
                lines.append(String(word))
            }
        }.map(protected)
    }

    /// A line that no macro is read from.
    private static func protected(_ line: String) -> String {
        line.hasPrefix(".") || line.hasPrefix("'") ? "\\&" + line : line
    }

    /// The text as roff prints it: its own backslashes and dashes, and what is not ASCII by number.
    private static func escaped(_ text: String) -> String {
        text.unicodeScalars.map { scalar in
            switch scalar {
            case "\\": "\\e"
            case "-": "\\-"
            case "`": "\\(ga"
            case "'": "\\(aq"
            case "^": "\\(ha"
            case "~": "\\(ti"
            case _ where scalar.isASCII: String(scalar)
            default:
                "\\[u"
                    + (String(repeating: "0", count: 4) + hexadecimal(scalar)).suffix(max(4, hexadecimal(scalar).count))
                    + "]"
            }
        }.joined()
    }

    private static func hexadecimal(_ scalar: Unicode.Scalar) -> String {
        String(scalar.value, radix: 16, uppercase: true)
    }
}

extension String {
    /// Its sentences, each of which begins a new line in a manual.
    fileprivate var sentences: [String] {
        var sentences: [String] = []
        var rest = self[...]
        while let end = rest.firstMatch(of: /[.!?]\)? (?=[A-Z`"])/) {
            sentences.append(String(rest[..<end.range.upperBound].dropLast()))
            rest = rest[end.range.upperBound...]
        }
        return sentences + [String(rest)]
    }
}

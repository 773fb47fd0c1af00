/// Colours for people; none where nobody would see them.
///
/// Only the sixteen colours that every terminal has in its own palette, and no backgrounds: they can be read on light and
/// on dark.
struct TextStyle: Hashable, Sendable {
    /// What a piece of text is.
    enum Role: Hashable, Sendable {
        case plain, faint, good, late, soon, identifier

        fileprivate var code: String {
            switch self {
            case .plain: ""
            case .faint: "2"
            case .good: "32"
            case .late: "31"
            case .soon: "33"
            case .identifier: "36"
            }
        }
    }

    /// Whether colours are written at all.
    let hasColour: Bool
    /// Whether links are.
    var hasLinks = false

    init(hasColour: Bool, hasLinks: Bool = false) {
        self.hasColour = hasColour
        self.hasLinks = hasLinks
    }

    func apply(_ role: Role, to text: String) -> String {
        hasColour && role != .plain && !text.isEmpty ? "\u{1B}[\(role.code)m\(text)\u{1B}[0m" : text
    }

    /// A text that opens an address where the terminal knows how (OSC 8).
    func link(_ text: String, to address: String?) -> String {
        guard hasLinks, let address, address.utf8.allSatisfy({ (0x21...0x7E).contains($0) }) else { return text }
        return "\u{1B}]8;;\(address)\u{1B}\\\(text)\u{1B}]8;;\u{1B}\\"
    }
}

extension String {
    /// Its lines, without those that are empty.
    var lines: [String] { split(whereSeparator: \.isNewline).map(String.init) }

    /// The text with every control character replaced, so that nothing stored can steer a terminal.
    var withoutControls: String {
        guard unicodeScalars.contains(where: \.isControl) else { return self }
        var text = ""
        for scalar in unicodeScalars { text.unicodeScalars.append(scalar.isControl ? "\u{FFFD}" : scalar) }
        return text
    }

    /// The same for a text of several lines, whose ends and tabs stay.
    var linesWithoutControls: String {
        guard unicodeScalars.contains(where: \.isControl) else { return self }
        var text = ""
        for scalar in unicodeScalars {
            let isKept = !scalar.isControl || scalar == "\n" || scalar == "\t"
            text.unicodeScalars.append(isKept ? scalar : "\u{FFFD}")
        }
        return text
    }

    /// JSON with the control characters that may stand in its texts as they are written as `\uXXXX`.
    var withControlsEscaped: String {
        guard unicodeScalars.contains(where: { $0.isControl && $0.value > 0x20 }) else { return self }
        var text = ""
        for scalar in unicodeScalars {
            guard scalar.isControl, scalar.value > 0x20 else {
                text.unicodeScalars.append(scalar)
                continue
            }
            let digits = String(scalar.value, radix: 16)
            text += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
        }
        return text
    }
}

extension Unicode.Scalar {
    /// C0, DEL and C1, the ends of lines and paragraphs, and the characters that turn the direction of writing.
    fileprivate var isControl: Bool {
        switch value {
        case 0..<0x20, 0x7F...0x9F, 0x2028...0x202E, 0x2066...0x2069: true
        default: false
        }
    }
}

#if canImport(Darwin)
    import Darwin
#else
    import Glibc
#endif

/// Colours for people; none where nobody would see them.
struct TextStyle: Hashable, Sendable {
    /// What a piece of text is.
    enum Role: Hashable, Sendable {
        case plain, faint, good, late, identifier

        fileprivate var code: String {
            switch self {
            case .plain: ""
            case .faint: "2"
            case .good: "32"
            case .late: "31"
            case .identifier: "36"
            }
        }
    }

    /// Whether colours are written at all.
    let hasColour: Bool

    init(hasColour: Bool) {
        self.hasColour = hasColour
    }

    /// Colours on a terminal, unless `NO_COLOR` (https://no-color.org) or the terminal forbids them.
    init(environment: [String: String]) {
        let isForbidden = environment["NO_COLOR"].map { !$0.isEmpty } ?? false || environment["TERM"] == "dumb"
        self.init(hasColour: isatty(STDOUT_FILENO) == 1 && !isForbidden)
    }

    func apply(_ role: Role, to text: String) -> String {
        hasColour && role != .plain && !text.isEmpty ? "\u{1B}[\(role.code)m\(text)\u{1B}[0m" : text
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
}

extension Unicode.Scalar {
    /// C0, DEL and C1, and the characters that turn the direction of writing.
    fileprivate var isControl: Bool {
        switch value {
        case 0..<0x20, 0x7F...0x9F, 0x202A...0x202E, 0x2066...0x2069: true
        default: false
        }
    }
}

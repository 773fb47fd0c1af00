/// A piece of HTML: literals are markup, and what is interpolated is text, of which nothing becomes markup.
struct HTML: ExpressibleByStringInterpolation {
    private(set) var markup: String

    init(stringLiteral markup: String) {
        self.markup = markup
    }

    init(stringInterpolation pieces: Pieces) {
        markup = pieces.markup
    }

    struct Pieces: StringInterpolationProtocol {
        fileprivate var markup = ""

        init(literalCapacity: Int, interpolationCount: Int) {
            markup.reserveCapacity(literalCapacity + 16 * interpolationCount)
        }

        mutating func appendLiteral(_ literal: String) {
            markup += literal
        }

        /// Text, as it is to be read.
        mutating func appendInterpolation(_ text: String) {
            for character in text.unicodeScalars {
                switch character {
                case "&": markup += "&amp;"
                case "<": markup += "&lt;"
                case ">": markup += "&gt;"
                case "\"": markup += "&quot;"
                case "'": markup += "&#39;"
                default: markup.unicodeScalars.append(character)
                }
            }
        }

        mutating func appendInterpolation(_ html: HTML) {
            markup += html.markup
        }

        mutating func appendInterpolation(_ pieces: [HTML]) {
            for piece in pieces { markup += piece.markup }
        }

        /// Text in which backquotes stand around code.
        mutating func appendInterpolation(prose text: String?) {
            let pieces = (text ?? "").split(separator: "`", omittingEmptySubsequences: false)
            for (index, piece) in pieces.enumerated() {
                let isCode = index % 2 == 1
                markup += isCode ? "<code>" : ""
                appendInterpolation(String(piece))
                markup += isCode ? "</code>" : ""
            }
        }
    }
}

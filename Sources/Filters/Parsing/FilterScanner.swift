/// A position in the UTF-8 of a filter, with the readings that a filter is made of.
struct FilterScanner {
    /// A word or a quoted text, with the bytes it stands on.
    struct Token {
        var text: String
        var range: Range<Int>
        var isQuoted = false
        /// Whether `/*` stands behind it, where it names a project.
        var isWithChildren = false
    }

    private let bytes: [UInt8]
    private(set) var position = 0

    init(_ bytes: [UInt8]) {
        self.bytes = bytes
    }

    var isAtEnd: Bool { position >= bytes.count }
    var count: Int { bytes.count }
    var peek: UInt8? { isAtEnd ? nil : bytes[position] }

    /// Passes over spaces, tabs and line ends.
    mutating func skipSpace() {
        while let byte = peek, [0x20, 0x09, 0x0A, 0x0D].contains(byte) { position += 1 }
    }

    /// Passes over a text, if it is next.
    mutating func skip(_ text: StaticString) -> Bool {
        let end = position + text.utf8CodeUnitCount
        guard end <= bytes.count, text.withUTF8Buffer({ $0.elementsEqual(bytes[position..<end]) }) else { return false }
        position = end
        return true
    }

    /// The letters up to what separates words, possibly none; a colon separates a field from its value, but is part of a
    /// value such as `09:00`.
    mutating func word(endingAtColon: Bool) -> Token {
        let start = position
        while let byte = peek, !Self.isSeparator(byte), !(endingAtColon && byte == UInt8(ascii: ":")) { position += 1 }
        return Token(text: text(start..<position), range: start..<position)
    }

    private static func isSeparator(_ byte: UInt8) -> Bool {
        switch byte {
        case 0...0x20, 0x7F: true
        case UInt8(ascii: "("), UInt8(ascii: ")"), UInt8(ascii: ","), UInt8(ascii: "\""): true
        case UInt8(ascii: "<"), UInt8(ascii: ">"), UInt8(ascii: "="), UInt8(ascii: "!"): true
        default: false
        }
    }

    /// What stands between quotation marks, behind the first of them; a backslash stands before one that is meant itself,
    /// and before a backslash.
    mutating func quoted() throws(FilterError) -> Token {
        let start = position - 1
        var letters: [UInt8] = []
        while let byte = peek {
            position += 1
            switch byte {
            case UInt8(ascii: "\""):
                return Token(text: String(decoding: letters, as: UTF8.self), range: start..<position, isQuoted: true)
            case UInt8(ascii: "\\"):
                guard let next = peek, next == UInt8(ascii: "\"") || next == UInt8(ascii: "\\") else {
                    throw FilterError(.syntax, "write a backslash as \\\\", at: position - 1..<position)
                }
                position += 1
                letters.append(next)
            case 0: throw FilterError(.syntax, "a text must not contain U+0000", at: position - 1..<position)
            default: letters.append(byte)
            }
        }
        throw FilterError(.syntax, "the text lacks its closing quotation mark", at: start..<bytes.count)
    }

    /// The bytes of the whole character at the position, or none at the end.
    var characterRange: Range<Int> {
        guard !isAtEnd else { return position..<position }
        let rest = bytes[(position + 1)...].prefix(3).prefix { $0 & 0xC0 == 0x80 }
        return position..<position + 1 + rest.count
    }

    func text(_ range: Range<Int>) -> String { String(decoding: bytes[range], as: UTF8.self) }
}

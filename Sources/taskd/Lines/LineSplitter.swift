/// Cuts bytes into lines as they come, and never keeps more than one line of bounded length.
struct LineSplitter: Sendable {
    /// The longest line that is kept, in bytes.
    static let maxLine = 1 << 20

    /// One line without its end.
    enum Line: Hashable, Sendable {
        case whole([UInt8])
        case tooLong
    }

    private var begun: [UInt8] = []
    private var isTooLong = false

    /// Takes more bytes and gives the lines that they complete.
    mutating func append(_ bytes: ArraySlice<UInt8>) -> [Line] {
        var lines: [Line] = []
        var rest = bytes
        while let end = rest.firstIndex(of: UInt8(ascii: "\n")) {
            keep(rest[..<end])
            lines.append(cut())
            rest = rest[(end + 1)...]
        }
        keep(rest)
        return lines
    }

    /// Gives the last line where it has no end.
    mutating func finish() -> Line? {
        begun.isEmpty && !isTooLong ? nil : cut()
    }

    private mutating func keep(_ bytes: ArraySlice<UInt8>) {
        if isTooLong || begun.count + bytes.count > Self.maxLine {
            (isTooLong, begun) = (true, [])
        } else {
            begun += bytes
        }
    }

    private mutating func cut() -> Line {
        defer { (isTooLong, begun) = (false, []) }
        return isTooLong ? .tooLong : .whole(begun)
    }
}

import Basics
import HTTPTypes
import Hummingbird

/// Which part of content a request asks for (RFC 9110 §14): one range of bytes, or all of it.
enum ByteRange: Hashable, Sendable {
    /// All of it: nothing else was asked for, or nothing that is understood.
    case whole
    /// Some bytes, of which there is at least one.
    case part(Range<Int>)
    /// Bytes that there are none of.
    case unsatisfiable

    /// Reads the value of a header `Range`; several ranges, and what is no range of bytes, are answered whole.
    init(_ text: String?, of size: Int) {
        self = .whole
        guard let text, let equals = text.firstIndex(of: "="),
            text[..<equals].withoutOptionalWhitespace.lowercased() == "bytes",
            !text.contains(",")
        else { return }
        let range = text[text.index(after: equals)...].withoutOptionalWhitespace
        let ends = range.split(separator: "-", maxSplits: 1, omittingEmptySubsequences: false)
        guard ends.count == 2 else { return }
        switch (Self.number(ends[0]), Self.number(ends[1])) {
        case (let first?, nil) where ends[1].isEmpty:
            self = first < size ? .part(first..<size) : .unsatisfiable
        case (let first?, let last?) where first <= last:
            self = first < size ? .part(first..<min(last, size - 1) + 1) : .unsatisfiable
        case (nil, let count?) where ends[0].isEmpty:
            self = count > 0 && size > 0 ? .part(max(0, size - count)..<size) : .unsatisfiable
        default: break
        }
    }

    /// Digits; a number that is too large is as good as the greatest one.
    private static func number(_ text: Substring) -> Int? {
        guard !text.isEmpty, text.utf8.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }) else {
            return nil
        }
        return min(Int(text) ?? .max, .max - 1)
    }
}

extension Request {
    /// The part that is asked for of content of a size, under the condition of `If-Range` (RFC 9110 §13.1.5).
    func byteRange(of size: Int, tagged tag: EntityTag) -> ByteRange {
        // Ranges are of GET alone (RFC 9110 §14.2).
        guard method == .get else { return .whole }
        // A date, or a weak tag, never matches.
        if let condition = headers[.ifRange], condition != tag.text { return .whole }
        return ByteRange(headers[.range], of: size)
    }
}

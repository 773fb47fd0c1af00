/// Finds members of JSON objects without reading the others: for texts that taskd has written itself, of which a few
/// members are wanted.
///
/// What is passed over is not checked; bytes that are no JSON lead to no trap, and to `nil` or to missing members.
package struct JSONSkimmer {
    private let bytes: UnsafeBufferPointer<UInt8>
    private var position: Int

    /// Goes through the members of an object in their order until `body` has seen enough.
    ///
    /// - Parameters:
    ///   - bytes: The text that the object stands in.
    ///   - range: Where in it the object stands; nil for the whole text.
    ///   - body: Gets the bytes of a name, as they stand between the quotation marks, and where its value stands; returns
    ///     whether it wants another member.
    /// - Returns: Whether the object was gone through, as far as `body` wanted.
    package static func eachMember(
        of bytes: UnsafeBufferPointer<UInt8>, in range: Range<Int>? = nil,
        _ body: (UnsafeBufferPointer<UInt8>.SubSequence, Range<Int>) -> Bool
    ) -> Bool {
        let range = range ?? bytes.indices
        guard range.upperBound <= bytes.count else { return false }
        var skimmer = JSONSkimmer(
            bytes: UnsafeBufferPointer(rebasing: bytes[..<range.upperBound]), position: range.lowerBound)
        return skimmer.eachMember(body)
    }

    private mutating func eachMember(_ body: (UnsafeBufferPointer<UInt8>.SubSequence, Range<Int>) -> Bool) -> Bool {
        skipSpace()
        guard take(UInt8(ascii: "{")) else { return false }
        skipSpace()
        if take(UInt8(ascii: "}")) { return true }
        repeat {
            skipSpace()
            let nameStart = position
            guard skipString() else { return false }
            let name = bytes[nameStart + 1..<position - 1]
            skipSpace()
            guard take(UInt8(ascii: ":")) else { return false }
            skipSpace()
            let valueStart = position
            guard skipValue() else { return false }
            if !body(name, valueStart..<position) { return true }
            skipSpace()
        } while take(UInt8(ascii: ","))
        return take(UInt8(ascii: "}"))
    }

    private mutating func skipValue() -> Bool {
        switch peek {
        case UInt8(ascii: "\""): return skipString()
        case UInt8(ascii: "{"), UInt8(ascii: "["): return skipNested()
        case nil: return false
        default:
            let start = position
            while let byte = peek, !Self.endsLiteral(byte) { position += 1 }
            return position > start
        }
    }

    /// Passes an object or an array by its brackets, which count outside of strings alone.
    private mutating func skipNested() -> Bool {
        var depth = 0
        while let byte = peek {
            switch byte {
            case UInt8(ascii: "\""):
                guard skipString() else { return false }
                continue
            case UInt8(ascii: "{"), UInt8(ascii: "["): depth += 1
            case UInt8(ascii: "}"), UInt8(ascii: "]"): depth -= 1
            default: break
            }
            position += 1
            if depth == 0 { return true }
        }
        return false
    }

    private mutating func skipString() -> Bool {
        guard take(UInt8(ascii: "\"")) else { return false }
        while let byte = peek {
            position += byte == UInt8(ascii: "\\") ? 2 : 1
            if byte == UInt8(ascii: "\"") { return true }
        }
        return false
    }

    private static func endsLiteral(_ byte: UInt8) -> Bool {
        byte == UInt8(ascii: ",") || byte == UInt8(ascii: "}") || byte == UInt8(ascii: "]") || byte <= 0x20
    }

    private var peek: UInt8? { position < bytes.count ? bytes[position] : nil }

    private mutating func take(_ byte: UInt8) -> Bool {
        guard peek == byte else { return false }
        position += 1
        return true
    }

    private mutating func skipSpace() {
        while let byte = peek, byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09 { position += 1 }
    }
}

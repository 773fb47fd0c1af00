/// Finds members of JSON objects without reading the others: for texts that taskd has written itself, of which a few
/// members are wanted.
///
/// What is passed over is not checked; bytes that are no JSON lead to no trap, and to `nil` or to missing members.
package struct JSONSkimmer {
    /// The name of a member, as it stands between the quotation marks.
    package typealias Name = UnsafeBufferPointer<UInt8>.SubSequence

    private let bytes: UnsafeBufferPointer<UInt8>
    private var position = 0

    /// Begins at the beginning of a text, which must be there for as long as this is used.
    package init(_ bytes: UnsafeBufferPointer<UInt8>) {
        self.bytes = bytes
    }

    /// Goes through the members of the object at the position until `body` has seen enough, and stays there then.
    ///
    /// - Parameter body: Gets a name, and this at its value, which it may go through or read; else it is passed over. It
    ///   returns whether it wants another member.
    /// - Returns: Whether the object was gone through, as far as `body` wanted.
    package mutating func eachMember(_ body: (Name, inout JSONSkimmer) -> Bool) -> Bool {
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
            let wantsMore = body(name, &self)
            if position == valueStart, wantsMore, !skipValue() { return false }
            if !wantsMore { return true }
            skipSpace()
        } while take(UInt8(ascii: ","))
        return take(UInt8(ascii: "}"))
    }

    /// Goes through the elements of the array at the position.
    ///
    /// - Parameter body: Gets this at an element, which it may go through or read; else it is passed over.
    /// - Returns: Whether the array was gone through.
    package mutating func eachElement(_ body: (inout JSONSkimmer) -> Void) -> Bool {
        skipSpace()
        guard take(UInt8(ascii: "[")) else { return false }
        skipSpace()
        if take(UInt8(ascii: "]")) { return true }
        repeat {
            skipSpace()
            let start = position
            body(&self)
            if position == start, !skipValue() { return false }
            skipSpace()
        } while take(UInt8(ascii: ","))
        return take(UInt8(ascii: "]"))
    }

    /// Whether an object stands at the position.
    package var isAtObject: Bool { peek == UInt8(ascii: "{") }
    /// Whether an array stands at the position.
    package var isAtArray: Bool { peek == UInt8(ascii: "[") }

    /// Passes the value at the position; nil where there is none.
    package mutating func bytesOfValue() -> UnsafeBufferPointer<UInt8>.SubSequence? {
        let start = position
        return skipValue() ? bytes[start..<position] : nil
    }

    /// Passes the value at the position and reads it; nil where it is no JSON.
    package mutating func value() -> JSONValue? {
        bytesOfValue().flatMap { try? JSONValue(json: UnsafeBufferPointer(rebasing: $0)) }
    }

    /// Passes the value at the position and reads it; nil where it is no string.
    package mutating func string() -> String? {
        let start = position
        guard peek == UInt8(ascii: "\"") else {
            _ = skipValue()
            return nil
        }
        guard skipString() else { return nil }
        let inner = bytes[start + 1..<position - 1]
        guard inner.contains(UInt8(ascii: "\\")) else { return String(decoding: inner, as: UTF8.self) }
        position = start
        return value()?.string
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

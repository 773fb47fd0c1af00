/// Takes some members of objects that a ``JSONWriter`` has written.
package struct JSONSelection: Sendable {
    private let names: Set<String>

    /// - Parameter names: The members to take; none of them needs an escape.
    package init(_ names: Set<String>) {
        self.names = names
    }

    /// Writes an object again, with no more than these of its members, in the order in which they stand.
    ///
    /// - Parameters:
    ///   - object: The bytes of one object.
    ///   - json: Where to.
    package func write(_ object: [UInt8], to json: inout JSONWriter) {
        json.object { json in
            var members = ObjectMembers(object)
            while let (name, member) = members.next() {
                if names.contains(name) { json.element { $0.raw(member) } }
            }
        }
    }
}

/// Goes through the members of an object that is known to be JSON without space.
private struct ObjectMembers {
    private let bytes: [UInt8]
    /// Behind the brace or comma before the next member.
    private var position = 1

    init(_ bytes: [UInt8]) {
        self.bytes = bytes
    }

    /// The name of the next member, and the whole of it; nil at the end.
    mutating func next() -> (name: String, member: ArraySlice<UInt8>)? {
        guard position < bytes.count, bytes[position] == UInt8(ascii: "\"") else { return nil }
        let start = position
        let nameEnd = endOfString(from: start)
        var (end, depth) = (nameEnd + 1, 0)
        value: while end < bytes.count {
            switch bytes[end] {
            case UInt8(ascii: "\""):
                end = endOfString(from: end)
                continue
            case UInt8(ascii: "{"), UInt8(ascii: "["): depth += 1
            case UInt8(ascii: "}") where depth == 0, UInt8(ascii: ",") where depth == 0: break value
            case UInt8(ascii: "}"), UInt8(ascii: "]"): depth -= 1
            default: break
            }
            end += 1
        }
        position = end + 1
        return (String(decoding: bytes[(start + 1)..<(nameEnd - 1)], as: UTF8.self), bytes[start..<end])
    }

    /// The place behind the string that begins at a place.
    private func endOfString(from start: Int) -> Int {
        var index = start + 1
        while index < bytes.count, bytes[index] != UInt8(ascii: "\"") {
            index += bytes[index] == UInt8(ascii: "\\") ? 2 : 1
        }
        return min(index + 1, bytes.count)
    }
}

import Storage

/// The parameters of a query as they stand in a request (`application/x-www-form-urlencoded`), read strictly.
enum QueryText {
    /// The longest query that is read, in bytes: the longest filter, each byte of it encoded, and what else there may be.
    static let longest = 16_384

    /// The names and values in their order; nil when something in it is no percent-encoded UTF-8.
    static func parameters(of query: String) -> [(name: String, value: String)]? {
        var parameters: [(name: String, value: String)] = []
        for pair in query.utf8.split(separator: UInt8(ascii: "&")) {
            let name = pair.prefix { $0 != UInt8(ascii: "=") }
            let value = pair.dropFirst(name.count + 1)
            guard let name = decoded(name), let value = decoded(value) else { return nil }
            parameters.append((name, value))
        }
        return parameters
    }

    private static func decoded(_ text: Substring.UTF8View) -> String? {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(text.count)
        var rest = text[...]
        while let byte = rest.popFirst() {
            switch byte {
            case UInt8(ascii: "+"): bytes.append(0x20)
            case UInt8(ascii: "%"):
                guard let high = rest.popFirst().flatMap(digit), let low = rest.popFirst().flatMap(digit) else {
                    return nil
                }
                bytes.append(high << 4 | low)
            default: bytes.append(byte)
            }
        }
        return String(validating: bytes, as: UTF8.self)
    }

    private static func digit(_ byte: UInt8) -> UInt8? {
        Character(Unicode.Scalar(byte)).hexDigitValue.map { UInt8($0) }
    }

    /// A few letters that stand for a text: what differs in it differs in them, but for one in four thousand million.
    static func fingerprint(of text: some Sequence<UInt8>) -> String {
        // FNV-1a, folded.
        let hash = text.reduce(into: 0xCBF2_9CE4_8422_2325 as UInt64) { hash, byte in
            hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3
        }
        return String(UInt32(truncatingIfNeeded: hash ^ hash >> 32), radix: 36)
    }
}

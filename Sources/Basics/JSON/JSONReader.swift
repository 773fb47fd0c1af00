/// Reads JSON (RFC 8259) in one pass over its bytes, and looks at each of them a bounded number of times.
///
/// What RFC 8259 leaves open is refused where readers differ: names that occur twice, halves of surrogate pairs, numbers
/// that no Double holds.
struct JSONReader {
    let bytes: UnsafeBufferPointer<UInt8>
    var position = 0
    /// Where strings with escapes are put together.
    var unescaped: [UInt8] = []
    private let limits: JSONLimits
    private var depth = 0
    private var count = 0

    /// Up to how many fields a name is looked for one by one.
    private static let fewFields = 16

    /// Reads a text that is one value.
    static func read(_ bytes: UnsafeBufferPointer<UInt8>, limits: JSONLimits) -> Result<JSONValue, JSONError> {
        var reader = JSONReader(bytes: bytes, limits: limits)
        do throws(JSONError) {
            return .success(try reader.document())
        } catch {
            return .failure(error)
        }
    }

    private init(bytes: UnsafeBufferPointer<UInt8>, limits: JSONLimits) {
        (self.bytes, self.limits) = (bytes, limits)
    }

    private mutating func document() throws(JSONError) -> JSONValue {
        if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { throw error("begins with a byte order mark; remove it") }
        let value = try value()
        skipSpace()
        guard position == bytes.count else { throw error("unexpected \(next) after the value") }
        return value
    }

    private mutating func value() throws(JSONError) -> JSONValue {
        skipSpace()
        count += 1
        guard count <= limits.values else { throw error("more than \(limits.values) values") }
        switch peek ?? 0 {
        case UInt8(ascii: "{"):
            try enter()
            defer { depth -= 1 }
            return .object(try object())
        case UInt8(ascii: "["):
            try enter()
            defer { depth -= 1 }
            return .array(try array())
        case UInt8(ascii: "\""): return .string(try string())
        case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"): return .number(try number())
        case UInt8(ascii: "t"): return try literal("true", .bool(true))
        case UInt8(ascii: "f"): return try literal("false", .bool(false))
        case UInt8(ascii: "n"): return try literal("null", .null)
        default: throw error("expected a value, found \(next)")
        }
    }

    private mutating func literal(_ word: StaticString, _ value: JSONValue) throws(JSONError) -> JSONValue {
        let letters = UnsafeBufferPointer(start: word.utf8Start, count: word.utf8CodeUnitCount)
        guard bytes[position...].starts(with: letters) else { throw error("expected a value, found \(next)") }
        position += letters.count
        return value
    }

    // MARK: Arrays and objects

    private mutating func enter() throws(JSONError) {
        guard depth < limits.depth else {
            throw error("nested more than \(limits.depth) levels deep")
        }
        depth += 1
    }

    private mutating func array() throws(JSONError) -> [JSONValue] {
        var items: [JSONValue] = []
        position += 1
        skipSpace()
        if take(UInt8(ascii: "]")) { return items }
        while true {
            do throws(JSONError) {
                items.append(try value())
            } catch {
                throw error.inside("\(items.count)")
            }
            if try endsAfterItem(UInt8(ascii: "]")) { return items }
        }
    }

    private mutating func object() throws(JSONError) -> JSONObject {
        var fields: [JSONObject.Field] = []
        var names: Set<Verbatim<String>> = []
        position += 1
        skipSpace()
        if take(UInt8(ascii: "}")) { return JSONObject(uncheckedFields: fields) }
        while true {
            skipSpace()
            let start = position
            let name = try name()
            guard Self.isNew(name, among: fields, &names) else {
                throw JSONError(reason: "duplicate name", offset: start).inside(name)
            }
            do throws(JSONError) {
                fields.append(JSONObject.Field(name: name, value: try value()))
            } catch {
                throw error.inside(name)
            }
            if try endsAfterItem(UInt8(ascii: "}")) { return JSONObject(uncheckedFields: fields) }
        }
    }

    private mutating func name() throws(JSONError) -> String {
        guard peek == UInt8(ascii: "\"") else { throw error("expected a name in quotes, found \(next)") }
        let name = try string()
        skipSpace()
        guard take(UInt8(ascii: ":")) else { throw error("expected a colon, found \(next)").inside(name) }
        return name
    }

    /// Whether a name is none of those before it.
    ///
    /// A few are compared; of more a set is made.
    private static func isNew(
        _ name: String, among fields: [JSONObject.Field], _ names: inout Set<Verbatim<String>>
    ) -> Bool {
        if fields.count < fewFields { return !fields.contains { $0.name.isVerbatim(name) } }
        if names.isEmpty { names = Set(fields.map(\.$name)) }
        return names.insert(Verbatim(wrappedValue: name)).inserted
    }

    /// Passes what follows an item: the end, or a comma with another item after it.
    private mutating func endsAfterItem(_ end: UInt8) throws(JSONError) -> Bool {
        skipSpace()
        if take(end) { return true }
        guard take(UInt8(ascii: ",")) else {
            throw error("expected a comma or \(Character(Unicode.Scalar(end))), found \(next)")
        }
        skipSpace()
        if peek == end { throw error("trailing comma before \(next)") }
        return false
    }

    // MARK: Bytes

    /// The byte at the position; nil at the end.
    var peek: UInt8? { position < bytes.count ? bytes[position] : nil }

    /// Passes a byte if it is there.
    mutating func take(_ byte: UInt8) -> Bool {
        guard peek == byte else { return false }
        position += 1
        return true
    }

    private mutating func skipSpace() {
        while position < bytes.count {
            switch bytes[position] {
            case 0x20, 0x0A, 0x0D, 0x09: position += 1
            default: return
            }
        }
    }

    func error(_ reason: String) -> JSONError { JSONError(reason: reason, offset: position) }

    /// What stands at the position, in words.
    var next: String {
        guard let peek else { return "the end of the input" }
        return (0x21...0x7E).contains(peek) ? "\"\(Character(Unicode.Scalar(peek)))\"" : "byte \(peek)"
    }
}

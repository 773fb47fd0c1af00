import Storage

/// The parameters of a statement in the binary form of the server, one behind the other.
///
/// Integers are big-endian, texts their UTF-8, UUIDs their 16 bytes; an array is of one dimension
/// (https://www.postgresql.org/docs/current/protocol-overview.html, `array_recv` of the server).
struct Parameters: Sendable {
    /// The OIDs of the types that arrays have, which are the same in every database (pg_type.dat).
    private enum ElementType: Int32 {
        case boolean = 16, bytes = 17, bigint = 20, text = 25, uuid = 2950
    }

    private(set) var bytes: [UInt8] = []
    /// Where each parameter ends; the same as the one before for an empty one.
    private(set) var ends: [Int] = []
    /// Which of them are NULL.
    private(set) var nulls: Set<Int> = []

    var count: Int { ends.count }

    mutating func add(_ value: Int64?) { add(value) { $0.append($1) } }
    mutating func add(_ value: Int?) { add(value.map(Int64.init)) }
    mutating func add(_ value: Bool?) { add(value) { $0.bytes.append($1 ? 1 : 0) } }
    mutating func add(_ value: String?) { add(value) { $0.bytes += $1.utf8 } }
    mutating func add(_ value: [UInt8]?) { add(value) { $0.bytes += $1 } }
    mutating func add(_ value: UUIDValue?) { add(value) { $0.append($1) } }

    mutating func add(_ values: [Int64?]) { add(values, of: .bigint) { $0.append($1) } }
    mutating func add(_ values: [Bool?]) { add(values, of: .boolean) { $0.bytes.append($1 ? 1 : 0) } }
    mutating func add(_ values: [String?]) { add(values, of: .text) { $0.bytes += $1.utf8 } }
    mutating func add(_ values: [[UInt8]?]) { add(values, of: .bytes) { $0.bytes += $1 } }
    mutating func add(_ values: [UUIDValue?]) { add(values, of: .uuid) { $0.append($1) } }

    private mutating func add<Value>(_ value: Value?, _ write: (inout Parameters, Value) -> Void) {
        if let value { write(&self, value) } else { nulls.insert(ends.count) }
        ends.append(bytes.count)
    }

    private mutating func add<Value>(
        _ values: [Value?], of type: ElementType, _ write: (inout Parameters, Value) -> Void
    ) {
        // An array without elements has no dimension.
        append(Int32(values.isEmpty ? 0 : 1))
        append(Int32(values.contains { $0 == nil } ? 1 : 0))
        append(type.rawValue)
        if !values.isEmpty {
            append(Int32(values.count))
            append(Int32(1))
        }
        for value in values {
            let start = bytes.count
            append(Int32(-1))
            guard let value else { continue }
            write(&self, value)
            let length = UInt32(bytes.count - start - 4)
            for place in 0..<4 { bytes[start + place] = UInt8(truncatingIfNeeded: length >> UInt32(24 - 8 * place)) }
        }
        ends.append(bytes.count)
    }

    private mutating func append(_ value: some FixedWidthInteger) {
        withUnsafeBytes(of: value.bigEndian) { bytes += $0 }
    }

    private mutating func append(_ value: UUIDValue) {
        append(value.high)
        append(value.low)
    }
}

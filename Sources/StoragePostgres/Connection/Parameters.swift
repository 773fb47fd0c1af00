import Foundation

/// The parameters of a statement in the binary form of the server, one behind the other.
///
/// Integers are big-endian, texts their UTF-8, UUIDs their 16 bytes
/// (https://www.postgresql.org/docs/current/protocol-overview.html).
struct Parameters: Hashable, Sendable {
    private(set) var bytes: [UInt8] = []
    /// Where each parameter ends; the same as the one before for an empty one.
    private(set) var ends: [Int] = []
    /// Which of them are NULL.
    private(set) var nulls: Set<Int> = []
    /// The numbers of their types.
    private(set) var types: [UInt32] = []

    var count: Int { ends.count }

    /// Makes none.
    init() {}

    /// Makes some.
    init(_ arguments: Arguments) {
        for argument in arguments { add(argument) }
    }

    /// Adds an array.
    mutating func add(_ array: ArrayBuilder) {
        array.write(to: &bytes)
        ends.append(bytes.count)
        types.append(array.typeNumber)
    }

    mutating func add(_ value: some ParameterValue) {
        if value.isNull { nulls.insert(ends.count) } else { value.write(to: &bytes) }
        ends.append(bytes.count)
        types.append(type(of: value).serverType.number)
    }
}

extension Parameters {
    /// Calls a closure with the values, their lengths and their formats as libpq takes them.
    func withValues<Value>(
        _ body: (UnsafePointer<UnsafePointer<CChar>?>?, UnsafePointer<Int32>?, UnsafePointer<Int32>?) -> Value
    ) -> Value {
        var (lengths, start): ([Int32], Int) = ([], 0)
        for end in ends {
            lengths.append(Int32(end - start))
            start = end
        }
        return bytes.withUnsafeBufferPointer { bytes in
            bytes.withMemoryRebound(to: CChar.self) { bytes in
                // An empty value is not NULL, and so needs a place as well.
                var empty: CChar = 0
                return withUnsafePointer(to: &empty) { empty in
                    var (values, start): ([UnsafePointer<CChar>?], Int) = ([], 0)
                    for (place, end) in ends.enumerated() {
                        values.append(nulls.contains(place) ? nil : bytes.baseAddress.map { $0 + start } ?? empty)
                        start = end
                    }
                    return body(values, lengths, [Int32](repeating: 1, count: count))
                }
            }
        }
    }
}

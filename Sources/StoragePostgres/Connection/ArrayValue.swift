import Storage

/// Arrays of one dimension, in the form of the server's `array_recv` and `array_send`: the number of dimensions, whether
/// there are NULLs, the type of the elements, how many they are and what the first is counted as, then each behind its
/// length, which is -1 for NULL.
extension Array: ParameterValue where Element: ParameterValue {
    static var serverType: ServerType { ServerType(number: Element.serverType.arrayNumber, arrayNumber: 0) }

    func write(to bytes: inout [UInt8]) {
        // An array without elements has no dimension.
        bytes.append(bigEndian: Int32(isEmpty ? 0 : 1))
        bytes.append(bigEndian: Int32(contains { $0.isNull } ? 1 : 0))
        bytes.append(bigEndian: Element.serverType.number)
        guard !isEmpty else { return }
        bytes.append(bigEndian: Int32(count))
        bytes.append(bigEndian: Int32(1))
        for element in self {
            let start = bytes.count
            bytes.append(bigEndian: Int32(-1))
            guard !element.isNull else { continue }
            element.write(to: &bytes)
            let length = UInt32(bytes.count - start - 4)
            for place in 0..<4 { bytes[start + place] = UInt8(truncatingIfNeeded: length >> UInt32(24 - 8 * place)) }
        }
    }
}

extension Array: ColumnValue where Element: ColumnValue {
    /// Reads an array without NULLs.
    init?(from bytes: UnsafeRawBufferPointer) {
        var rest = bytes[...]
        func next() -> Int32? {
            guard rest.count >= 4 else { return nil }
            defer { rest = rest.dropFirst(4) }
            return Int32(bigEndian: UnsafeRawBufferPointer(rebasing: rest).loadUnaligned(as: Int32.self))
        }
        self.init()
        guard let dimensions = next(), next() != nil, next() != nil else { return nil }
        if dimensions == 0 { return }
        guard dimensions == 1, let count = next(), next() != nil else { return nil }
        reserveCapacity(Int(count))
        for _ in 0..<count {
            guard let length = next(), length >= 0, rest.count >= length else { return nil }
            let piece = UnsafeRawBufferPointer(rebasing: rest.prefix(Int(length)))
            guard let element = Element(from: piece) else { return nil }
            append(element)
            rest = rest.dropFirst(Int(length))
        }
    }
}

import Storage

/// An array of one dimension that grows element by element, in the form of the server's `array_recv` and `array_send`: the
/// number of dimensions, whether there are NULLs, the type of the elements, how many they are and what the first is counted
/// as, then each behind its length, which is -1 for NULL.
struct ArrayBuilder {
    private let type: ServerType
    private var count: Int32 = 0
    private var hasNull = false
    private var elements: [UInt8] = []

    /// The number of the array's type.
    var typeNumber: UInt32 { type.arrayNumber }

    /// Makes an empty one, of elements of a type.
    init(of type: ServerType) {
        self.type = type
    }

    /// Adds an element, which is of the type.
    mutating func append(_ element: some ParameterValue) {
        count += 1
        let start = elements.count
        elements.append(bigEndian: Int32(-1))
        guard !element.isNull else { return hasNull = true }
        element.write(to: &elements)
        let length = UInt32(elements.count - start - 4)
        for place in 0..<4 { elements[start + place] = UInt8(truncatingIfNeeded: length >> UInt32(24 - 8 * place)) }
    }

    /// Appends the array in the binary form of the server.
    func write(to bytes: inout [UInt8]) {
        // An array without elements has no dimension.
        bytes.append(bigEndian: Int32(count == 0 ? 0 : 1))
        bytes.append(bigEndian: Int32(hasNull ? 1 : 0))
        bytes.append(bigEndian: type.number)
        guard count > 0 else { return }
        bytes.append(bigEndian: count)
        bytes.append(bigEndian: Int32(1))
        bytes += elements
    }
}

extension Array: ParameterValue where Element: ParameterValue {
    static var serverType: ServerType { ServerType(number: Element.serverType.arrayNumber, arrayNumber: 0) }

    func write(to bytes: inout [UInt8]) {
        var array = ArrayBuilder(of: Element.serverType)
        for element in self { array.append(element) }
        array.write(to: &bytes)
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

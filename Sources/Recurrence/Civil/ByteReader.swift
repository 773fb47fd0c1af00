/// A position in UTF-8 bytes, with the few readings that dates, durations and zone footers need.
struct ByteReader {
    private let bytes: Slice<UnsafeBufferPointer<UInt8>>
    private(set) var position: Int

    init(_ bytes: Slice<UnsafeBufferPointer<UInt8>>) {
        self.bytes = bytes
        position = bytes.startIndex
    }

    var isAtEnd: Bool { position >= bytes.endIndex }
    var peek: UInt8? { isAtEnd ? nil : bytes[position] }

    func peekDigit(at distance: Int) -> Int? {
        let index = position + distance
        guard index < bytes.endIndex else { return nil }
        let digit = Int(bytes[index]) - 48
        return (0...9).contains(digit) ? digit : nil
    }

    mutating func advance() { position += 1 }

    mutating func skip(_ character: Unicode.Scalar) -> Bool {
        guard let byte = peek, UInt32(byte) == character.value else { return false }
        position += 1
        return true
    }

    /// Exactly `count` digits.
    mutating func digits(_ count: Int) -> Int? {
        var value = 0
        for index in 0..<count {
            guard let digit = peekDigit(at: index) else { return nil }
            value = value * 10 + digit
        }
        position += count
        return value
    }

    /// One digit or more, up to `limit`; nil without a digit or beyond the limit.
    mutating func number(limit: Int) -> Int? {
        guard peekDigit(at: 0) != nil else { return nil }
        var value = 0
        while let digit = peekDigit(at: 0) {
            value = value * 10 + digit
            guard value <= limit else { return nil }
            position += 1
        }
        return value
    }
}

extension JSONReader {
    /// The longest number that is read: no Double needs as many digits to be told from its neighbours.
    private static let maxNumber = 1_000

    /// Reads a number, from its first byte on.
    mutating func number() throws(JSONError) -> Double {
        let start = position
        let isNegative = take(UInt8(ascii: "-"))
        let first = position
        guard let digit = peek, Self.isDigit(digit) else { throw error("expected a digit, found \(next)") }
        if digit == UInt8(ascii: "0") { position += 1 } else { skipDigits() }
        if let peek, Self.isDigit(peek) { throw JSONError(reason: "leading zero in a number", offset: first) }
        let hasSmallInteger = position - first <= 15
        let integerEnd = position
        if take(UInt8(ascii: ".")) { try digits() }
        if take(UInt8(ascii: "e")) || take(UInt8(ascii: "E")) {
            if !take(UInt8(ascii: "+")) { _ = take(UInt8(ascii: "-")) }
            try digits()
        }
        if hasSmallInteger, position == integerEnd {
            let magnitude = bytes[first..<position].reduce(into: 0) { $0 = $0 * 10 + Int($1 - UInt8(ascii: "0")) }
            return isNegative ? -Double(magnitude) : Double(magnitude)
        }
        return try double(from: start)
    }

    private func double(from start: Int) throws(JSONError) -> Double {
        guard position - start <= Self.maxNumber else {
            throw JSONError(reason: "number longer than \(Self.maxNumber) characters", offset: start)
        }
        guard let number = Double(String(decoding: bytes[start..<position], as: UTF8.self)), number.isFinite else {
            throw JSONError(reason: "number out of range", offset: start)
        }
        return number
    }

    /// Passes at least one digit.
    private mutating func digits() throws(JSONError) {
        guard let peek, Self.isDigit(peek) else { throw error("expected a digit, found \(next)") }
        skipDigits()
    }

    private mutating func skipDigits() {
        while let peek, Self.isDigit(peek) { position += 1 }
    }

    private static func isDigit(_ byte: UInt8) -> Bool {
        (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
    }
}

/// ASCII text in the making: digits of fixed width and separators, without any formatter.
struct DigitText {
    private(set) var bytes: [UInt8]

    /// Begins with room for an instant.
    init() {
        bytes = []
        bytes.reserveCapacity(32)
    }

    /// Goes on where bytes that are there already end.
    init(after bytes: [UInt8]) {
        self.bytes = bytes
    }

    var string: String { String(decoding: bytes, as: UTF8.self) }

    mutating func append(_ character: Unicode.Scalar) {
        bytes.append(UInt8(truncatingIfNeeded: character.value))
    }

    mutating func append(_ value: Int, width: Int) {
        let digits = value.magnitude
        // Nearly all that is written: divisions by constants cost a tenth of those below.
        if width == 2, digits < 100 { return appendPair(digits) }
        if width == 4, digits < 10_000 {
            appendPair(digits / 100)
            return appendPair(digits % 100)
        }
        var (place, count): (UInt, Int) = (1, 1)
        while count < width || digits / place > 9 {
            place *= 10
            count += 1
        }
        while place > 0 {
            bytes.append(UInt8(truncatingIfNeeded: 48 + digits / place % 10))
            place /= 10
        }
    }

    private mutating func appendPair(_ digits: UInt) {
        bytes.append(UInt8(truncatingIfNeeded: 48 + digits / 10))
        bytes.append(UInt8(truncatingIfNeeded: 48 + digits % 10))
    }

    mutating func append(_ date: CivilDate, separator: Bool) {
        let fields = GregorianMonth.fields(ofDay: date.daysSinceEpoch)
        append(fields.year, width: 4)
        if separator { append("-") }
        append(fields.month, width: 2)
        if separator { append("-") }
        append(fields.day, width: 2)
    }

    mutating func append(_ time: CivilDateTime, separator: Bool) {
        append(time.date, separator: separator)
        append("T")
        append(time.hour, width: 2)
        if separator { append(":") }
        append(time.minute, width: 2)
        if separator { append(":") }
        append(time.second, width: 2)
    }
}

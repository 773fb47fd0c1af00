/// ASCII text in the making: digits of fixed width and separators, without any formatter.
struct DigitText {
    private var bytes: [UInt8] = []

    var string: String { String(decoding: bytes, as: UTF8.self) }

    mutating func append(_ character: Unicode.Scalar) {
        bytes.append(UInt8(truncatingIfNeeded: character.value))
    }

    mutating func append(_ value: Int, width: Int) {
        var digits = value.magnitude
        let start = bytes.count
        repeat {
            bytes.append(UInt8(48 + digits % 10))
            digits /= 10
        } while digits > 0 || bytes.count - start < width
        bytes[start...].reverse()
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

/// ASCII text in the making: digits of fixed width and separators, without any formatter.
///
/// It has room for an instant at the far ends of what 64 bits hold, and takes nothing from the heap.
package struct DigitText {
    private var units = InlineArray<40, UInt8>(repeating: 0)
    private var count = 0

    package init() {}

    package var string: String {
        withUnits { String(decoding: $0, as: UTF8.self) }
    }

    package func withUnits<Result>(_ body: (UnsafeBufferPointer<UInt8>) -> Result) -> Result {
        units.span.withUnsafeBufferPointer { body(UnsafeBufferPointer(rebasing: $0[..<count])) }
    }

    package mutating func append(_ character: Unicode.Scalar) {
        put(UInt8(truncatingIfNeeded: character.value))
    }

    package mutating func append(_ value: Int, width: Int) {
        let digits = value.magnitude
        // Nearly all that is written: divisions by constants cost a tenth of those below.
        if width == 2, digits < 100 { return appendPair(digits) }
        if width == 4, digits < 10_000 {
            appendPair(digits / 100)
            return appendPair(digits % 100)
        }
        var (place, places): (UInt, Int) = (1, 1)
        while places < width || digits / place > 9 {
            place *= 10
            places += 1
        }
        while place > 0 {
            put(UInt8(truncatingIfNeeded: 48 + digits / place % 10))
            place /= 10
        }
    }

    private mutating func appendPair(_ digits: UInt) {
        put(UInt8(truncatingIfNeeded: 48 + digits / 10))
        put(UInt8(truncatingIfNeeded: 48 + digits % 10))
    }

    @inline(__always)
    private mutating func put(_ unit: UInt8) {
        units[count] = unit
        count += 1
    }

    package mutating func append(_ date: CivilDate, separator: Bool) {
        let fields = GregorianMonth.fields(ofDay: date.daysSinceEpoch)
        append(fields.year, width: 4)
        if separator { append("-") }
        append(fields.month, width: 2)
        if separator { append("-") }
        append(fields.day, width: 2)
    }

    package mutating func append(_ time: CivilDateTime, separator: Bool) {
        append(time.date, separator: separator)
        append("T")
        append(time.hour, width: 2)
        if separator { append(":") }
        append(time.minute, width: 2)
        if separator { append(":") }
        append(time.second, width: 2)
    }
}

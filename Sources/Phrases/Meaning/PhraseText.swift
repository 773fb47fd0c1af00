import Recurrence

/// A time in the making as text: ISO 8601 in bytes of fixed room, and a zone behind it.
struct PhraseText {
    private var units = InlineArray<32, UInt8>(repeating: 0)
    private var count = 0
    private var zone = ""

    var string: String {
        let time = units.span.withUnsafeBufferPointer { String(decoding: $0[..<count], as: UTF8.self) }
        return zone.isEmpty ? time : time + "[" + zone + "]"
    }

    mutating func append(_ time: PhraseTime) {
        append(time.civil.date, separator: UInt8(ascii: "-"))
        if case .dateTime(let local) = time.civil {
            put(UInt8(ascii: "T"))
            append(clock: local.secondOfDay)
        }
        if let offset = time.utcOffset { append(offset: offset) }
        zone = time.zone ?? ""
    }

    private mutating func append(_ date: CivilDate, separator: UInt8) {
        digits(date.year, width: 4)
        put(separator)
        digits(date.month, width: 2)
        put(separator)
        digits(date.day, width: 2)
    }

    private mutating func append(clock second: Int) {
        digits(second / 3_600, width: 2)
        put(UInt8(ascii: ":"))
        digits(second / 60 % 60, width: 2)
        guard second % 60 != 0 else { return }
        put(UInt8(ascii: ":"))
        digits(second % 60, width: 2)
    }

    private mutating func append(offset: Int) {
        put(UInt8(ascii: offset < 0 ? "-" : "+"))
        append(clock: abs(offset))
    }

    private mutating func digits(_ value: Int, width: Int) {
        var place = width == 4 ? 1_000 : 10
        while place > 0 {
            put(UInt8(truncatingIfNeeded: 48 + value / place % 10))
            place /= 10
        }
    }

    private mutating func put(_ unit: UInt8) {
        units[count] = unit
        count += 1
    }
}

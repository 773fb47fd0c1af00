/// The parts of an RRULE.
enum RulePart: UInt16, CaseIterable {
    case frequency, byDay, interval, until, count, byMonth, byMonthDay, weekStart, byHour, byMinute, bySecond
    case bySetPosition, byYearDay, byWeekNumber, calendar, skip

    var name: StaticString {
        switch self {
        case .frequency: "FREQ"
        case .byDay: "BYDAY"
        case .interval: "INTERVAL"
        case .until: "UNTIL"
        case .count: "COUNT"
        case .byMonth: "BYMONTH"
        case .byMonthDay: "BYMONTHDAY"
        case .weekStart: "WKST"
        case .byHour: "BYHOUR"
        case .byMinute: "BYMINUTE"
        case .bySecond: "BYSECOND"
        case .bySetPosition: "BYSETPOS"
        case .byYearDay: "BYYEARDAY"
        case .byWeekNumber: "BYWEEKNO"
        case .calendar: "RSCALE"
        case .skip: "SKIP"
        }
    }

    /// The only part that a name of that length can mean, judged by as few letters as tell the parts apart.
    private static func candidate(length: Int, _ letter: (Int) -> UInt8) -> RulePart? {
        switch (length, letter(0)) {
        case (4, UInt8(ascii: "F")): .frequency
        case (4, UInt8(ascii: "W")): .weekStart
        case (4, _): .skip
        case (5, UInt8(ascii: "B")): .byDay
        case (5, UInt8(ascii: "C")): .count
        case (5, _): .until
        case (6, UInt8(ascii: "B")): .byHour
        case (6, _): .calendar
        case (7, _): .byMonth
        case (8, UInt8(ascii: "I")): .interval
        case (8, _):
            switch (letter(2), letter(4)) {
            case (UInt8(ascii: "M"), _): .byMinute
            case (UInt8(ascii: "W"), _): .byWeekNumber
            case (_, UInt8(ascii: "C")): .bySecond
            default: .bySetPosition
            }
        case (9, _): .byYearDay
        case (10, _): .byMonthDay
        default: nil
        }
    }

    /// The part of that name, in capitals or not.
    init?(name: Slice<UnsafeBufferPointer<UInt8>>) {
        let start = name.startIndex
        guard !name.isEmpty, let part = Self.candidate(length: name.count, { name[start + $0] & 0xDF }),
            part.name.matches(name)
        else { return nil }
        self = part
    }

    /// This part's bit in a set of parts.
    var bit: UInt16 { 1 << rawValue }
}

extension StaticString {
    /// Whether the bytes spell this word, in capitals or not; the word itself is in capitals.
    func matches(_ bytes: Slice<UnsafeBufferPointer<UInt8>>) -> Bool {
        let count = utf8CodeUnitCount
        guard bytes.count == count, let given = bytes.base.baseAddress.map({ $0 + bytes.startIndex }) else {
            return false
        }
        // Two loads that overlap cover a word of 4 to 16 bytes.
        let (left, right) = (UnsafeRawPointer(given), UnsafeRawPointer(utf8Start))
        switch count {
        case 4..<8:
            return Self.spellAlike(left, right, at: 0, as: UInt32.self)
                && Self.spellAlike(left, right, at: count - 4, as: UInt32.self)
        case 8...16:
            return Self.spellAlike(left, right, at: 0, as: UInt64.self)
                && Self.spellAlike(left, right, at: count - 8, as: UInt64.self)
        default:
            return (0..<count).allSatisfy { Self.spellAlike(left, right, at: $0, as: UInt8.self) }
        }
    }

    /// Letters differ from their capitals in the bit 0x20, and have the bit 0x40.
    @inline(__always)
    private static func spellAlike<Bytes: FixedWidthInteger & UnsignedInteger & BitwiseCopyable>(
        _ given: UnsafeRawPointer, _ word: UnsafeRawPointer, at offset: Int, as type: Bytes.Type
    ) -> Bool {
        let letters = word.loadUnaligned(fromByteOffset: offset, as: type)
        let difference = given.loadUnaligned(fromByteOffset: offset, as: type) ^ letters
        let everyByte = Bytes.max / 0xFF
        let mayDiffer = (letters & (everyByte &* 0x40)) >> 1
        return difference & ~mayDiffer == 0
    }
}

/// The parts of an RRULE, the frequent ones first.
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

    /// This part's bit in a set of parts.
    var bit: UInt16 { 1 << rawValue }
}

extension StaticString {
    /// Whether the bytes spell this word, in capitals or not; the word itself is in capitals.
    func matches(_ bytes: Slice<UnsafeBufferPointer<UInt8>>) -> Bool {
        guard bytes.count == utf8CodeUnitCount else { return false }
        let word = UnsafeBufferPointer(start: utf8Start, count: utf8CodeUnitCount)
        for (given, letter) in zip(bytes, word) where given != letter && given & 0xDF != letter { return false }
        return true
    }
}

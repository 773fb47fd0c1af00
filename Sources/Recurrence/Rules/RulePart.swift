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

    /// The part of that name, where it has no more than eight letters.
    @inline(__always)
    init?(_ name: Letters) {
        switch name {
        case "FREQ": self = .frequency
        case "BYDAY": self = .byDay
        case "INTERVAL": self = .interval
        case "UNTIL": self = .until
        case "COUNT": self = .count
        case "BYMONTH": self = .byMonth
        case "WKST": self = .weekStart
        case "BYHOUR": self = .byHour
        case "BYMINUTE": self = .byMinute
        case "BYSECOND": self = .bySecond
        case "BYSETPOS": self = .bySetPosition
        case "BYWEEKNO": self = .byWeekNumber
        case "RSCALE": self = .calendar
        case "SKIP": self = .skip
        default: return nil
        }
    }

    /// The part of a longer name: of its first eight letters, and of the others.
    @inline(__always)
    init?(_ name: Letters, _ rest: Letters) {
        switch (name, rest) {
        case ("BYMONTHD", "AY"): self = .byMonthDay
        case ("BYYEARDA", "Y"): self = .byYearDay
        default: return nil
        }
    }

    /// This part's bit in a set of parts.
    @inline(__always)
    var bit: UInt16 { 1 << rawValue }

    /// The parts that not every calendar takes with every value.
    static var bitsOfCalendars: UInt16 {
        calendar.bit | skip.bit | byMonth.bit | byYearDay.bit | bySetPosition.bit
    }
}

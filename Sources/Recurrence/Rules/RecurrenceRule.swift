/// One RRULE (RFC 5545 §3.3.10, with RSCALE and SKIP of RFC 7529).
///
/// Lists are sets: order and repetition do not matter, and two rules that print alike are equal.
public struct RecurrenceRule: Hashable, Sendable {
    /// The period, FREQ.
    public internal(set) var frequency = Frequency.daily
    /// Every how many periods, INTERVAL; 1 or more.
    public internal(set) var interval = 1
    /// How many occurrences in all, COUNT; 1 or more, never together with `until`.
    public internal(set) var count: Int?
    /// The last moment, UNTIL; never together with `count`.
    public internal(set) var until: RecurrenceTime?
    /// The first day of the week, WKST; Monday unless the rule says otherwise.
    public internal(set) var weekStart = Weekday.monday
    /// The calendar, RSCALE; nil where the rule does not name one, which means Gregorian.
    public internal(set) var calendar: RuleCalendar?
    /// What becomes of days that a month lacks, SKIP.
    public internal(set) var skip = RuleSkip.omit

    /// BYWEEKNO counted from the beginning and from the end; bit `n` is week `n`, or week `-n`.
    var weekNumbers: UInt64 = 0
    var weekNumbersFromEnd: UInt64 = 0
    /// The values of BYDAY with an ordinal that a month can have.
    var nearOrdinals = WeekdayOrdinals()
    /// The values of BYDAY without an ordinal; bit 0 is Monday.
    var weekdays: UInt8 = 0
    /// BYMONTH; bit `n` is month `n`.
    var months: UInt16 = 0
    /// The leap months of BYMONTH; bit `n` is the one after month `n`.
    var leapMonths: UInt16 = 0
    /// BYMONTHDAY counted from the beginning; bit `n` is day `n`.
    var monthDays: UInt32 = 0
    /// BYMONTHDAY counted from the end; bit `n` is day `-n`.
    var monthDaysFromEnd: UInt32 = 0
    /// BYHOUR, BYMINUTE and BYSECOND; bit `n` is the number `n`, so that a leap second is bit 60.
    var hours: UInt32 = 0
    var minutes: UInt64 = 0
    var seconds: UInt64 = 0

    /// One element where a rule has such parts; so that a rule without them stays small, and is copied fast.
    private(set) var rareParts: [RareParts] = []

    init() {}

    /// Reads the text of an RRULE, with or without `RRULE:`, in capitals or not.
    ///
    /// - Parameters:
    ///   - text: The rule, at most 64 KiB.
    ///   - form: How closely the text must keep to the grammar.
    /// - Throws: `RecurrenceError` with the part at fault and its byte offset: `.syntax` for what is no rule,
    ///   `.value` for numbers out of range, `.conflict` for parts that exclude each other, `.unsupported` for a
    ///   calendar that is not evaluated, `.limit` for a text too long.
    public init(_ text: String, form: TextForm = .lenient) throws(RecurrenceError) {
        self.init()
        if let fault = Self.read(text, form: form, into: &self) { throw fault }
    }

    /// Reads the UTF-8 of an RRULE, as the initializer from text does, without a string in between.
    package init(utf8 bytes: UnsafeBufferPointer<UInt8>, form: TextForm) throws(RecurrenceError) {
        self.init()
        var parser = RuleParser(bytes, form: form)
        try parser.parse(into: &self)
    }

    /// Reads into a rule that is still empty, so that nothing of its size is moved about.
    private static func read(_ text: String, form: TextForm, into rule: inout RecurrenceRule) -> RecurrenceError? {
        func read(_ bytes: UnsafeBufferPointer<UInt8>) -> RecurrenceError? {
            var parser = RuleParser(bytes, form: form)
            do throws(RecurrenceError) {
                try parser.parse(into: &rule)
                return nil
            } catch {
                return error
            }
        }
        // Only a string that another language lends has to be copied.
        if let outcome = text.utf8.withContiguousStorageIfAvailable(read) { return outcome }
        var copy = text
        return copy.withUTF8(read)
    }

    /// The months, BYMONTH, ascending.
    public var byMonth: [RuleMonth] {
        let plain = UInt64(months).setBits.map { RuleMonth($0) }
        return leapMonths == 0
            ? plain : (plain + UInt64(leapMonths).setBits.map { RuleMonth($0, isLeap: true) }).sorted()
    }
    /// Days of the month, BYMONTHDAY, ascending; 1...31 from its beginning, -1...-31 from its end.
    public var byMonthDay: [Int] {
        UInt64(monthDaysFromEnd).setBits.reversed().map { -$0 } + UInt64(monthDays).setBits
    }
    /// Weekdays, BYDAY: those without an ordinal first.
    public var byDay: [RuleWeekday] {
        Weekday.allCases.filter { weekdays >> UInt8($0.rawValue) & 1 == 1 }.map { RuleWeekday($0) } + weekdayOrdinals
    }
    /// Days of the year, BYYEARDAY, ascending; 1...366 from its beginning, -1...-366 from its end, up to 385 in the
    /// calendars that have leap months.
    public var byYearDay: [Int] { rare?.yearDays.numbers ?? [] }
    /// Weeks of the year, BYWEEKNO, ascending; 1...53 from its beginning, -1...-53 from its end.
    public var byWeekNumber: [Int] { weekNumbersFromEnd.setBits.reversed().map { -$0 } + weekNumbers.setBits }
    /// Which members of each period's set to keep, BYSETPOS, ascending; in the range of `byYearDay`.
    public var bySetPosition: [Int] { rare?.setPositions.numbers ?? [] }
    /// Hours, BYHOUR, ascending, `0..<24`.
    public var byHour: [Int] { UInt64(hours).setBits }
    /// Minutes, BYMINUTE, ascending, `0..<60`.
    public var byMinute: [Int] { minutes.setBits }
    /// Seconds, BYSECOND, ascending, `0...60`; 60 is evaluated as 59.
    public var bySecond: [Int] { seconds.setBits }

    /// The values of BYDAY with an ordinal, ascending.
    var weekdayOrdinals: [RuleWeekday] {
        guard let rare else { return nearOrdinals.values.sorted() }
        let far = Weekday.allCases.flatMap { weekday in
            rare.farOrdinals[weekday.rawValue].numbers.map { RuleWeekday(weekday, ordinal: $0) }
        }
        return (nearOrdinals.values + far).sorted()
    }

    /// The parts that most rules lack.
    var rare: RareParts? { rareParts.first }

    mutating func changeRare(_ change: (inout RareParts) -> Void) {
        if rareParts.isEmpty { rareParts.append(RareParts()) }
        change(&rareParts[0])
    }

    @inline(__always)
    mutating func insert(_ weekday: Weekday, ordinal: Int) {
        if ordinal.magnitude <= WeekdayOrdinals.largest {
            nearOrdinals.insert(weekday, ordinal: ordinal)
        } else {
            changeRare { $0.farOrdinals[weekday.rawValue].insert(ordinal) }
        }
    }

    var hasMonthDays: Bool { monthDays | monthDaysFromEnd != 0 }
    var hasMonths: Bool { months | leapMonths != 0 }
    var hasWeekdays: Bool { weekdays != 0 || !nearOrdinals.isEmpty || rare != nil && !weekdayOrdinals.isEmpty }
    var hasWeekNumbers: Bool { weekNumbers | weekNumbersFromEnd != 0 }
    var hasByPart: Bool {
        hasMonthDays || hasMonths || hasWeekdays || hours != 0 || minutes | seconds != 0 || hasWeekNumbers
            || !byYearDay.isEmpty
    }
}

extension UInt64 {
    /// The positions of the bits that are set, ascending.
    var setBits: [Int] {
        var (rest, positions) = (self, [Int]())
        while rest != 0 {
            positions.append(rest.trailingZeroBitCount)
            rest &= rest &- 1
        }
        return positions
    }
}

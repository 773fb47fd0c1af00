import Recurrence

/// An RRULE in the making, in bytes of fixed room.
struct RuleText {
    private var units = InlineArray<256, UInt8>(repeating: 0)
    private var count = 0
    private(set) var hasUntil = false

    /// Writes the period, the interval and the places.
    init(_ places: RulePlaces, interval: Int, weekStart: Weekday) {
        if places.lunar != nil { put("RSCALE=DANGI;") }
        put("FREQ=")
        put(Self.frequency(places.unit))
        if interval != 1 {
            put(";INTERVAL=")
            put(interval)
        }
        if let lunar = places.lunar {
            put(";BYMONTH=")
            put(lunar.month.number)
            if lunar.month.isLeap { put("L") }
            put(";BYMONTHDAY=")
            put(lunar.day == 0 ? -1 : lunar.day)
        }
        if places.month > 0 {
            put(";BYMONTH=")
            put(places.month)
        }
        if places.monthDays != 0 { putMonthDays(places.monthDays) }
        if let nth = places.nth {
            put(nth)
        } else if places.weekdays != 0 {
            put(";BYDAY=")
            putWeekdays(places.weekdays)
        }
        // Where a week begins matters where weeks are left out and days are given.
        if interval > 1, places.unit == .week, places.weekdays.nonzeroBitCount > 1, weekStart != .monday {
            put(";WKST=")
            putWeekday(weekStart.rawValue)
        }
    }

    /// The rule; nil where it would be none.
    var rule: RecurrenceRule? {
        units.span.withUnsafeBufferPointer { buffer in
            try? RecurrenceRule(utf8: UnsafeBufferPointer(rebasing: buffer[..<count]), form: .lenient)
        }
    }

    mutating func add(_ clocks: RuleClocks) {
        put(";BYHOUR=")
        putList(clocks.hours) { $0.put($1) }
        put(";BYMINUTE=")
        putList(clocks.minutes) { $0.put($1) }
    }

    mutating func addCount(_ count: Int) {
        put(";COUNT=")
        put(count)
    }

    /// The last day, itself included: of times its end, in UTC.
    mutating func addUntil(_ day: Int, isDate: Bool, zone: ZoneRules) {
        let date = CivilDate(daysSinceEpoch: day)
        guard !isDate else {
            put(";UNTIL=")
            put(date)
            hasUntil = true
            return
        }
        addUntil(zone.instant(of: CivilDateTime(date: date, secondOfDay: 86_399)))
    }

    mutating func addUntil(_ instant: UTCInstant) {
        let utc = ZoneRules.utc.civilDateTime(at: instant)
        put(";UNTIL=")
        var text = DigitText()
        text.append(utc, separator: false)
        put(text)
        put("Z")
        hasUntil = true
    }

    // MARK: - Parts

    private static func frequency(_ unit: SpanUnit) -> StaticString {
        switch unit {
        case .second: "SECONDLY"
        case .minute: "MINUTELY"
        case .hour: "HOURLY"
        case .day: "DAILY"
        case .week, .fortnight: "WEEKLY"
        case .month, .quarter: "MONTHLY"
        case .year: "YEARLY"
        }
    }

    private mutating func putMonthDays(_ days: UInt32) {
        put(";BYMONTHDAY=")
        putList(days) { $0.put($1 == 0 ? -1 : $1) }
    }

    private mutating func put(_ nth: RulePlaces.Nth) {
        put(";BYDAY=")
        if nth.counted == .workday {
            putWeekdays(nth.weekdays)
            put(";BYSETPOS=")
        }
        putList(nth.ordinals) { text, place in
            let ordinal = place == 0 ? -1 : place
            if nth.counted == .workday { text.put(ordinal) } else { text.putWeekdays(nth.weekdays, ordinal: ordinal) }
        }
    }

    private mutating func putWeekdays(_ weekdays: UInt8, ordinal: Int? = nil) {
        putList(weekdays) { text, weekday in
            if let ordinal { text.put(ordinal) }
            text.putWeekday(weekday)
        }
    }

    /// Puts what each bit stands for, from the lowest on, with commas between.
    private mutating func putList(_ bits: some FixedWidthInteger, _ each: (inout RuleText, Int) -> Void) {
        var (rest, isFirst) = (bits, true)
        while rest != 0 {
            if !isFirst { put(",") }
            each(&self, rest.trailingZeroBitCount)
            rest &= rest - 1
            isFirst = false
        }
    }

    private mutating func putWeekday(_ weekday: Int) {
        let names: StaticString = "MOTUWETHFRSASU"
        names.withUTF8Buffer { letters in
            put(letters[weekday * 2])
            put(letters[weekday * 2 + 1])
        }
    }

    private mutating func put(_ date: CivilDate) {
        var text = DigitText()
        text.append(date, separator: false)
        put(text)
    }

    private mutating func put(_ value: Int) {
        if value < 0 { put(UInt8(ascii: "-")) }
        var text = DigitText()
        text.append(value, width: 1)
        put(text)
    }

    private mutating func put(_ text: DigitText) {
        text.withUnits { for unit in $0 { put(unit) } }
    }

    private mutating func put(_ text: StaticString) {
        text.withUTF8Buffer { for unit in $0 { put(unit) } }
    }

    private mutating func put(_ unit: UInt8) {
        guard count < 256 else { return }
        units[count] = unit
        count += 1
    }
}

extension RecurrenceSet {
    /// Makes a set from the texts of iCalendar properties.
    ///
    /// - Parameters:
    ///   - start: DTSTART, such as `20261121`, `20261121T090000` or `20261121T090000Z`. With `Z` and a zone it is
    ///     that instant, kept in the zone; with `Z` and no zone the set is in UTC.
    ///   - zone: The zone of local times; nil for floating ones.
    ///   - rules: RRULE values, each with or without `RRULE:`.
    ///   - dates: RDATE values; a text may hold several, separated by commas.
    ///   - exceptionDates: EXDATE values, likewise.
    ///   - exceptionRules: EXRULE values, each with or without `EXRULE:`.
    ///   - overrides: What became of single occurrences.
    ///   - policy: The readings to take.
    ///   - form: How closely the rules must keep to RFC 5545; strictly, UNTIL is of DTSTART's type, and in UTC where
    ///     DTSTART has a zone.
    /// - Throws: `RecurrenceError` that names the part at fault and the byte offset in its text.
    public init(
        start: String, zone: ZoneRules?, rules: [String], dates: [String] = [], exceptionDates: [String] = [],
        exceptionRules: [String] = [], overrides: [RecurrenceOverride] = [],
        policy: EvaluationPolicy = .standard, form: TextForm = .lenient
    ) throws(RecurrenceError) {
        guard let time = RecurrenceTime(start) else {
            throw RecurrenceError(
                code: .value,
                message: "must be a date or date-time that there is: 20261121, 20261121T090000 or 20261121T090000Z",
                part: "DTSTART",
                offset: 0)
        }
        var (civil, setZone): (CivilTime, ZoneRules?)
        switch time {
        case .date(let date): (civil, setZone) = (.date(date), zone)
        case .local(let local): (civil, setZone) = (.dateTime(local), zone)
        case .utc(let instant):
            let zone = zone ?? .utc
            (civil, setZone) = (.dateTime(zone.civilDateTime(at: instant)), zone)
        }
        var parsed: [RecurrenceRule] = []
        for rule in rules {
            let rule = try RecurrenceRule(rule, form: form)
            if form == .strict { try Self.checkUntil(of: rule, start: civil, hasZone: setZone != nil) }
            parsed.append(rule)
        }
        try self.init(
            start: civil, zone: setZone, rules: parsed, dates: Self.parse(dates, part: "RDATE"),
            exceptionDates: Self.parse(exceptionDates, part: "EXDATE"),
            exceptionRules: Self.parse(exceptionRules: exceptionRules), overrides: overrides, policy: policy)
    }

    /// UNTIL must be of DTSTART's type, and in UTC unless that is floating (§3.3.10).
    private static func checkUntil(of rule: RecurrenceRule, start: CivilTime, hasZone: Bool) throws(RecurrenceError) {
        let expected: String
        switch (rule.until, start.isDate, hasZone) {
        case (nil, _, _), (.date, true, _), (.utc, false, true), (.local, false, false): return
        case (_, true, _): expected = "a date, like DTSTART"
        case (_, false, true): expected = "a date-time in UTC, since DTSTART has a zone"
        case (_, false, false): expected = "a date-time without Z, like DTSTART"
        }
        throw RecurrenceError(code: .conflict, message: "must be \(expected)", part: "UNTIL")
    }

    private static func parse(exceptionRules texts: [String]) throws(RecurrenceError) -> [RecurrenceRule] {
        var rules: [RecurrenceRule] = []
        for text in texts {
            let isNamed = text.prefix(7).uppercased() == "EXRULE:"
            do {
                rules.append(try RecurrenceRule(isNamed ? String(text.dropFirst(7)) : text))
            } catch {
                let part = error.part.map { "EXRULE, \($0)" } ?? "EXRULE"
                throw RecurrenceError(
                    code: error.code, message: error.message, part: part,
                    offset: error.offset.map { $0 + (isNamed ? 7 : 0) })
            }
        }
        return rules
    }

    private static func parse(_ texts: [String], part: String) throws(RecurrenceError) -> [RecurrenceDate] {
        var dates: [RecurrenceDate] = []
        for text in texts {
            for value in text.split(separator: ",", omittingEmptySubsequences: false) {
                do {
                    dates.append(try RecurrenceDate(String(value)))
                } catch {
                    let before = text.utf8.distance(from: text.startIndex, to: value.startIndex)
                    throw RecurrenceError(
                        code: error.code, message: error.message, part: part, offset: before + (error.offset ?? 0))
                }
            }
        }
        return dates
    }

    /// Writes an occurrence of this set: RFC 3339 with the offset in force where the set has a zone (`Z` in UTC),
    /// the basic form of RFC 5545 for floating times and days.
    public func text(of occurrence: Occurrence) -> String {
        guard let zone, !start.isDate else { return occurrence.start.basicFormat }
        if zone.identifier == ZoneRules.utc.identifier { return occurrence.instant.description }
        let offset = zone.offset(at: occurrence.instant)
        var text = DigitText()
        text.append(CivilDateTime(secondsSinceEpoch: occurrence.instant.wholeSeconds + offset), separator: true)
        text.append(offset < 0 ? "-" : "+")
        text.append(abs(offset) / 3_600, width: 2)
        text.append(":")
        text.append(abs(offset) / 60 % 60, width: 2)
        // RFC 3339 has no seconds in an offset; ISO 8601-2 has, and old local mean times need them.
        if offset % 60 != 0 {
            text.append(":")
            text.append(abs(offset) % 60, width: 2)
        }
        return text.string
    }
}

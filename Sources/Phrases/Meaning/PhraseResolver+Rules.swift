import Recurrence

/// From the words for a repetition to a rule and its first occurrence.
extension PhraseResolver {
    mutating func resolveRule() throws(Fault) -> PhraseMeaning {
        if !draft.place.isEmpty { try draft.main.merge(draft.place) }
        let hours = try takeHours()
        var plan = try plan()
        if plan.unit.rawValue < SpanUnit.day.rawValue { return try elapsingRule(&plan) }
        try shareTimes()
        let clocks = if let hours { hours } else { try clocks(&plan) }
        let start = try begin()
        guard let first = try first(plan, clocks, start: start) else {
            throw Fault(.ruleNeverMatches, draft.main.from, draft.main.to)
        }
        var text = RuleText(plan, interval: interval, weekStart: settings.weekStart)
        if clocks.count > 1 { text.add(clocks) }
        try addEnd(to: &text, first: first, start: start)
        // Of the days of a year only 29 February is missing in others.
        if plan.monthDays >> 29 != 0, plan.month == 0 || plan.month == 2 { notes.insert(.skipsShortMonths) }
        return .rule(try recurring(first, text))
    }

    /// The day from which on it repeats: today, where it began before and nothing counts from there.
    private func begin() throws(Fault) -> Int? {
        guard !draft.from.day.isEmpty else { return nil }
        let start = try day(draft.from.day)
        let isCounted = interval > 1 || draft.rule.count != nil || draft.rule.hasSpan
        guard start >= today || !isCounted else { throw Fault(.startOver, draft.from.from, draft.from.to) }
        return max(start, today)
    }

    private func recurring(_ first: CivilTime, _ text: RuleText) throws(Fault) -> RecurringPhrase {
        guard let rule = text.rule else { throw Fault(.badRule, draft.rule.from, draft.rule.to) }
        return RecurringPhrase(
            first: told(first), rule: rule, isAnchoredAtCompletion: draft.rule.isAnchoredAtCompletion)
    }

    private var interval: Int {
        switch draft.rule.unit {
        case .fortnight: draft.rule.interval * 2
        case .quarter: draft.rule.interval * 3
        default: draft.rule.interval
        }
    }

    // MARK: - The places

    /// Which days the rule repeats on.
    private func plan() throws(Fault) -> RulePlaces {
        let words = draft.main.day
        let fault = Fault(
            words.isEmpty ? .ruleDay : .ruleMismatch, min(words.from, draft.rule.from), max(words.to, draft.rule.to),
            a: words.parts == .weekdays && draft.rule.unit == .month && interval == 1 ? Int(words.weekdays) : 0)
        var parts = words.parts
        if parts.contains(.nth) || parts.contains(.monthDays) { parts.remove(.ofMonth) }
        if let second = draft.rule.second, !words.parts.contains(.ofMonth), !parts.contains(.month) {
            throw Fault(.everySecond, Int(second.start), words.to, a: words.weekdays.trailingZeroBitCount)
        }
        guard !parts.contains(.weekdays) || words.selector == .bare else { throw fault }
        var places = RulePlaces()
        places.unit = try unit(parts, fault)
        switch (places.unit, parts) {
        case (_, []) where places.unit != .day || !words.parts.contains(.ofMonth): break
        case (.week, .weekdays): places.weekdays = words.weekdays
        case (.week, .workday): places.weekdays = 0b001_1111
        case (.week, .weekend) where words.weekend == 0: places.weekdays = 0b110_0000
        case (.day, .workday) where draft.rule.interval == 1: (places.unit, places.weekdays) = (.week, 0b001_1111)
        case (.day, .weekend) where draft.rule.interval == 1 && words.weekend == 0:
            (places.unit, places.weekdays) = (.week, 0b110_0000)
        case (.month, .monthDays), (.year, [.month, .monthDays]): places.monthDays = words.monthDays
        case (.month, .nth), (.month, [.nth, .weekdays]), (.year, [.nth, .month]), (.year, [.nth, .month, .weekdays]):
            places.nth = RulePlaces.Nth(words)
        case (.month, .end) where words.endOf == .month, (.year, [.end, .month]): places.monthDays = 1
        case (.year, .end) where words.endOf == .year: (places.monthDays, places.month) = (1, 12)
        case (.year, [.lunar, .month, .monthDays]) where words.monthDays.nonzeroBitCount == 1:
            places.lunar = RulePlaces.Lunar(
                month: RuleMonth(words.month, isLeap: words.isLeapMonth), day: words.monthDays.trailingZeroBitCount)
            guard places.lunar?.first(from: today) != nil else {
                throw Fault(.noSuchLunarDay, words.from, words.to, b: words.month, c: places.lunar?.day ?? 0)
            }
        case (.month, .month), (.year, .month): throw Fault(.monthAlone, words.from, words.to, a: words.month)
        default: throw fault
        }
        if parts.contains(.month), !parts.contains(.lunar) { places.month = words.month }
        // Quarters are those of the year, unless they count from a day that is said.
        places.isOfQuarters = draft.rule.unit == .quarter && draft.from.day.isEmpty
        try check(places, words)
        return places
    }

    /// How long the periods are: as said, or as the days in them tell.
    private func unit(_ parts: DayWords.Parts, _ fault: Fault) throws(Fault) -> SpanUnit {
        switch draft.rule.unit {
        case .fortnight: return .week
        case .quarter: return .month
        // "every month on dec 24" is once a year.
        case .some(let unit): return unit
        case nil: break
        }
        if parts.contains(.lunar) || parts.contains(.month) || parts == .end && draft.main.day.endOf == .year {
            return .year
        }
        if !parts.isDisjoint(with: [.nth, .monthDays]) || parts == .end { return .month }
        if !parts.isDisjoint(with: [.weekdays, .workday, .weekend]) { return .week }
        guard parts.isEmpty, !draft.main.time.isEmpty || draft.rule.isAnchoredAtCompletion && draft.rule.count != nil
        else { throw fault }
        return .day
    }

    /// Days that no month has.
    private func check(_ places: RulePlaces, _ words: DayWords) throws(Fault) {
        guard places.month > 0, places.monthDays > 1 else { return }
        let last = 31 - places.monthDays.leadingZeroBitCount
        guard last <= GregorianMonth.length(year: 2_028, month: places.month) else {
            throw Fault(.noSuchDay, words.from, words.to, b: places.month, c: last)
        }
    }

    // MARK: - The times

    /// A time beside the beginning or the end of a rule is that of its occurrences.
    private mutating func shareTimes() throws(Fault) {
        if !draft.from.time.isEmpty, !draft.to.time.isEmpty {
            throw Fault(.rangeTimes, draft.from.from, draft.to.to)
        }
        if !draft.from.time.isEmpty {
            try draft.main.merge(MomentWords(time: draft.from.time))
            draft.from.time = TimeWords()
        }
        if !draft.to.time.isEmpty {
            guard !draft.to.day.isEmpty || !draft.isRange else { throw Fault(.rangeTimes, draft.to.from, draft.to.to) }
            try draft.main.merge(MomentWords(time: draft.to.time))
            draft.to.time = TimeWords()
        }
        guard draft.main.time.offset == nil else { throw Fault(.ruleTimes, draft.main.from, draft.main.to) }
    }

    /// The times of day, in order; midnight ends a day and so is the next one's.
    private mutating func clocks(_ plan: inout RulePlaces) throws(Fault) -> RuleClocks {
        let time = draft.main.time
        var clocks = RuleClocks()
        for index in 0..<(time.isEmpty ? 0 : max(time.count, 1)) {
            var second = try second(time, index, hasDay: true)
            if index > 0, time[index].isHalfTaken || time[index].half == nil, second <= clocks.last {
                var clock = time[index]
                clock.half = nil
                second = try self.second(clock, hasDay: true)
            }
            if second >= 86_400 {
                guard time.count == 1 else { throw Fault(.ruleMidnight, time.from, time.to) }
                try moveToNextDay(&plan, time)
                second -= 86_400
            }
            guard clocks.insert(second) else { throw Fault(.ruleTimes, time.from, time.to) }
        }
        return clocks
    }

    private func moveToNextDay(_ plan: inout RulePlaces, _ time: TimeWords) throws(Fault) {
        guard plan.monthDays == 0, plan.nth == nil, plan.lunar == nil, plan.unit == .day || plan.weekdays != 0 else {
            throw Fault(.ruleMidnight, time.from, time.to)
        }
        plan.weekdays = (plan.weekdays << 1 | plan.weekdays >> 6) & 0x7F
    }

    // MARK: - The first

    /// The first match that is not before now, or not before where the rule begins.
    private func first(_ plan: RulePlaces, _ clocks: RuleClocks, start: Int?) throws(Fault) -> CivilTime? {
        let begin = start ?? today
        guard let day = plan.first(from: begin) else { return nil }
        let words = draft.main.day
        guard !clocks.isEmpty else { return .date(try civil(day, words)) }
        let earliest = begin == today ? moment.local.secondOfDay : 0
        if day == begin, let second = clocks.first(from: earliest) {
            return .dateTime(CivilDateTime(date: try civil(day, words), secondOfDay: second))
        }
        guard let later = day == begin ? plan.first(from: begin + 1) : day else { return nil }
        return .dateTime(CivilDateTime(date: try civil(later, words), secondOfDay: clocks.first(from: 0) ?? 0))
    }

    /// A rule by hours or minutes: it starts one interval from now, or at the moment that is said.
    private mutating func elapsingRule(_ plan: inout RulePlaces) throws(Fault) -> PhraseMeaning {
        guard draft.main.time.isEmpty else { throw Fault(.clockOfElapsed, draft.main.from, draft.main.to) }
        guard draft.main.day.isEmpty else {
            let (words, rule) = (draft.main, draft.rule)
            throw Fault(.ruleMismatch, min(words.from, rule.from), max(words.to, rule.to))
        }
        if !draft.from.isEmpty, draft.from.day.isEmpty, !draft.to.isEmpty, draft.to.day.isEmpty {
            throw Fault(.rangeTimes, draft.from.from, draft.to.to)
        }
        let first: PhraseTime
        if draft.from.isEmpty {
            let seconds = Int64(interval) * Int64(plan.unit.seconds)
            first = try told(moment.instant.advanced(by: .seconds(seconds)), MomentWords())
        } else {
            first = try time(draft.from)
            guard !first.civil.isDate else { throw Fault(.ruleStart, draft.from.from, draft.from.to) }
            guard instant(of: first) >= moment.instant else { throw Fault(.startOver, draft.from.from, draft.from.to) }
        }
        var text = RuleText(plan, interval: interval, weekStart: .monday)
        if !draft.to.time.isEmpty {
            var end = try time(draft.to)
            if draft.to.day.isEmpty, end.civil < first.civil {
                end.civil = .dateTime(
                    CivilDateTime(secondsSinceEpoch: end.civil.startOfDayOrTime.secondsSinceEpoch + 86_400))
            }
            guard end.civil >= first.civil else {
                throw Fault(.endBeforeStart, draft.to.from, draft.to.to, a: Fault.isEndOfRule)
            }
            draft.to = MomentWords()
            text.addUntil(moment.zone.instant(of: end.civil.startOfDayOrTime))
        }
        try addEnd(to: &text, first: first.civil, start: nil)
        var rule = try recurring(first.civil, text)
        rule.first = first
        rule.isCountedFromNow = draft.from.isEmpty
        return .rule(rule)
    }

    // MARK: - The end

    private func addEnd(to text: inout RuleText, first: CivilTime, start: Int?) throws(Fault) {
        let rule = draft.rule
        let ends = (rule.count != nil ? 1 : 0) + (rule.hasSpan ? 1 : 0) + (draft.to.isEmpty ? 0 : 1)
        guard ends + (text.hasUntil ? 1 : 0) <= 1 else {
            throw Fault(.ruleEnds, min(rule.from, draft.to.from), max(rule.to, draft.to.to))
        }
        if let count = rule.count { text.addCount(count) }
        let firstDay = first.date.daysSinceEpoch
        if rule.hasSpan {
            var span = DayWords()
            (span.spanMonths, span.spanDays) = (rule.spanMonths, rule.spanDays)
            (span.from, span.to) = (rule.from, rule.to)
            let last = try shifted(firstDay, span) - 1
            guard last >= firstDay else { throw Fault(.ruleNever, rule.from, rule.to) }
            text.addUntil(last, isDate: first.isDate, zone: moment.zone)
        }
        guard !draft.to.isEmpty else { return }
        let last = try civil(day(draft.to.day, from: start), draft.to.day).daysSinceEpoch
        guard last >= firstDay else { throw Fault(.endBeforeStart, draft.to.from, draft.to.to, a: Fault.isEndOfRule) }
        text.addUntil(last, isDate: first.isDate, zone: moment.zone)
    }
}

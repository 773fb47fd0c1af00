import Recurrence

/// A rule by hours or minutes within hours of the day, as in "every 2 hours from 9 to 17": a rule by days with all of the times.
extension PhraseResolver {
    /// The times of such a rule, whose words tell its days and no hours from then on; nil for any other rule.
    ///
    /// - Throws: A ``Fault`` where nobody knows which hours are meant, and where no one rule has their times.
    mutating func takeHours() throws(Fault) -> RuleClocks? {
        guard let begin = Self.parted(draft.earlierFrom, draft.from),
            let finish = Self.parted(draft.earlierTo, draft.to)
        else { throw twice }
        var (days, start, end) = (draft.main.day, begin.hours, finish.hours)
        if start.isEmpty { start.time = draft.main.time }
        // 평일 9시부터 and "to 17 on mon and thu" have the days beside the hours.
        if days.isEmpty, Self.areSeveral(start.day) { swap(&days, &start.day) }
        if days.isEmpty, Self.areSeveral(end.day) { swap(&days, &end.day) }
        let isTimed = !start.time.isEmpty && start.day.isEmpty && !end.time.isEmpty && end.day.isEmpty
        let isSaidOnce = begin.hours.isEmpty || draft.main.time.isEmpty
        guard let unit = draft.rule.unit, unit.rawValue < SpanUnit.day.rawValue, isTimed, isSaidOnce,
            days.isEmpty || Self.areSeveral(days), !draft.needsRule || !begin.bound.isEmpty,
            !draft.rule.isAnchoredAtCompletion
        else {
            if let second = draft.rule.besideDays { throw Fault(.twoRules, second) }
            guard draft.earlierFrom.isEmpty, draft.earlierTo.isEmpty else { throw twice }
            return nil
        }
        let place = (from: min(start.time.from, end.time.from), to: max(start.time.to, end.time.to))
        let step = draft.rule.interval * unit.seconds
        let (first, last) = try hours(start.time, end.time, place)
        guard let clocks = RuleClocks(from: first, through: last, every: step), clocks.count > 1 else {
            throw Fault(.ruleHours, place.from, place.to, a: first / 60, b: last / 60, c: step / 60)
        }
        // What falls on the next day would need another rule.
        guard last < 86_400 || days.isEmpty else { throw Fault(.ruleMidnight, place.from, place.to) }
        (draft.rule.unit, draft.rule.interval) = (days.isEmpty ? .day : nil, 1)
        (draft.from, draft.to, draft.isRange, draft.main) = (begin.bound, finish.bound, false, MomentWords(day: days))
        return clocks
    }

    /// The hours of the day and the beginning or the end of the rule beside them; nil where two are of one kind.
    private static func parted(
        _ earlier: MomentWords, _ last: MomentWords
    ) -> (hours: MomentWords, bound: MomentWords)? {
        switch (earlier.time.isEmpty, last.time.isEmpty) {
        case (false, true): (earlier, last)
        case (true, false): (last, earlier)
        case (true, true): earlier.isEmpty ? (MomentWords(), last) : nil
        case (false, false): nil
        }
    }

    /// The fault of two beginnings or two ends that are not those of hours and of a rule.
    var twice: Fault {
        if !draft.earlierFrom.isEmpty { return Fault(.twoDays, draft.earlierFrom.from, draft.from.to) }
        guard draft.rule.isSaid else { return Fault(.twoDays, draft.earlierTo.from, draft.to.to) }
        return Fault(.ruleEnds, draft.rule.from, max(draft.rule.to, draft.earlierTo.to, draft.to.to))
    }

    /// Whether words are Monday to Friday, or several weekdays; "on friday" may be one Friday alone.
    private static func areSeveral(_ day: DayWords) -> Bool {
        day.parts == .workday
            || day.parts == .weekdays && day.selector == .bare && day.weekdays.nonzeroBitCount > 1
    }

    /// The first and the last second of the day; the last may be of the next one, as in "from 10pm to 6am".
    private mutating func hours(
        _ start: TimeWords, _ end: TimeWords, _ place: (from: Int, to: Int)
    ) throws(Fault) -> (first: Int, last: Int) {
        let (from, to) = (try halves(start), try halves(end))
        if from.isOpen || to.isOpen { notes.insert(.hourWasTaken) }
        var (found, count) = ((first: 0, last: 0), 0)
        for shift in stride(from: 0, through: 86_400, by: 86_400) where count == 0 {
            for first in from.seconds {
                for last in to.seconds {
                    let length = last + shift - first
                    guard length > 0, shift == 0 || length <= Self.longestNight else { continue }
                    (found, count) = ((first, last + shift), count + 1)
                }
            }
        }
        guard count > 0 else { throw Fault(.endBeforeStart, place.from, place.to) }
        if count == 1 { return found }
        // Of "1 to 5" and "3 to 4pm" both are in the afternoon.
        let isAfternoon = from.isOpen && from.isEarly && to.isEarly && (to.isOpen || to.first >= Self.noon)
        guard isAfternoon, found.first >= Self.noon else {
            throw Fault(
                .hoursOpen, place.from, place.to, a: from.first / 60, b: to.first / 60,
                c: (from.isOpen ? 1 : 0) + (to.isOpen ? 2 : 0))
        }
        return found
    }

    private mutating func halves(_ time: TimeWords) throws(Fault) -> Halves {
        guard time.isBareHour, (1...12).contains(time[0].hour) else {
            return Halves(first: try soleSecond(time, hasDay: true), isOpen: false)
        }
        return Halves(first: floorRemainder(time[0].hour * 3_600 + time[0].pastHour, Self.noon), isOpen: true)
    }

    private static let noon = 43_200

    /// A time of day, or where nothing tells its half of the day, that of the morning and that of the afternoon.
    private struct Halves {
        let first: Int
        let isOpen: Bool

        var seconds: StrideThrough<Int> {
            stride(from: first, through: isOpen ? first + PhraseResolver.noon : first, by: PhraseResolver.noon)
        }
        /// Whether it is one of the hours that are taken for the afternoon.
        var isEarly: Bool { first % PhraseResolver.noon < 7 * 3_600 }
    }
}

import Recurrence
import Storage

extension SeriesTransaction {
    /// Puts the whole series where one of its occurrences was put: its start, rules, dates, end and every slot move as far
    /// as that, and its span becomes the occurrence's; or puts it into the occurrence's zone; or both.
    ///
    /// The occurrences themselves are still to be put on their slots. A zone alone moves no slot, so one that was moved
    /// by itself goes back to its own.
    ///
    /// - Parameters:
    ///   - entry: The occurrence's entry; it moves along.
    ///   - task: The occurrence with its new times.
    ///   - named: Which of the times the change names.
    ///   - hasNewRules: Whether the rules change too, which then say what slots there are.
    /// - Returns: How the slots moved.
    /// - Throws: ``SchedulerError`` with code `.invalidInput`.
    mutating func move(
        with entry: inout LedgerEntry, to task: TaskItem, naming named: TaskFields, hasNewRules: Bool
    ) throws -> SlotMove {
        entry.overrides.remove(.times)
        if named.contains(.timeZone) { try move(toZone: task.timeZone) }
        guard named.contains(.startOrDue) else { return .by(0) }
        guard let base = task.recurrenceBase?.civil else {
            throw SchedulerError.invalid(
                "cannot be taken from a series as a whole, which counts from it; leave scope out, to take it from this "
                    + "occurrence alone", at: series.span.hasStart ? "/start" : "/due")
        }
        let move = SlotMove(from: entry.recurrenceID, to: base)
        let pointer = task.start == nil ? "/due" : "/start"
        try shift(move, with: entry.recurrenceID, checksRules: !hasNewRules, at: pointer)
        series.span = Series.Span(
            hasStart: task.start != nil, hasDue: task.due != nil,
            seconds: (task.due?.civil.localSeconds ?? base.localSeconds) - base.localSeconds)
        entry.recurrenceID = base
        return move
    }

    /// Moves every local time of the series, and writes it; the ledger moves along.
    mutating func shift(_ move: SlotMove, with slot: CivilTime, checksRules: Bool, at pointer: String) throws {
        guard !move.isNothing else { return }
        let (old, zone) = (series, try zone)
        if checksRules, move.isToDates, try old.rules.contains(where: { try RecurrenceRule($0.text).namesTimes }) {
            throw SchedulerError.invalid(
                "must be a time, since the rule names times of day; or change /recurrence/rrule in the same request",
                at: pointer)
        }
        let hadSlot = try rules.contains(slot)
        try moveSlots(move, zone: zone, at: pointer)
        if checksRules { try checkRules(since: old, going: move, at: pointer) }
        if checksRules, hadSlot, let moved = move(slot), try !fits(moved) {
            throw SchedulerError.invalid(
                "is not an occurrence of the rule; change /recurrence/rrule in the same request", at: pointer)
        }
        do { try commit() } catch let error as StoreError where error.code == .conflict {
            throw SchedulerError.invalid("would put two occurrences on one day; give a time of day, too", at: pointer)
        }
    }

    /// Refuses a move that not every rule goes along with: else slots would come to lie where the rules give none.
    ///
    /// Rules that count from completion have no slots of their own.
    private func checkRules(since old: Series, going move: SlotMove, at pointer: String) throws {
        guard old.anchor == .due, let frontier = try transaction.frontier(of: old.id)?.recurrenceID else { return }
        let shift = RuleShift(move: move, frontier: frontier, sets: commands.ruleSets)
        for (rule, moved) in zip(old.rules, series.rules) {
            let problem: String?
            do { problem = try shift.difference(of: rule, from: moved.start)?.description } catch {
                guard let error = error as? RecurrenceError else { throw error }
                problem = "does not fit the rule \(rule.text): \(error)"
            }
            guard let problem else { continue }
            throw SchedulerError.invalid("\(problem); change /recurrence/rrule in the same request", at: pointer)
        }
    }

    /// Whether the rules, as they are now, make sense and give a slot.
    private func fits(_ slot: CivilTime) throws -> Bool {
        do { return try rules.contains(slot) } catch is RecurrenceError { return false }
    }

    private mutating func moveSlots(_ move: SlotMove, zone: ZoneRules, at pointer: String) throws {
        let (first, last) = (
            try transaction.entries(of: series.id, in: nil, from: nil, limit: 1).first,
            try transaction.frontier(of: series.id)
        )
        func moved(_ time: CivilTime) throws -> CivilTime {
            guard let moved = move(time), LocalTime(moved) != nil else { throw SchedulerError.beyondRange(at: pointer) }
            return moved
        }
        for entry in [first, last] { _ = try entry.map { try moved($0.recurrenceID) } }
        let start = series.start
        func movedDates(_ texts: [String]) throws -> [String] {
            try texts.map { text in
                guard let date = move(try RecurrenceDate(text), in: zone, start: start) else {
                    throw SchedulerError.beyondRange(at: pointer)
                }
                return date.description
            }
        }
        series.before = try end(movedBy: move, moved)
        series.start = try moved(start)
        series.rules = try series.rules.map { rule in
            var rule = Series.Rule(rule.text, start: try moved(rule.start))
            if let until = try RecurrenceRule(rule.text).until {
                guard let end = move(until, in: zone, start: start) else {
                    throw SchedulerError.beyondRange(at: pointer)
                }
                rule.text = rule.text.settingRulePart("UNTIL", to: end)
            }
            return rule
        }
        series.dates = try movedDates(series.dates)
        series.exceptionDates = try movedDates(series.exceptionDates)
        let shift = move.distanceShift(from: start)
        for index in series.reminders.indices {
            guard case .distance(let seconds) = series.reminders[index].trigger else { continue }
            series.reminders[index].trigger = .distance(seconds + shift)
        }
    }

    /// Where the end comes to lie; where days lose their times, behind every entry that it was behind.
    private func end(movedBy move: SlotMove, _ moved: (CivilTime) throws -> CivilTime) throws -> CivilTime? {
        guard let before = series.before else { return nil }
        let end = try moved(before)
        guard move.isToDates else { return end }
        let day = CivilTime.date(before.date)
        let isSameDay = try transaction.entries(of: series.id, in: nil, from: day, limit: 1).first.map {
            $0.recurrenceID < before
        }
        return isSameDay ?? false ? end.advanced(bySeconds: 86_400) ?? end : end
    }

    /// Another zone: local labels, the local end of UNTIL and dates stay.
    mutating func move(toZone name: String) throws {
        guard name != series.timeZone else { return }
        let (old, new) = (try zone, try commands.zones.rules(for: name))
        func moved(_ instant: UTCInstant) -> UTCInstant { new.instant(of: old.civilDateTime(at: instant)) }
        series.timeZone = name
        series.rules = try series.rules.map { rule in
            guard case .utc(let instant)? = try RecurrenceRule(rule.text).until else { return rule }
            return Series.Rule(
                rule.text.settingRulePart("UNTIL", to: RecurrenceTime.utc(moved(instant))), start: rule.start)
        }
        func movedDates(_ texts: [String]) throws -> [String] {
            try texts.map { text in
                var date = try RecurrenceDate(text)
                guard case .utc(let instant) = date.start else { return text }
                date.start = .utc(moved(instant))
                return date.description
            }
        }
        series.dates = try movedDates(series.dates)
        series.exceptionDates = try movedDates(series.exceptionDates)
    }
}

extension RecurrenceRule {
    /// Whether it says anything of the time of day, which a date does not have.
    fileprivate var namesTimes: Bool {
        frequency.isSubDaily || !byHour.isEmpty || !byMinute.isEmpty || !bySecond.isEmpty
    }
}

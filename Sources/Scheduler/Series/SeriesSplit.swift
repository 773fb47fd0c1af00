import Recurrence
import Storage

/// Ends a series before one of its occurrences, and begins a new one with it.
struct SeriesSplit {
    let zone: ZoneRules
    /// The occurrence as it was.
    let before: TaskItem

    /// The id of the new series; it follows from the old one and the occurrence, so that nobody makes two.
    static func seriesID(from place: SeriesOccurrence) -> SeriesID {
        let name = "following:\(place.recurrenceID)"
        return SeriesID(UUIDValue.version5(namespace: place.series.uuid, name: name))
    }

    /// The recurrence of the new series: COUNT without what was before, dates moved as far as the occurrence was.
    ///
    /// Nil when none of its rules has anything left.
    func recurrenceAfter(_ recurrence: TaskRecurrence, movedBy seconds: Int) throws -> TaskRecurrence? {
        guard let place = before.occurrence else { return recurrence }
        var rest = recurrence
        rest.rules = try recurrence.rules.compactMap { try remaining(of: $0, from: place) }
        rest.dates = try recurrence.dates.moved(by: seconds)
        rest.exceptionDates = try recurrence.exceptionDates.moved(by: seconds)
        return rest.rules.isEmpty && rest.dates.isEmpty ? nil : rest
    }

    /// The recurrence of what comes before: nothing from the occurrence on.
    func recurrenceBefore(_ recurrence: TaskRecurrence) throws -> TaskRecurrence {
        guard let place = before.occurrence else { return recurrence }
        var ended = recurrence
        let end = untilText(before: place.recurrenceID)
        ended.rules = recurrence.rules.map { rule in
            rule.parts.filter { !$0.isPart("COUNT") && !$0.isPart("UNTIL") }.joined(separator: ";") + ";UNTIL=\(end)"
        }
        let start = place.recurrenceID.startOfDayOrTime
        ended.dates = try recurrence.dates.filter { try localStart(of: RecurrenceDate($0)) < start }
        return ended
    }

    private func remaining(of rule: String, from place: SeriesOccurrence) throws -> String? {
        guard let count = try RecurrenceRule(rule).count else { return rule }
        let set = try RecurrenceSet(start: place.seriesStart, zone: zone, rules: [RecurrenceRule(rule)])
        let passed = set.members(ofRule: 0, before: place.recurrenceID)
        guard passed < count else { return nil }
        return rule.parts.map { $0.isPart("COUNT") ? "COUNT=\(count - passed)" : String($0) }.joined(separator: ";")
    }

    /// The last moment before an occurrence, in the form that UNTIL must have (RFC 5545 §3.3.10).
    private func untilText(before start: CivilTime) -> String {
        switch start {
        case .date(let date): return RecurrenceTime.date(max(date.adding(days: -1), .earliest)).description
        case .dateTime(let local):
            let instant = zone.instant(of: local).advanced(by: .seconds(-1))
            return RecurrenceTime.utc(max(instant, TimeRange.earliest)).description
        }
    }

    private func localStart(of date: RecurrenceDate) -> CivilDateTime {
        switch date.start {
        case .date(let date): CivilDateTime(date: date, secondOfDay: 0)
        case .local(let local): local
        case .utc(let instant): zone.civilDateTime(at: instant)
        }
    }
}

extension String {
    /// The parts of an RRULE.
    fileprivate var parts: [Substring] {
        (lowercased().hasPrefix("rrule:") ? dropFirst("rrule:".count) : self[...]).split(separator: ";")
    }
}

extension [String] {
    /// RDATE or EXDATE values that lie a time later on local time; whole days for dates.
    ///
    /// - Throws: ``SchedulerError`` with code `.invalidInput` where that is beyond the ``TimeRange``.
    func moved(by seconds: Int) throws -> [String] {
        seconds == 0 ? self : try map { try RecurrenceDate($0).moved(by: seconds).description }
    }
}

extension RecurrenceDate {
    fileprivate func moved(by seconds: Int) throws -> RecurrenceDate {
        var date = self
        switch start {
        case .date(let day): date.start = .date(try CivilTime.date(day).moved(by: seconds, at: "/due").date)
        case .local(let local):
            date.start = .local(try CivilTime.dateTime(local).moved(by: seconds, at: "/due").startOfDayOrTime)
        case .utc(let instant):
            let local = CivilTime.dateTime(ZoneRules.utc.civilDateTime(at: instant))
            date.start = .utc(ZoneRules.utc.instant(of: try local.moved(by: seconds, at: "/due").startOfDayOrTime))
        }
        return date
    }
}

extension Substring {
    fileprivate func isPart(_ name: String) -> Bool {
        uppercased().hasPrefix(name + "=")
    }
}

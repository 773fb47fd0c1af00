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
        rest.dates = try recurrence.dates.map { try $0.moved(by: seconds) }
        rest.exceptionDates = try recurrence.exceptionDates.map { try $0.moved(by: seconds) }
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
        let here = MeantTime(place.recurrenceID).instant(in: zone)
        let passed = set.count(from: UTCInstant(millisecondsSinceEpoch: .min / 8), before: here)
        guard passed < count else { return nil }
        return rule.parts.map { $0.isPart("COUNT") ? "COUNT=\(count - passed)" : String($0) }.joined(separator: ";")
    }

    /// The last moment before an occurrence, in the form that UNTIL must have (RFC 5545 §3.3.10).
    private func untilText(before start: CivilTime) -> String {
        switch start {
        case .date(let date): return RecurrenceTime.date(date.adding(days: -1)).description
        case .dateTime(let local):
            let instant = zone.instant(of: local).advanced(by: .seconds(-1))
            return RecurrenceTime.utc(instant).description
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

    /// An RDATE or EXDATE value that lies a time later on local time; whole days for a date.
    func moved(by seconds: Int) throws -> String {
        guard seconds != 0 else { return self }
        var date = try RecurrenceDate(self)
        switch date.start {
        case .date(let day): date.start = .date(day.adding(days: seconds / 86_400))
        case .local(let local):
            date.start = .local(CivilDateTime(secondsSinceEpoch: local.secondsSinceEpoch + seconds))
        case .utc(let instant): date.start = .utc(instant.advanced(by: .seconds(seconds)))
        }
        return date.description
    }
}

extension Substring {
    fileprivate func isPart(_ name: String) -> Bool {
        uppercased().hasPrefix(name + "=")
    }
}

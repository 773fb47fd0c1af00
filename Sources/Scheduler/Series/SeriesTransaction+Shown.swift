import Recurrence
import Storage

extension SeriesTransaction {
    /// How the tasks of the series show its rule set: rules that end before a slot have an UNTIL just before it, and those
    /// that start elsewhere than the series say what that implies, so that the text gives the set.
    ///
    /// Nil where somebody took the recurrence off, or where a split has left nothing of it.
    func shownRecurrence() throws -> TaskRecurrence? {
        guard series.end?.reason != .stopped, !(series.rules.isEmpty && series.dates.isEmpty) else { return nil }
        let end = try series.before.map { try untilTime(before: $0) }
        return TaskRecurrence(
            rules: try series.rules.map { rule in
                let text = try rule.text(beside: series.start)
                return end.map { text.cut(by: $0) } ?? text
            },
            dates: series.dates, exceptionDates: series.exceptionDates, anchor: series.anchor, missed: series.missed,
            respawn: series.respawn)
    }

    /// The last moment before a slot, in the form that UNTIL must have (RFC 5545 §3.3.10).
    private func untilTime(before slot: CivilTime) throws -> RecurrenceTime {
        switch slot {
        case .date(let date): return .date(max(date.adding(days: -1), .earliest))
        case .dateTime(let local):
            return .utc(max(try zone.instant(of: local).advanced(by: .seconds(-1)), TimeRange.earliest))
        }
    }
}

extension String {
    /// The rule with an end, unless it has an earlier one; COUNT, which an end excludes, gives way to it.
    fileprivate func cut(by end: RecurrenceTime) -> String {
        switch ((try? RecurrenceRule(self))?.until, end) {
        case (.utc(let own)?, .utc(let end)) where own <= end: self
        case (.date(let own)?, .date(let end)) where own <= end: self
        default: withoutRuleParts("COUNT").settingRulePart("UNTIL", to: end)
        }
    }
}

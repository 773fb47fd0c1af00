import Phrases
import Recurrence

/// A rule in words, as typed.
struct TypedRule: Hashable, Sendable {
    /// The rule as an error calls it.
    let name: String
    /// The rule with its first time.
    let rule: RecurringPhrase
    /// Its first time, as it goes to the daemon.
    let first: TypedTime

    /// The first time by the clock.
    var firstLocal: CivilDateTime { rule.first.civil.startOfDayOrTime }

    /// A due time that is one of its times; nil where it is none of them.
    ///
    /// A day has the time of day that the phrase says.
    func fitting(_ due: TypedTime, in zone: ZoneRules) -> TypedTime? {
        guard case .civil(var civil) = due.value else { return due }
        var (due, isFitting) = (due, true)
        if let said = timeOfDay {
            switch civil {
            case .date(let date):
                civil = .dateTime(CivilDateTime(date: date, secondOfDay: said))
                due.value = .civil(civil)
            case .dateTime(let time): isFitting = time.secondOfDay == said
            }
        }
        if let set = try? RecurrenceSet(start: civil, zone: zone, rules: [rule.rule]),
            let first = set.occurrences.first(where: { _ in true })
        {
            isFitting = isFitting && first.start == civil
        }
        return isFitting ? due : nil
    }

    /// Whether it has its own first time where it is counted from another.
    func begins(countedFrom start: CivilTime, in zone: ZoneRules) -> Bool {
        guard let own = first.civil, let set = try? RecurrenceSet(start: start, zone: zone, rules: [rule.rule]) else {
            return true
        }
        return set.occurrences.first { _ in true }?.start == own
    }

    /// The one time of day that a phrase says, in seconds; nil where it says none, or several.
    var timeOfDay: Int? {
        let text = rule.rule.description
        let isWithinDay = ["HOURLY", "MINUTELY", "SECONDLY"].contains { text.contains("FREQ=\($0)") }
        guard !isWithinDay, !text.contains("BYHOUR="), case .dateTime(let time) = rule.first.civil else { return nil }
        return time.secondOfDay
    }
}

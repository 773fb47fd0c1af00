import Phrases
import Recurrence

/// When a task is due and how it repeats, as typed.
struct TypedSchedule: Hashable, Sendable {
    var due: TypedTime?
    var start: TypedTime?
    /// The rules, in the form of the daemon.
    var rules: [String] = []
    /// Whether the next occurrence is counted from when the last one was completed.
    var isAnchoredAtCompletion = false

    /// Reads rules, each an RRULE or a phrase such as `every monday at 9am`.
    ///
    /// - Parameters:
    ///   - typed: The rules.
    ///   - due: The due time that was typed beside them; nil takes the first time of a phrase.
    ///   - reader: Reads phrases.
    /// - Throws: ``CommandFailure`` for what does not repeat, and for a due time that is none of the rule's.
    init(rules typed: [String], due: TypedTime? = nil, _ reader: TimeReader) throws {
        self.due = due
        for text in typed {
            guard !Self.isRRULE(text) else {
                rules.append(text)
                continue
            }
            let moment = try reader.moment()
            let reading = try reader.reading(text, "--repeat", moment)
            guard case .rule(let rule) = reading.meaning else {
                throw CommandFailure.usage(
                    "--repeat \"\(text.shown)\" does not repeat",
                    "Write it as --repeat 'every monday at 9am', or as an RRULE; a time alone goes to --due.")
            }
            try take(rule, typed: text, reading, moment, reader)
        }
    }

    /// What a phrase of a line says of it.
    init(_ reading: PhraseReading, _ moment: PhraseMoment, _ reader: TimeReader) throws {
        switch reading.meaning {
        case .time(let time): due = try reader.typed(time, of: reading, moment)
        case .range(let first, let last):
            let end = try reader.typed(last, of: reading, moment)
            var beginning = try reader.typed(first, of: reading, moment)
            // What is worth saying of both is said once.
            beginning.notes.removeAll(where: end.notes.contains)
            beginning.remarks.removeAll(where: end.remarks.contains)
            (start, due) = (beginning, end)
        case .rule(let rule): try take(rule, typed: "", reading, moment, reader)
        }
    }

    private mutating func take(
        _ rule: RecurringPhrase, typed: String, _ reading: PhraseReading, _ moment: PhraseMoment, _ reader: TimeReader
    ) throws {
        rules.append(rule.rule.description)
        if rule.isAnchoredAtCompletion { isAnchoredAtCompletion = true }
        guard let due else { return due = try reader.typed(rule.first, of: reading, moment) }
        self.due = try Self.fitting(due, typed, rule, in: due.zone ?? moment.zone)
    }

    /// A due time beside a phrase has to be one of its times: which of the two is meant, only the person knows.
    ///
    /// A day has the time of day that the phrase says.
    private static func fitting(
        _ due: TypedTime, _ typed: String, _ rule: RecurringPhrase, in zone: ZoneRules
    ) throws -> TypedTime {
        guard case .civil(var civil) = due.value else { return due }
        var (due, isFitting) = (due, true)
        if let said = timeOfDay(of: rule) {
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
        guard isFitting else {
            throw CommandFailure.usage(
                "--due \(PhraseTime(civil).phrase(in: .english)) is not a time of --repeat \"\(typed.shown)\"",
                "Leave --due away, or say the time in --repeat, such as 'every monday at 9am'.")
        }
        return due
    }

    /// The one time of day that a phrase says, in seconds; nil where it says none, or several.
    private static func timeOfDay(of rule: RecurringPhrase) -> Int? {
        let text = rule.rule.description
        let isWithinDay = ["HOURLY", "MINUTELY", "SECONDLY"].contains { text.contains("FREQ=\($0)") }
        guard !isWithinDay, !text.contains("BYHOUR="), case .dateTime(let time) = rule.first.civil else { return nil }
        return time.secondOfDay
    }

    static func isRRULE(_ text: String) -> Bool {
        text.contains("=") || text.uppercased().hasPrefix("RRULE:")
    }
}

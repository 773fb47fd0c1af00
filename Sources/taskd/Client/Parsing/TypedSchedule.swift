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
    /// Those of the rules that were said in words.
    private var phrases: [TypedRule] = []

    /// Reads rules, each an RRULE or a phrase such as `every monday at 9am`.
    ///
    /// - Parameters:
    ///   - typed: The rules.
    ///   - due: The due time that was typed beside them; nil takes the first time of a phrase.
    ///   - option: The option that said it; nil for words of a line.
    ///   - reader: Reads phrases.
    /// - Throws: ``CommandFailure`` for what does not repeat, for a due time that is none of the rule's, and for rules that
    ///   have no first time in common.
    init(rules typed: [String], due: TypedTime? = nil, of option: String? = "--due", _ reader: TimeReader) throws {
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
            take(rule, named: "--repeat \"\(text.shown)\"", try reader.typed(rule.first, of: reading, moment))
        }
        if !phrases.isEmpty { try settleDue(option, reader) }
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
        case .rule(let rule):
            let first = try reader.typed(rule.first, of: reading, moment)
            take(rule, named: "\"\(rule.rule.shortExplanation(from: rule.first.civil))\"", first)
            due = first
        }
    }

    private mutating func take(_ rule: RecurringPhrase, named name: String, _ first: TypedTime) {
        rules.append(rule.rule.description)
        phrases.append(TypedRule(name: name, rule: rule, first: first))
        if rule.isAnchoredAtCompletion { isAnchoredAtCompletion = true }
    }

    /// The due time: one that was typed beside the phrases has to be one of their times, as which of the two is meant, only
    /// the person knows; else it is the first time of all.
    private mutating func settleDue(_ option: String?, _ reader: TimeReader) throws {
        try checkTimesOfDay()
        if let due {
            let zone = try due.zone ?? reader.zone()
            let fitting = phrases.lazy.compactMap { $0.fitting(due, in: zone) }.first
            guard let fitting else {
                throw CommandFailure.usage(
                    "\(option.map { "\($0) " } ?? "")\(due.phrase) is not a time of \(Self.named(phrases))",
                    "Leave \(option ?? "the time") away, or say it in --repeat, such as 'every monday at 9am'.")
            }
            self.due = fitting
        } else if let earliest = phrases.min(by: { $0.firstLocal < $1.firstLocal }) {
            due = earliest.first
            // An INTERVAL that is counted from the first time of all may leave out what its own phrase begins with.
            let zone = try earliest.first.zone ?? reader.zone()
            guard phrases.count > 1, let start = earliest.first.civil,
                let other = phrases.first(where: { !$0.begins(countedFrom: start, in: zone) })
            else { return }
            throw CommandFailure.usage(
                "\(Self.named([earliest, other])) cannot be counted from one first time", "Add a task for each.")
        }
    }

    /// Of several phrases all have the time of day of the task.
    private func checkTimesOfDay() throws {
        guard let first = phrases.first,
            let other = phrases.first(where: {
                $0.timeOfDay != first.timeOfDay || $0.first.zone?.identifier != first.first.zone?.identifier
            })
        else { return }
        throw CommandFailure.usage(
            "\(Self.named([first, other])) do not say the same time of day, and a task has one",
            "Add a task for each, or say one time in both, such as 'every friday 5pm' and 'every monday 5pm'.")
    }

    /// Whether a rule in words says at what time of day.
    var saysTimeOfDay: Bool { phrases.contains { $0.timeOfDay != nil } }

    /// Whether the first time is no more than one interval from now, since the phrases leave open when they begin.
    var isCountedFromNow: Bool { !phrases.isEmpty && phrases.allSatisfy(\.rule.isCountedFromNow) }

    private static func named(_ phrases: [TypedRule]) -> String {
        phrases.map(\.name).joined(separator: " and ")
    }

    /// Takes a start that was typed beside phrases: the rules of a task that starts are counted from its start, so that both
    /// have to give the same days.
    ///
    /// A start that is a time of the rule by itself is the first one, where no due time was typed.
    ///
    /// - Throws: ``CommandFailure`` for a start that the rule does not give.
    mutating func take(start typed: TypedTime, isDueTyped: Bool, _ reader: TimeReader) throws {
        start = typed
        guard !phrases.isEmpty, let due, let dueTime = due.civil else { return }
        let zone = try due.zone ?? typed.zone ?? reader.zone()
        if !isDueTyped, let first = phrases.lazy.compactMap({ $0.fitting(typed, in: zone) }).first {
            (start, self.due) = (first, first)
            start?.notes = []
            start?.remarks = []
            return
        }
        // A day beside a time is refused by the daemon.
        guard let startTime = typed.civil, startTime.isDate == dueTime.isDate else { return }
        guard movesAlong(from: dueTime, to: startTime, in: zone) else {
            throw CommandFailure.usage(
                "--start \(typed.phrase) is not a time of \(Self.named(phrases))",
                "Leave --start away, or give one of the day on which it is due: \(due.phrase).")
        }
    }

    /// Refuses phrases beside the start and the due time that a task comes to have; one that was not typed it has, and keeps.
    func check(keeping start: CivilTime, due: CivilTime, _ zone: ZoneRules) throws {
        guard !phrases.isEmpty, start.isDate == due.isDate, !movesAlong(from: due, to: start, in: zone) else { return }
        if let typed = self.start {
            throw CommandFailure.usage(
                "--start \(typed.phrase) does not fit \(PhraseTime(due).phrase(in: .english)), when the task is due, by "
                    + Self.named(phrases),
                "Give --due, too, such as --due '\(typed.phrase)'.")
        }
        throw CommandFailure.usage(
            "the task starts \(PhraseTime(start).phrase(in: .english)), which is not a time of \(Self.named(phrases))",
            "Give --start, too, or --start none to take it away.")
    }

    /// Whether the phrases give from a start what they give from the due time, each as long before it.
    private func movesAlong(from due: CivilTime, to start: CivilTime, in zone: ZoneRules) -> Bool {
        let rules = phrases.map(\.rule.rule)
        func times(_ first: CivilTime) -> [Int]? {
            guard let set = try? RecurrenceSet(start: first, zone: zone, rules: rules) else { return nil }
            let origin = first.startOfDayOrTime.secondsSinceEpoch
            return set.occurrences.prefix(Self.comparedTimes).map {
                $0.start.startOfDayOrTime.secondsSinceEpoch - origin
            }
        }
        guard due.startOfDayOrTime >= start.startOfDayOrTime, let dues = times(due), let starts = times(start),
            dues.first == 0, starts.first == 0
        else { return false }
        return zip(dues, starts).allSatisfy { $0 == $1 }
    }

    /// How many times of rules are compared: more than a week has days, and a year months.
    private static let comparedTimes = 16

    static func isRRULE(_ text: String) -> Bool {
        text.contains("=") || text.uppercased().hasPrefix("RRULE:")
    }
}

extension TypedTime {
    /// The time in words, for an error.
    fileprivate var phrase: String { civil.map { PhraseTime($0).phrase(in: .english) } ?? text }
}

import Recurrence
import Storage

/// What becomes of how a series recurs.
struct RecurrenceChange {
    /// The members that differ from what is shown, by their names; `recurrence` where it is to be no more.
    let members: [String]
    /// How it is to recur; nil where it is to recur no more.
    let recurrence: TaskRecurrence?

    /// The change from what a series shows to what somebody wants.
    init(from shown: TaskRecurrence?, to wanted: TaskRecurrence?) {
        recurrence = wanted
        guard let wanted else {
            members = shown == nil ? [] : ["recurrence"]
            return
        }
        guard let shown else {
            members = ["rrule", "rdate", "exdate", "anchor", "missed", "respawn"]
            return
        }
        let differing = [
            ("rrule", !Self.isSame(wanted.rules, shown.rules)),
            ("rdate", Set(wanted.dates) != Set(shown.dates)),
            ("exdate", Set(wanted.exceptionDates) != Set(shown.exceptionDates)),
            ("anchor", wanted.anchor != shown.anchor), ("missed", wanted.missed != shown.missed),
            ("respawn", wanted.respawn != shown.respawn),
        ]
        members = differing.filter(\.1).map(\.0)
    }

    var isNothing: Bool { members.isEmpty }
    var hasNewRules: Bool { names("rrule") }

    /// Whether a member differs from what is shown; where nothing was shown, each of them does.
    func names(_ member: String) -> Bool { members.contains(member) }

    /// The place of the first member that differs.
    var pointer: String {
        guard recurrence != nil, let member = members.first else { return "/recurrence" }
        return "/recurrence/\(member)"
    }

    private static func isSame(_ rules: [String], _ others: [String]) -> Bool {
        rules == others || rules.map { try? RecurrenceRule($0) } == others.map { try? RecurrenceRule($0) }
    }
}

extension SeriesTransaction {
    /// Puts rules that make no sense, as only damage can bring about, right by what somebody wants them to be.
    mutating func mendRules(with wanted: TaskRecurrence?) {
        guard let wanted else { return }
        do { _ = try rules } catch is RecurrenceError {
            series.rules = wanted.rules.map { Series.Rule($0, start: series.start) }
            (series.dates, series.exceptionDates) = (wanted.dates, wanted.exceptionDates)
        } catch {
            // A zone that there is not is nothing that rules could mend.
        }
    }

    /// Changes how the series recurs, in place: its start, COUNT and phase stay but for new rules, which count from its
    /// start.
    ///
    /// - Parameters:
    ///   - change: What is to be changed.
    ///   - entry: The occurrence that the command is addressed to; nil for the series itself.
    /// - Returns: The new exceptions, as written: the open occurrences that they name are to be deleted.
    /// - Throws: ``SchedulerError`` with code `.invalidInput`.
    mutating func apply(_ change: RecurrenceChange, addressed entry: LedgerEntry?) throws -> [String] {
        guard !change.isNothing else { return [] }
        guard let wanted = change.recurrence else {
            try end(.stopped)
            return []
        }
        let old = series
        if series.end?.reason == .stopped, wanted.rules.isEmpty, !series.rules.isEmpty {
            throw SchedulerError.invalid(
                "must have rules, since the series was stopped; PATCH the series with \"state\": \"active\" to "
                    + "resume it with its old ones", at: "/recurrence/rrule")
        }
        if change.hasNewRules {
            series.rules = wanted.rules.map { Series.Rule($0, start: series.start) }
            // A series that somebody had taken the recurrence off recurs again.
            if series.end?.reason == .stopped { series.end = nil }
        }
        // What is wanted as it was shown stays as the series has it now, which a split or a move may have changed.
        if change.names("rdate") { series.dates = wanted.dates }
        if change.names("exdate") { series.exceptionDates = wanted.exceptionDates }
        if change.names("anchor") { series.anchor = wanted.anchor }
        if change.names("missed") { series.missed = wanted.missed }
        if change.names("respawn") { series.respawn = wanted.respawn }
        do { _ = try rules } catch let error as RecurrenceError {
            throw SchedulerError.invalid("does not fit the start of the series: \(error)", at: "/recurrence/rrule")
        }
        let excepted = try newlyExcepted(since: old, wanted, addressed: entry)
        try commit()
        try bearLost(since: old, hasNewRules: change.hasNewRules)
        return excepted
    }

    private func newlyExcepted(
        since old: Series, _ wanted: TaskRecurrence, addressed entry: LedgerEntry?
    ) throws -> [String] {
        guard series.exceptionDates != old.exceptionDates else { return [] }
        // The same slot written in another way is no new exception.
        let known = Set(try old.exceptionDates.map { try days(of: $0) })
        let added = try wanted.exceptionDates.enumerated().map { (index: $0, text: $1, days: try self.days(of: $1)) }
            .filter { !known.contains($0.days) }
        if let entry, let place = added.first(where: { $0.days.contains(entry.recurrenceID) }) {
            throw SchedulerError.invalid(
                "excludes this occurrence; delete it with scope=this instead", at: "/recurrence/exdate/\(place.index)")
        }
        return added.map(\.text)
    }

    /// The slots that an added or excepted date names: one, or all of a day.
    func days(of text: String) throws -> NamedSlots {
        let local = try RecurrenceDate(text).start.local(in: zone)
        if series.start.isDate { return .slot(.date(local.date)) }
        return local.isDate ? .day(local.date) : .slot(local)
    }

    /// Bears slots behind the frontier that an added date gives, or that an exception gave back: else they would be lost.
    ///
    /// A new rule bears nothing there, and rules that count from completion have no slots there: then an exception gives
    /// back added dates alone.
    private mutating func bearLost(since old: Series, hasNewRules: Bool) throws {
        guard series.isActive, let frontier = try transaction.frontier(of: series.id) else { return }
        let rules = try rules
        let dates = Set(try series.dates.map { try slot(ofAdded: $0) })
        var slots = try dates.subtracting(old.dates.map { try slot(ofAdded: $0) })
        let givenBack = try Set(old.exceptionDates.map { try days(of: $0) })
            .subtracting(series.exceptionDates.map { try days(of: $0) })
        let countRules = !hasNewRules && series.anchor == .due
        for named in givenBack {
            slots.formUnion(dates.filter { named.contains($0) })
            guard countRules else { continue }
            switch named {
            case .slot(let slot): slots.insert(slot)
            case .day(let day): slots.formUnion(rules.slots(onDay: day))
            }
        }
        let lost = try slots.sorted().filter { slot in
            guard slot < frontier.recurrenceID, rules.contains(slot) else { return false }
            if series.missed == .skip, rules.isPast(slot, at: now) { return false }
            return try transaction.entry(of: series.id, at: slot)?.isBorn != true
        }
        try checkSize(ofBirths: lost.count)
        for slot in lost { _ = try bear(slot) }
    }

    /// Refuses to bear more at once than one transaction may write: others wait for it.
    private func checkSize(ofBirths count: Int) throws {
        let rows = 1 + series.reminders.count + series.subtasks.count + series.content.tags.count
        var budget = WriteBudget()
        do { try budget.spend(rows: count * rows, bytes: count * series.content.textSize(of: .template)) } catch {
            throw SchedulerError.invalid(
                "would create \(count) occurrences at once; one change writes at most \(error); add fewer past dates",
                at: "/recurrence/rdate")
        }
    }

    /// The slot of an added date; a day in a series of times has the time of its start.
    private func slot(ofAdded text: String) throws -> CivilTime {
        switch try days(of: text) {
        case .slot(let slot): slot
        case .day(let day):
            .dateTime(CivilDateTime(date: day, secondOfDay: series.start.startOfDayOrTime.secondOfDay))
        }
    }
}

/// What an added or excepted date names.
enum NamedSlots: Hashable {
    case slot(CivilTime)
    case day(CivilDate)

    func contains(_ slot: CivilTime) -> Bool {
        switch self {
        case .slot(let named): named == slot
        case .day(let day): day == slot.date
        }
    }
}

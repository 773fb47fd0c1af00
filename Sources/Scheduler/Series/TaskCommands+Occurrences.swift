import Recurrence
import Storage

/// How far a change of one occurrence reaches.
///
/// Without a scope what an occurrence says of itself holds for those that are still to be born too, other times for this
/// one alone, and other rules for this one and those that follow.
public enum EditScope: String, CaseIterable, Hashable, Sendable {
    /// This occurrence alone; the series does not reach the changed fields any more.
    case this
    /// This one and those that follow, which become a series of their own (RFC 5545 §3.2.13, THISANDFUTURE).
    case following
    /// The series, and every occurrence that is still open or to come.
    case all
}

/// A change of one occurrence, and how far it reaches.
struct OccurrenceEdit {
    /// The occurrence as it was.
    let before: TaskItem
    /// What it is to be.
    let draft: TaskDraft
    /// The fields that the change names.
    let named: TaskFields
    let scope: EditScope?
}

extension TaskCommands {
    /// Changes an occurrence, and as much of its series as the scope reaches: first a split, then times, content and
    /// recurrence.
    ///
    /// - Parameters:
    ///   - task: The occurrence with its new times and content, still to be written.
    ///   - edit: The change.
    ///   - transaction: Where it is done.
    ///   - now: The time at which it is done.
    /// - Throws: ``SchedulerError``: `.invalidInput`, `.notPossible`.
    func change(
        _ task: inout TaskItem, by edit: OccurrenceEdit, in transaction: any StoreTransaction, now: UTCInstant
    ) throws {
        guard let place = edit.before.occurrence else { return }
        var work = try open(place, in: transaction, now: now)
        work.mendRules(with: edit.draft.recurrence)
        let recurrence = RecurrenceChange(from: work.series.shown, to: edit.draft.recurrence)
        let scope = try edit.checkedScope(recurrence)
        var entry = try work.entry(of: place)
        let reachesLater = scope == .following || scope == nil && recurrence.hasNewRules
        if reachesLater, !edit.named.isEmpty || !recurrence.isNothing,
            try transaction.hasEntries(of: place.series, before: entry.recurrenceID)
        {
            work = try work.split(at: entry.recurrenceID)
            entry = try work.entry(of: place)
        }
        var reach = SeriesReach()
        if edit.named.contains(.times) {
            if reachesLater || scope == .all {
                reach.move = try work.move(
                    with: &entry, to: task, naming: edit.named, hasNewRules: recurrence.hasNewRules)
                (task.start, task.due) = work.series.times(at: entry.recurrenceID) ?? (task.start, task.due)
                task.timeZone = work.series.timeZone
                if let move = reach.move, !edit.named.contains(.reminders) { try task.moveOwnReminders(by: move) }
            } else {
                entry.overrides.insert(.times)
            }
        }
        let content = edit.named.intersection(.template)
        if scope == .this {
            entry.overrides.formUnion(content)
        } else {
            work.series.take(content, from: task, at: entry.recurrenceID)
            entry.overrides.subtract(content)
            if scope != nil { reach.fields = content }
        }
        // Before anything is born, which is made from what the series is now.
        var reached = try work.spread(reach, but: task.id)
        let excepted = try work.apply(recurrence, addressed: entry)
        try work.commit()
        try write(&task, entry, in: work, since: edit.before, isRecurrenceChanged: !recurrence.isNothing)
        for entry in excepted {
            if let task = try transaction.task(entry.task) { try work.delete(entry, task, as: .excepted) }
        }
        reached.removeAll { excepted.map(\.task).contains($0) }
        if work.isChanged || !reached.isEmpty {
            let members = edit.named.fieldNames + recurrence.members
            try transaction.append(
                [.seriesUpdated(work.series, members: members, tasks: reached, now: now)])
        }
        try work.conclude(cause: excepted.last?.task)
    }

    /// Writes the occurrence itself, where anything of it changed.
    private func write(
        _ task: inout TaskItem, _ entry: LedgerEntry, in work: SeriesTransaction, since before: TaskItem,
        isRecurrenceChanged: Bool
    ) throws {
        let known = try work.transaction.entry(of: work.series.id, at: entry.recurrenceID)
        task.recurrence = work.series.shown
        task.occurrence = SeriesOccurrence(
            series: work.series.id, number: known?.number ?? entry.number ?? 1, recurrenceID: entry.recurrenceID)
        let isChanged = task != before || before.setAside != nil
        guard isChanged || isRecurrenceChanged || entry.overrides != known?.overrides else { return }
        var entry = entry
        (entry.number, entry.isTouched) = (task.occurrence?.number, true)
        try work.save(entry)
        guard isChanged else { return }
        task.version += 1
        task.updatedAt = work.now
        try save(&task, in: work.transaction, now: work.now)
        try work.transaction.append([.about(task, .taskUpdated, now: work.now)])
    }
}

extension OccurrenceEdit {
    /// The scope, as the occurrence's status allows it.
    fileprivate func checkedScope(_ recurrence: RecurrenceChange) throws -> EditScope? {
        guard before.status.isOpen else {
            guard scope == nil || scope == .this, recurrence.isNothing else {
                throw SchedulerError(
                    .notPossible,
                    "the occurrence is closed; change an open one, this one alone without its recurrence, or the series"
                )
            }
            return .this
        }
        if scope == .this, !recurrence.isNothing {
            throw SchedulerError.invalid(
                "cannot change for one occurrence alone; take the scope following or all", at: recurrence.pointer)
        }
        return scope
    }
}

/// What a change of a series does to those of its open occurrences that it was not addressed to.
struct SeriesReach {
    /// The fields of the content that they are given, unless they have an override of them.
    var fields: TaskFields = []
    /// How their slots moved; nil where they did not.
    var move: SlotMove?
}

extension SeriesTransaction {
    /// Gives the open occurrences but one what the series is now, as far as a change reaches.
    ///
    /// - Returns: The occurrences that were changed.
    /// - Throws: ``SchedulerError`` with code `.notPossible` where that is more than one transaction may write.
    func spread(_ reach: SeriesReach, but task: TaskID?) throws -> [TaskID] {
        guard !reach.fields.isEmpty || reach.move != nil else { return [] }
        let open = try transaction.openCount(of: series.id, limit: WriteBudget.maxBytes)
        try WriteBudget.check(open, times: series.content.textSize(of: reach.fields))
        if reach.move == nil, reach.fields.isSubset(of: .plain) {
            return try transaction.give(reach.fields, of: series.content, toOpenOf: series.id, but: task, at: now)
        }
        var budget = WriteBudget()
        var reached: [TaskID] = []
        try forEachTask(of: openEntries(but: task)) { entry, before in
            let fields = reach.fields.subtracting(entry.overrides)
            let move = entry.overrides.contains(.times) ? nil : reach.move
            guard !fields.isEmpty || move != nil else { return }
            var other = before
            if let move { try put(&other, at: entry.recurrenceID, move) }
            try series.give(fields, to: &other, at: entry.recurrenceID)
            guard other != before else { return }
            if fields.contains(.reminders), !entry.isTouched, try hasReminded(before) { try noteTouch(of: entry) }
            other.version += 1
            other.updatedAt = now
            try budget.spend(on: other, bytes: 0)
            try commands.save(&other, in: transaction, now: now)
            reached.append(other.id)
        }
        return reached
    }

    /// Notes what is known from a reminder that goes.
    private func noteTouch(of entry: LedgerEntry) throws {
        var entry = entry
        entry.isTouched = true
        try save(entry)
    }

    /// Puts an occurrence on its slot, after the whole series moved.
    private func put(_ task: inout TaskItem, at slot: CivilTime, _ move: SlotMove) throws {
        let pointer = series.span.hasStart ? "/start" : "/due"
        guard let times = series.times(at: slot) else { throw SchedulerError.beyondRange(at: pointer) }
        (task.start, task.due) = times
        task.timeZone = series.timeZone
        try task.moveOwnReminders(by: move)
        guard try commands.plan(for: series.timeZone).represents(task) else {
            throw SchedulerError.beyondRange(at: pointer)
        }
    }
}

extension TaskItem {
    /// Moves the reminders that have a time of their own along with the series.
    fileprivate mutating func moveOwnReminders(by move: SlotMove) throws {
        for index in reminders.indices {
            guard case .at(let time) = reminders[index].trigger else { continue }
            guard let moved = time.civil.advanced(bySeconds: move.ownTimeShift).flatMap({ LocalTime($0) }) else {
                throw SchedulerError.beyondRange(at: "/reminders/\(index)")
            }
            reminders[index].trigger = .at(moved)
        }
    }
}

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
        let found = work.series
        work.mendRules(with: edit.draft.recurrence)
        let recurrence = RecurrenceChange(from: work.series.shown, to: edit.draft.recurrence)
        let scope = try edit.checkedScope(recurrence)
        // What names nothing of the series, such as a status or what is done of the parts, lets nothing appear: by the clock
        // something else could come by now.
        if edit.named.isEmpty, recurrence.isNothing, edit.before.setAside == nil, work.series == found {
            guard task != edit.before else { return }
            let entry = try work.entry(of: place)
            return try write(&task, entry, in: work, since: edit.before, isRecurrenceChanged: false)
        }
        var entry = try work.entry(of: place)
        let reachesLater = scope == .following || scope == nil && recurrence.hasNewRules
        if reachesLater, !edit.named.isEmpty || !recurrence.isNothing,
            try transaction.hasEntries(of: place.series, before: entry.recurrenceID)
        {
            work = try work.split(at: entry.recurrenceID)
            entry = try work.entry(of: place)
        }
        var pending = try work.pendingEdit()
        (pending.spared, pending.pause) = (task.id, work.copiedPause)
        if edit.named.contains(.times) {
            if reachesLater || scope == .all {
                let move = try work.move(
                    with: &entry, to: task, naming: edit.named, hasNewRules: recurrence.hasNewRules)
                pending.timeShift = move.ownTimeShift
                (task.start, task.due) = work.series.times(at: entry.recurrenceID) ?? (task.start, task.due)
                task.timeZone = work.series.timeZone
                if !edit.named.contains(.startOrDue) {
                    work.mover = "/timeZone"
                } else if work.series.span.hasStart {
                    work.mover = "/start"
                }
                if !edit.named.contains(.reminders) {
                    try task.moveOwnReminders(bySeconds: move.ownTimeShift, of: work.mover)
                }
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
            if scope != nil { pending.fields = content }
        }
        pending.outcome = .excepted(try work.apply(recurrence, addressed: entry))
        if work.hasNothingLeft { try work.end(.stopped) }
        try work.commit()
        try write(&task, entry, in: work, since: edit.before, isRecurrenceChanged: !recurrence.isNothing)
        pending.report = PendingEdit.Report(
            members: edit.named.fieldNames + recurrence.members, isSeriesChanged: work.isChanged)
        let cause = try work.reach(pending)
        try work.conclude(cause: cause)
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
                    "the occurrence is closed; use scope=this and leave recurrence out, or change an open occurrence or the series"
                )
            }
            return .this
        }
        if scope == .this, !recurrence.isNothing {
            throw SchedulerError.invalid(
                "cannot change for a single occurrence; use scope=following or scope=all", at: recurrence.pointer)
        }
        return scope
    }
}

extension TaskItem {
    /// Moves the reminders that have a time of their own along with the series.
    mutating func moveOwnReminders(bySeconds shift: Int, of pointer: String) throws {
        for index in reminders.indices {
            guard case .at(let time) = reminders[index].trigger else { continue }
            guard let moved = time.civil.advanced(bySeconds: shift).flatMap({ LocalTime($0) }) else {
                throw SchedulerError.beyondRange(at: pointer)
            }
            reminders[index].trigger = .at(moved)
        }
    }
}

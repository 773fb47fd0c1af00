package import Recurrence
package import Storage

/// A merge patch (RFC 7396) of a series, carried out in the transaction that it is passed.
package struct SeriesMergePatch: Sendable {
    /// The members that a task has, and a series has not.
    package static let membersOfOccurrences = ["start", "due", "status", "progress", "blockedBy", "sortOrder"]

    /// What is kept, cleared and set of what its occurrences are made from, and of how it recurs.
    package let fields: Patch<TaskDraft>
    /// The local start that its first occurrence is to have; nil to leave it.
    package let start: TaskDraft.Time?
    /// Whether it is to be active again, should it have ended.
    package let isRevived: Bool

    package init(_ fields: Patch<TaskDraft>, start: TaskDraft.Time?, isRevived: Bool) {
        (self.fields, self.start, self.isRevived) = (fields, start, isRevived)
    }

    /// What the occurrences are to be.
    fileprivate func draft(of prototype: TaskItem, from start: CivilTime?) throws -> TaskDraft {
        var draft = try TaskDraft(prototype).patched(by: fields)
        let ticked = draft.subtasks.indices.filter { draft.subtasks[$0].isCompleted }
        guard ticked.isEmpty else {
            let detail = "belongs to a single occurrence; change it there (PATCH /tasks/{id})"
            throw SchedulerError(
                .invalidInput, detail,
                problems: ticked.map { InputProblem(pointer: "/subtasks/\($0)/isCompleted", detail: detail) })
        }
        // New rules must fit the new start.
        if let start, fields.holds("recurrence/rrule") { draft.move(to: start) }
        return draft
    }

    /// The zone that it names; nil where it names none.
    fileprivate var timeZone: String? {
        var (draft, problems) = (TaskDraft(title: ""), [InputProblem]())
        fields.apply(to: &draft, noting: &problems)
        return draft.timeZone
    }
}

extension TaskCommands {
    /// Carries out a merge patch of a series.
    ///
    /// - Parameters:
    ///   - id: The series.
    ///   - patch: What is to change.
    ///   - transaction: Where it is done.
    ///   - now: The time at which it is done.
    /// - Returns: The series as it is now.
    /// - Throws: ``SchedulerError`` as the other updates do.
    @discardableResult
    package func update(
        _ id: SeriesID, by patch: SeriesMergePatch, in transaction: any StoreTransaction, now: UTCInstant
    ) throws -> Series {
        let start = try start(of: id, by: patch, in: transaction)
        return try update(id, start: start, isRevived: patch.isRevived, in: transaction, now: now) { prototype in
            var checked: CheckedTaskDraft
            do { checked = try self.checked(patch.draft(of: prototype, from: start)) } catch let error as SchedulerError
            {
                throw error.placed(in: patch.fields, times: start == nil ? "/timeZone" : "/dtstart")
            }
            checked.named = patch.fields.taskFields
            return checked
        }
    }

    /// The local start that is asked for, in the zone that the series will have; nil for none.
    private func start(
        of id: SeriesID, by patch: SeriesMergePatch, in reader: any StoreReader
    ) throws -> CivilTime? {
        guard let start = patch.start else { return nil }
        let local: LocalTime?
        switch start {
        case .civil(let civil): local = LocalTime(civil)
        case .instant(let instant):
            // Without a series, or with a zone that there is none of, the command itself refuses.
            guard let name = try patch.timeZone ?? reader.series(id)?.timeZone, let zone = try? zones.rules(for: name)
            else { return nil }
            local = LocalTime(instant, in: zone)
        }
        guard let local else { throw SchedulerError.invalid(TimeRange.requirement, at: "/dtstart") }
        return local.civil
    }
}

extension TaskDraft {
    /// Puts each time at another: how they lie to each other does not matter.
    fileprivate mutating func move(to time: CivilTime) {
        if start != nil { start = .civil(time) }
        if due != nil { due = .civil(time) }
    }
}

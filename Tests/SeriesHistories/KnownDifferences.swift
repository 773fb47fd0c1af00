import Recurrence
import SeriesModel

/// Commands in which model and engine differ on purpose are given to neither, or to both in a form that they agree on.
extension ModelStore {
    /// The command that both are given; nil for none.
    func comparable(_ command: ModelCommand) -> ModelCommand? {
        switch command {
        // The engine has no undo yet.
        case .undo: nil
        // A plain task has no occurrence that could be skipped; the model cancels it.
        case .skip(let id) where isPlain(id): nil
        // On a task that does not recur a scope says nothing; the model refuses some on a closed one.
        case .setStatus(let id, let status, _) where isPlain(id): .setStatus(id, status, .unscoped)
        case .delete(let id, _) where isPlain(id): .delete(id, .unscoped)
        case .patch(let id, let scope, let patch):
            comparable(patch, of: id).map { .patch(id, isPlain(id) ? .unscoped : scope, $0) }
        case .create(let new): comparable(new).map { .create($0) }
        case .patchSeries(let id, let patch): comparable(patch, of: id).map { .patchSeries(id, $0) }
        default: command
        }
    }

    private func isPlain(_ id: TaskID) -> Bool { tasks[id].map { $0.series == nil } ?? false }

    private func comparable(_ new: NewTask) -> NewTask? {
        // The engine wants a rule or an added date.
        if let recurrence = new.recurrence, recurrence.rrule ?? [] == [], recurrence.rdate ?? [] == [] { return nil }
        var new = new
        new.content.reminders = new.content.reminders.map { $0.countable(hasStart: new.start != nil) }
        return new
    }

    private func comparable(_ patch: SeriesPatch, of id: SeriesID) -> SeriesPatch? {
        guard let series = series[id] else { return patch }
        guard isComparable(patch.changes.recurrence, of: series) else { return nil }
        var patch = patch
        patch.changes.reminders = patch.changes.reminders?.map { $0.countable(hasStart: series.hasStart) }
        return patch
    }

    private func comparable(_ patch: TaskPatch, of id: TaskID) -> TaskPatch? {
        guard let task = tasks[id] else { return patch }
        var patch = patch
        patch.reminders = patch.reminders?.map { $0.countable(hasStart: (patch.start ?? task.start) != nil) }
        guard patch.recurrence != .untouched else { return patch }
        if let series = place(of: id)?.series {
            guard isComparable(patch.recurrence, of: series) else { return nil }
        } else if !task.status.isOpen {
            // The engine makes a closed plain task the first of a series, whose next is born; the model refuses it.
            return nil
        } else if case .members(let members) = patch.recurrence {
            guard members.rrule ?? [] != [] || members.rdate ?? [] != [] else { return nil }
        }
        // Rules and dates of one kind beside times of the other: the model compares an UNTIL by its day, the engine
        // takes days for times of day, RFC 5545 knows neither.
        let slot = place(of: id)?.row.slot ?? task.base
        let times = [patch.start ?? task.start, patch.due ?? task.due].compactMap { $0 }
        return times.allSatisfy { $0.isDate == slot?.isDate } ? patch : nil
    }

    /// The engine shows no recurrence where there is none any more, so no member of it can be changed by itself, and
    /// rules revive the series; and it lets nobody take away every rule and every added date.
    private func isComparable(_ change: RecurrenceChange, of series: ModelSeries) -> Bool {
        guard change != .untouched else { return true }
        guard showsRecurrence(series) else { return false }
        guard case .members(let members) = change else { return true }
        return !(members.rrule ?? series.recurrence.rules.map(\.text)).isEmpty
            || !(members.rdate ?? series.recurrence.rdates).isEmpty
    }

    /// Whether the tasks of a series show that they recur.
    func showsRecurrence(_ series: ModelSeries) -> Bool {
        series.end?.reason != .stopped && !(series.recurrence.rules.isEmpty && series.recurrence.rdates.isEmpty)
    }
}

extension ModelReminder {
    /// The engine refuses a reminder that counts from a start which its task does not have, and one whose days and
    /// seconds point to different sides.
    fileprivate func countable(hasStart: Bool) -> ModelReminder {
        guard case .offset(var offset, let anchor) = trigger else { return self }
        if offset.days < 0 { offset.seconds = -abs(offset.seconds) }
        return ModelReminder(.offset(offset, hasStart ? anchor : .due))
    }
}

import Recurrence
import Storage

/// What became of the slots of a series.
extension SeriesMigration {
    /// The entries of a series' tasks; where several have one slot, all but the one with the greatest number stand in
    /// further ledgers.
    func layers(of tasks: [OldOccurrence], in series: Series) throws -> [[LedgerEntry]] {
        let ids = Dictionary(tasks.map { ($0.number, $0.id) }) { $1 }
        var layers: [[CivilTime: LedgerEntry]] = [[:]]
        for task in tasks.reversed() {
            guard let place = task.recurrenceID ?? task.base else { continue }
            let slot = place.ofKind(of: series.start)
            var entry = LedgerEntry(recurrenceID: slot, task: task.id, number: task.number)
            entry.state = state(of: task, isLast: task.number == tasks.last?.number)
            (entry.isTouched, entry.closedAt) = (task.isTouched, task.closedAt)
            if series.respawn == .completion { entry.cause = ids[task.number - 1] }
            entry.overrides = try overrides(of: task, at: slot)
            if let free = layers.firstIndex(where: { $0[slot] == nil }) {
                layers[free][slot] = entry
            } else {
                layers.append([slot: entry])
            }
        }
        return layers.map { layer in layer.values.sorted { $0.recurrenceID < $1.recurrenceID } }
    }

    private func state(of task: OldOccurrence, isLast: Bool) -> LedgerEntry.State {
        switch task.status {
        case .needsAction, .inProcess: .open
        case .completed: .completed
        case .cancelled: isLast && !skipped.contains(task.id) ? .cancelled : .skipped
        }
    }

    /// What was changed for an occurrence alone: what its template has otherwise, and where it was moved.
    private func overrides(of task: OldOccurrence, at slot: CivilTime) throws -> TaskFields {
        var fields: TaskFields = task.base.map { $0 != slot } ?? false ? .times : []
        guard task.hasTemplate else { return fields }
        var unnoted = RowFaults()
        guard case (let own, let template?) = try models(ofTask: task.key, &unnoted) else { return fields }
        fields.formUnion(own.fields(differingFrom: template))
        if own.span(ofDates: slot.isDate) != template.span(ofDates: slot.isDate) { fields.insert(.times) }
        return fields
    }

    /// The deleted occurrences that are not to come back.
    ///
    /// They left a gap between the numbers, or are behind the last task where that is closed. What is behind an open one
    /// was withdrawn when that was opened again.
    func deletionsToKeep(of series: Series, tasks: [OldOccurrence]) throws -> [OldDeletion] {
        guard let told = deletions[series.id], let source = tasks.last else { return [] }
        let goesBeyond = !source.status.isOpen || series.shown == nil
        var numbers = Set(tasks.map(\.number))
        return try told.reversed().filter { deletion in
            guard goesBeyond || deletion.number < source.number,
                try store.value(Int.self, "SELECT 1 FROM task WHERE id = ?", [deletion.id]) == nil
            else { return false }
            return numbers.insert(deletion.number).inserted
        }.reversed()
    }
}

extension CivilTime {
    /// The same time as a slot of a series with a start: its day, or its midnight, where that is of the other kind.
    func ofKind(of start: CivilTime) -> CivilTime {
        switch (isDate, start.isDate) {
        case (false, true): .date(date)
        case (true, false): .dateTime(startOfDayOrTime)
        default: self
        }
    }
}

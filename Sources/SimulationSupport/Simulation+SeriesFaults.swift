import Recurrence
import Storage
import StorageSQLite
import TestSupport

/// Series that cannot be read or worked out: nothing is born of them, and everything else goes on, the reminders of
/// their own tasks among it.
extension Simulation {
    /// Makes the series of a task unreadable that is its last one.
    func breakSeries(of task: ExpectedTask, by fault: SimulatedFault) async throws {
        guard let place = task.place, let series = expected.series[place.series], series.isActive,
            series.frontier == place.recurrenceID, series.entries.values.allSatisfy({ expected.sick[$0.task] == nil })
        else { return }
        narrate("break the series of \(task.id)")
        let cure = try await inflict(fault, on: series.id.uuid)
        // When to look follows from all else, so that the loop puts it right at once.
        guard !fault.isPassing else { return try await fireDue() }
        expected.sickSeries[series.id] = Sickness(fault: fault, cure: cure, waiting: [])
    }

    func mendSeries(_ id: SeriesID) async throws {
        guard let series = expected.series[id], let sickness = expected.sickSeries[id],
            let last = series.frontier.flatMap({ series.entries[$0]?.task }), let task = expected.tasks[last]
        else { throw SimulationFailure("the series \(id) is broken, and has no last task") }
        tally.mends += 1
        let isAlone = series.entries.values.filter(\.hasTask).count == 1
        let isChangeable = isAlone || !sickness.fault.isMute
        let isAcceptable = expected.accepts(task, asNew: false)
        switch Int.random(in: 0..<3, using: &generator) {
        case 0 where isChangeable: try await delete(task, of: id, sickness)
        case 1 where isChangeable && isAcceptable: try await update(task, of: id, sickness)
        default: try await restore(task, of: id, sickness)
        }
        expected.sickSeries[id] = nil
        guard expected.series[id]?.isLost == false else { return }
        for entry in series.entries.values where expected.tasks[entry.task] != nil { try await checkMended(entry.task) }
    }

    private func delete(_ task: ExpectedTask, of id: SeriesID, _ sickness: Sickness) async throws {
        expected.series[id]?.isLost = sickness.fault.isMute
        try await delete(task)
    }

    private func update(_ task: ExpectedTask, of id: SeriesID, _ sickness: Sickness) async throws {
        guard sickness.fault.isMute else {
            // Where nothing was noted of it yet, and nothing of the task differs, only the series was changed.
            try await update(task)
            return try await learnEntry(of: task)
        }
        // It begins a series of its own.
        expected.series[id]?.isLost = true
        try await update(task)
        guard let place = try await place(of: task.id), place.series != id else {
            throw SimulationFailure("\(task.id) was mended, and is still in a series that cannot be read")
        }
        expected.begin(expected.tasks[task.id] ?? task, at: place)
    }

    private func restore(_ task: ExpectedTask, of id: SeriesID, _ sickness: Sickness) async throws {
        narrate("put back what stood in the series \(id)")
        try await damage(sickness.cure)
        try await sweep()
        guard try await file.read({ try $0.task(task.id)?.setAside }) != nil else { return }
        throw SimulationFailure("the series \(id) was mended, and \(task.id) is still set aside")
    }

    /// What a mended task left in its series: a field that could not be read counts as changed.
    func learnEntry(of task: ExpectedTask) async throws {
        guard let place = task.place else { return }
        let (series, entry) = try await file.read { reader in
            (try reader.series(place.series), try reader.entry(of: place.series, at: place.recurrenceID))
        }
        guard let series, let entry else { throw SimulationFailure("\(task.id) was mended, and is in no series") }
        expected.changeEntry(of: task.id) { ($0.overrides, $0.isTouched) = (entry.overrides, entry.isTouched) }
        expected.series[place.series]?.template.quietHours = series.quietHours
        expected.series[place.series]?.template.reminders = series.reminders.map { ExpectedTemplate.Reminder($0) }
    }

    // MARK: Comparing

    /// Compares every series and its ledger with what they are to be.
    func compareSeries() async throws {
        for wanted in expected.allSeries where expected.sickSeries[wanted.id] == nil {
            let (series, entries) = try await file.read { reader in
                let entries = try reader.entries(of: wanted.id, in: nil, from: nil, limit: 100_000)
                return (try reader.series(wanted.id), entries)
            }
            guard let series else { throw SimulationFailure("the series \(wanted.id) is gone") }
            guard series.end == wanted.end else {
                throw SimulationFailure(
                    "\(wanted.id) ended \(String(describing: series.end)), not \(wanted.end as Any)")
            }
            let found = Dictionary(uniqueKeysWithValues: entries.map { ($0.recurrenceID, ExpectedEntry($0)) })
            for slot in Set(found.keys).union(wanted.entries.keys).sorted() {
                guard found[slot] != wanted.entries[slot]?.asStored else { continue }
                throw SimulationFailure(
                    "the ledger of \(wanted.id) has at \(slot) \(found[slot] as Any), not \(wanted.entries[slot] as Any)"
                )
            }
            guard wanted.template.isMade(of: series) else {
                throw SimulationFailure("the series has \(series), not \(wanted.template)")
            }
        }
    }
}

extension ExpectedStore {
    /// The series that cannot be followed, in the order in which they came.
    var unfollowed: [SeriesID] { allSeries.map(\.id).filter { sickSeries[$0] != nil } }
}

extension ExpectedEntry {
    /// As a ledger has it; that a reminder went off is known from the reminder.
    fileprivate var asStored: ExpectedEntry {
        var copy = self
        copy.hasReminded = false
        return copy
    }

    fileprivate init(_ entry: LedgerEntry) {
        self.init(
            task: entry.task, number: entry.number, state: entry.state, outcome: entry.outcome, cause: entry.cause)
        (overrides, isTouched, passed) = (entry.overrides, entry.isTouched, entry.passed)
    }
}

extension ExpectedTemplate {
    fileprivate func isMade(of series: Series) -> Bool {
        (title, priority, tags) == (series.title, series.priority, series.tags) && quietHours == series.quietHours
            && reminders == series.reminders.map { Reminder($0) }
    }
}

extension ExpectedTemplate.Reminder {
    fileprivate init(_ template: ReminderTemplate) {
        let trigger: Trigger =
            switch template.trigger {
            case .offset(let offset, _): .offset(offset)
            case .distance(let seconds): .distance(seconds)
            }
        self.init(origin: template.id, trigger: trigger, repetition: template.repetition)
    }
}

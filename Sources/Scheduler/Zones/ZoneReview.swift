import Basics
import Recurrence
import Storage

/// Derives the instants of a zone's tasks again after its rules changed, a bounded number in one transaction.
struct ZoneReview {
    /// What one transaction did.
    struct Step: Sendable {
        /// How many tasks moved.
        var moved = 0
        /// Where the next one begins; nil when all were looked at.
        var next: StoreCursor?
        /// The tasks that could not be derived, with the reasons.
        var setAside: [SetAsideEntry] = []
    }

    /// How many tasks are looked at in one transaction; all that moved are listed in one event.
    static let batchSize = 100

    let commands: TaskCommands
    let zone: String
    let version: String?

    /// Looks at the tasks from where an earlier step ended, or nil for the first.
    func step(after cursor: StoreCursor?, in transaction: any StoreTransaction, now: UTCInstant) throws -> Step {
        let batch = try transaction.tasks(inZone: zone, after: cursor, limit: Self.batchSize)
        var setAside = SetAsideTransaction(transaction, now: now)
        let moved = try move(batch.tasks, in: transaction, &setAside)
        return Step(moved: moved.told, next: batch.next, setAside: setAside.noted)
    }

    /// Looks again when the next occurrences of the zone's series matter, from where an earlier step ended, or nil for the
    /// first.
    func stepSeries(after cursor: StoreCursor?, in transaction: any StoreTransaction, now: UTCInstant) throws -> Step {
        let batch = try transaction.activeSeries(inZone: zone, after: cursor, limit: Self.batchSize)
        var setAside = SetAsideTransaction(transaction, now: now)
        for id in batch.series {
            let unit = try SetAsideUnit(ofSeries: id, in: transaction)
            _ = try setAside.attempt(unit) {
                guard let series = try transaction.series(id) else { return }
                var work = try SeriesTransaction(series, commands, in: transaction, now: now)
                try work.updateProjection()
            }
        }
        return Step(next: batch.next, setAside: setAside.noted)
    }

    /// Derives tasks of the zone again, writes those that changed, and tells which moved; one that cannot be derived stays
    /// as it is and is set aside.
    ///
    /// - Returns: The tasks as they are now, and how many of them moved.
    func move(
        _ tasks: [TaskItem],
        in transaction: any StoreTransaction,
        _ setAside: inout SetAsideTransaction
    ) throws -> (tasks: [TaskItem], told: Int) {
        let rules = try commands.zones.rules(for: zone)
        let plan = TaskPlan(zone: rules, dayStart: commands.configuration.dayStart)
        var moves: [TaskMove] = []
        let now = setAside.now
        let derived = try tasks.map { before in
            // What cannot be read cannot be derived; its reminders go off at the instants that are stored.
            guard before.setAside?.unreadableFields.isEmpty ?? true else { return before }
            let after = try setAside.attempt(.task(before.id)) {
                try move(before, by: plan, in: transaction, now: now)
            }
            if let after, after != before { moves.append(TaskMove(before: before, after: after)) }
            return after ?? before
        }
        let told = moves.filter(\.isVisible)
        if !told.isEmpty { try transaction.append([event(told, now: now)]) }
        return (derived, told.count)
    }

    private func move(
        _ before: TaskItem, by plan: TaskPlan, in transaction: any StoreTransaction, now: UTCInstant
    ) throws -> TaskItem {
        var task = before
        plan.rederive(&task)
        guard task != before else { return before }
        task.version += 1
        try transaction.save(task)
        return task
    }

    private func event(_ moves: [TaskMove], now: UTCInstant) -> EventDraft {
        .make(.zoneChanged, about: nil, now: now) { json in
            json.field("timeZone", zone)
            json.field("version", version)
            json.field("moved") { json in json.array(moves) { $1.write(to: &$0) } }
        }
    }
}

/// How a task's instants moved.
private struct TaskMove {
    let before: TaskItem
    let after: TaskItem

    private var reminders: [(before: Reminder, after: Reminder)] {
        zip(before.reminders, after.reminders).filter { $0.nextFireAt != $1.nextFireAt }.map { ($0, $1) }
    }

    /// Whether anything moved that a client sees.
    var isVisible: Bool {
        before.startAt != after.startAt || before.dueAt != after.dueAt || !reminders.isEmpty
    }

    func write(to json: inout JSONWriter) {
        json.object { json in
            json.field("taskId", after.id.description)
            json.field("title", after.title)
            if before.startAt != after.startAt { write("startAt", before.startAt, after.startAt, to: &json) }
            if before.dueAt != after.dueAt { write("dueAt", before.dueAt, after.dueAt, to: &json) }
            json.field("reminders") { json in
                json.array(reminders) { json, reminder in
                    json.object { json in
                        json.field("id", reminder.after.id.description)
                        write("nextFireAt", reminder.before.nextFireAt, reminder.after.nextFireAt, to: &json)
                    }
                }
            }
        }
    }

    private func write(_ name: StaticString, _ old: UTCInstant?, _ new: UTCInstant?, to json: inout JSONWriter) {
        json.field(name) { json in
            json.object { json in
                json.field("from", old)
                json.field("to", new)
            }
        }
    }
}

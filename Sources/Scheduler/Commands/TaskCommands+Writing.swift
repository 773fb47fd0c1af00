public import Recurrence
public import Storage

extension TaskCommands {
    /// Makes a task.
    ///
    /// - Throws: ``SchedulerError``: `.invalidInput`, or `.conflict` when the chosen id is taken.
    public func create(
        _ draft: TaskDraft,
        in transaction: any StoreTransaction,
        now: UTCInstant
    ) throws -> TaskItem {
        try create(checked(draft), in: transaction, now: now)
    }

    /// Makes a task of a draft that was checked before the transaction began.
    ///
    /// - Throws: ``SchedulerError`` with code `.conflict` when the chosen id is taken.
    public func create(
        _ checked: CheckedTaskDraft,
        in transaction: any StoreTransaction,
        now: UTCInstant
    ) throws -> TaskItem {
        let draft = checked.draft
        let zone = try zones.rules(for: checked.timeZone)
        try draft.checkIDs(changing: nil, in: transaction)
        let id = draft.id ?? TaskID(madeAt: now)
        guard try transaction.task(id) == nil else {
            throw SchedulerError(.conflict, "there is a task \(id) already; choose another id, or change that one")
        }
        var task = TaskItem(id: id, title: draft.title, timeZone: zone.identifier, now: now)
        try apply(draft, to: &task, zone: zone, now: now)
        task.status = draft.status
        if !task.status.isOpen { task.completedAt = now }
        try save(&task, in: transaction, now: now)
        try transaction.append([.about(task, .taskCreated, now: now)])
        return task
    }

    /// Makes a task what a draft says: all of it, so that what the draft leaves out is cleared.
    ///
    /// A draft whose `status` differs is carried out as `complete`, `reopen` or a cancellation would be.
    ///
    /// - Parameters:
    ///   - id: The task.
    ///   - version: The version that the caller knows; nil to change whatever is there.
    ///   - draft: What the task is to be; its id does not count.
    ///   - transaction: Where it is done.
    ///   - now: The time at which it is done.
    /// - Returns: The task as it is now.
    /// - Throws: ``SchedulerError``: `.invalidInput`, `.notFound`, `.stale`.
    public func update(
        _ id: TaskID,
        version: Int?,
        to draft: TaskDraft,
        in transaction: any StoreTransaction,
        now: UTCInstant
    ) throws -> TaskItem {
        let before = try task(id, version: version, in: transaction)
        return try update(before, to: checked(draft), in: transaction, now: now)
    }

    /// Makes a task, as it was just read, what a draft says.
    func update(
        _ before: TaskItem,
        to draft: CheckedTaskDraft,
        in transaction: any StoreTransaction,
        now: UTCInstant
    ) throws -> TaskItem {
        try change(before, to: draft, in: transaction, now: now) { task in
            let change = SeriesChange(before: before, after: task)
            if var template = task.template {
                change.applyContents(to: &template, of: task.id)
                task.template = template
            }
        }
    }

    /// Makes a task what a draft says, and then what `adjust` makes of it.
    func change(
        _ before: TaskItem,
        to checked: CheckedTaskDraft,
        in transaction: any StoreTransaction,
        now: UTCInstant,
        adjust: (inout TaskItem) throws -> Void
    ) throws -> TaskItem {
        let draft = checked.draft
        let zone = try zones.rules(for: checked.timeZone)
        try draft.checkIDs(changing: before, in: transaction)
        var task = before
        // The draft is the whole of what the task is to be: nothing is kept of what could not be read.
        task.setAside?.unreadableFields = []
        task.title = draft.title
        task.timeZone = zone.identifier
        try apply(draft, to: &task, zone: zone, now: now)
        try adjust(&task)
        let isStatusChange = draft.status != before.status
        if isStatusChange, draft.status.isOpen == before.status.isOpen { setStatus(draft.status, of: &task, now: now) }
        if task != before || before.setAside != nil {
            task.version += 1
            task.updatedAt = now
            try save(&task, in: transaction, now: now)
            try transaction.append([.about(task, .taskUpdated, now: now)])
        }
        guard draft.status != task.status else { return task }
        switch draft.status {
        case .completed: return try complete(task.id, version: nil, in: transaction, now: now).completed
        case .cancelled: return try cancel(task.id, in: transaction, now: now)
        case .needsAction, .inProcess:
            return try reopen(task.id, version: nil, as: draft.status, in: transaction, now: now).reopened
        }
    }

    /// Removes a task; its series ends with it.
    ///
    /// - Throws: ``SchedulerError``: `.notFound`, `.stale`.
    public func delete(
        _ id: TaskID,
        version: Int?,
        in transaction: any StoreTransaction,
        now: UTCInstant
    ) throws {
        let task = try task(id, version: version, in: transaction)
        try transaction.deleteTask(id)
        for target in [.task(id)] + task.reminders.map({ PauseTarget.reminder($0.id) }) {
            try transaction.deletePause(PauseID(pausing: target))
        }
        try transaction.append([.about(task, .taskDeleted, now: now)])
        try detachPredecessor(of: task, in: transaction, now: now)
        try goOnIfStalled(task.occurrence, in: transaction, now: now)
    }

    /// Where tasks appear by themselves, the one before a deleted task would make it again; so it recurs no more.
    private func detachPredecessor(of task: TaskItem, in transaction: any StoreTransaction, now: UTCInstant) throws {
        // The deleted task may itself have been detached before; what counts is whether the one before it goes on.
        guard let place = task.occurrence,
            var previous = try transaction.task(inSeries: place.series, number: place.number - 1),
            previous.recurrence?.respawn == .schedule
        else { return }
        previous.recurrence = nil
        previous.version += 1
        do {
            try transaction.asUnit {
                previous.updatedAt = now
                try save(&previous, in: transaction, now: now)
            }
        } catch let error where error.isOfUnit {
            // One that cannot be read or worked out keeps nobody from deleting another.
            try transaction.endSeries(behind: previous.id)
        }
        try transaction.append([.about(previous, .taskUpdated, now: now)])
    }

    /// Checks a draft whole, and finds the zone of its local times.
    func check(_ draft: TaskDraft) throws -> ZoneRules {
        var problems = draft.problems
        var zone = ZoneRules.utc
        do {
            zone = try zones.rules(for: draft.timeZone ?? configuration.defaultZone)
        } catch let error as SchedulerError {
            problems.append("/timeZone", error.description)
        }
        if case .window(let hours)? = draft.quietHours, let name = hours.timeZone {
            do { _ = try zones.rules(for: name) } catch let error as SchedulerError {
                problems.append("/quietHours/timeZone", error.description)
            }
        }
        // Nothing more is looked at before all counts and lengths are known to be small.
        if problems.isEmpty {
            let plan = TaskPlan(zone: zone, dayStart: configuration.dayStart)
            problems = draft.rangeProblems(plan: plan)
        }
        if problems.isEmpty { problems = draft.recurrenceProblems(zone: zone, sets: ruleSets) }
        guard problems.isEmpty else {
            throw SchedulerError(.invalidInput, problems[0].detail, problems: problems)
        }
        return zone
    }

    private func setStatus(_ status: TaskStatus, of task: inout TaskItem, now: UTCInstant) {
        task.status = status
        task.completedAt = status.isOpen ? nil : now
    }

    private func apply(_ draft: TaskDraft, to task: inout TaskItem, zone: ZoneRules, now: UTCInstant) throws {
        (task.details, task.priority, task.tags) = (
            draft.details, draft.priority, draft.tags.map(\.inNormalForm)
        )
        (task.location, task.ownProgress, task.quietHours) = (draft.location, draft.progress, draft.quietHours)
        task.start = try draft.start.map { try $0.meant(in: zone, keeping: task.start, at: "/start") }
        task.due = try draft.due.map { try $0.meant(in: zone, keeping: task.due, at: "/due") }
        task.subtasks = draft.subtasks.map {
            Subtask(id: $0.id ?? SubtaskID(madeAt: now), title: $0.title, isCompleted: $0.isCompleted)
        }
        task.reminders = try draft.reminders.enumerated().map {
            try $1.reminder(in: zone, among: task.reminders, at: "/reminders/\($0)", now: now)
        }
        if task.recurrence != draft.recurrence { setRecurrence(draft.recurrence, of: &task, now: now) }
    }

    /// A rule that changes counts from this task on; the series stays the same.
    private func setRecurrence(_ recurrence: TaskRecurrence?, of task: inout TaskItem, now: UTCInstant) {
        task.recurrence = recurrence
        guard recurrence != nil, let base = task.recurrenceBase?.civil else { return }
        if task.occurrence == nil {
            task.occurrence = SeriesOccurrence(
                series: SeriesID(madeAt: now),
                seriesStart: base,
                number: 1,
                recurrenceID: base
            )
        } else {
            task.occurrence?.seriesStart = base
            task.occurrence?.recurrenceID = base
        }
    }
}

extension TaskDraft {
    /// What is wrong with the ids: those of version 5 are taskd's own, which follow from what they name, and whoever
    /// foresees one must not take it.
    ///
    /// - Throws: ``SchedulerError`` with code `.invalidInput`.
    fileprivate func checkIDs(changing task: TaskItem?, in reader: any TaskReader) throws {
        var problems: [InputProblem] = []
        let detail = "must not be a UUID of version 5: those are derived by taskd; choose one of version 4 or 7"
        if task == nil, id?.uuid.version == 5 { problems.append("/id", detail) }
        let models = task.map { [$0, $0.model] } ?? []
        let (known, parts) = (Set(models.flatMap(\.reminders).map(\.id)), Set(models.flatMap(\.subtasks).map(\.id)))
        for (index, id) in reminders.map(\.id).enumerated() {
            guard let id, id.uuid.version == 5, !known.contains(id) else { continue }
            // One that cannot be read is the task's own all the same.
            if let task, try reader.task(withReminder: id)?.id == task.id { continue }
            problems.append("/reminders/\(index)/id", detail)
        }
        for (index, id) in subtasks.map(\.id).enumerated() {
            if let id, id.uuid.version == 5, !parts.contains(id) { problems.append("/subtasks/\(index)/id", detail) }
        }
        guard problems.isEmpty else { throw SchedulerError(.invalidInput, detail, problems: problems) }
    }

    /// What is wrong with the rules, each with its place.
    fileprivate func recurrenceProblems(zone: ZoneRules, sets: RuleSets) -> [InputProblem] {
        guard let recurrence, let base = (start ?? due)?.meant(in: zone) else { return [] }
        var problems: [InputProblem] = []
        func check(_ texts: [String], _ field: String, _ parse: (String) throws(RecurrenceError) -> Void) {
            for (index, text) in texts.enumerated() where problems.count < InputProblem.mostReported {
                do { try parse(text) } catch {
                    problems.append("/recurrence/\(field)/\(index)", error.description)
                }
            }
        }
        check(recurrence.rules, "rrule") { text throws(RecurrenceError) in _ = try RecurrenceRule(text) }
        check(recurrence.dates, "rdate") { text throws(RecurrenceError) in _ = try RecurrenceDate(text) }
        check(recurrence.exceptionDates, "exdate") { text throws(RecurrenceError) in _ = try RecurrenceDate(text) }
        guard problems.isEmpty else { return problems }
        do {
            _ = try sets.set(of: recurrence, start: base.civil, zone: zone)
            problems += try recurrence.rangeProblems(zone: zone)
        } catch {
            problems.append("/recurrence", "\(error)")
        }
        return problems
    }
}

extension TaskDraft.Time {
    /// The local time that is meant; nil beyond the ``TimeRange``.
    func meant(in zone: ZoneRules) -> MeantTime? {
        switch self {
        case .instant(let instant): MeantTime(instant, in: zone)
        case .civil(let civil): MeantTime(civil)
        }
    }

    /// The local time that is meant; the same local time as before stays exactly what it was.
    fileprivate func meant(in zone: ZoneRules, keeping previous: MeantTime?, at pointer: String) throws -> MeantTime {
        if case .civil(let civil) = self, let previous, previous.civil == civil { return previous }
        if let meant = meant(in: zone) { return meant }
        throw SchedulerError(
            .invalidInput, TimeRange.requirement,
            problems: [InputProblem(pointer: pointer, detail: TimeRange.requirement)])
    }
}

extension TaskDraft.ReminderDraft {
    /// The reminder that is meant: an existing one that is changed, or a new one.
    fileprivate func reminder(
        in zone: ZoneRules, among existing: [Reminder], at pointer: String, now: UTCInstant
    ) throws -> Reminder {
        let previous = id.flatMap { id in existing.first { $0.id == id } }
        let trigger: Reminder.Trigger
        switch self.trigger {
        case .offset(let offset, let base): trigger = .offset(offset, from: base)
        case .at(let time):
            var before: MeantTime?
            if case .at(let time)? = previous?.trigger { before = time }
            trigger = .at(try time.meant(in: zone, keeping: before, at: pointer + "/at"))
        }
        var reminder = previous ?? Reminder(id: id ?? ReminderID(madeAt: now), trigger: trigger)
        (reminder.trigger, reminder.repetition) = (trigger, repetition)
        (reminder.catchUpWindow, reminder.isKeptOnCompletion) = (catchUpWindow, isKeptOnCompletion)
        return reminder
    }
}

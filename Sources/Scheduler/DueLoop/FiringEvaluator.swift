import Recurrence
import Storage

/// What becomes of a part of what is due.
struct FiringPart: Sendable {
    /// How many were due.
    var dueCount = 0
    /// What each reminder is left in, and the event that tells it.
    var outcomes: [FiringOutcome] = []
    /// Those that are due and cannot be read.
    var unreadable: [PlannedFiring] = []
    /// The tasks of which something cannot be read, and nobody has noted it yet.
    var faulty: [TaskItem] = []
}

/// Works out what is to be recorded of what is due: reads the tasks, has the policy decide, and writes the events.
struct FiringEvaluator {
    private let reader: any StoreReader
    private let policy: FiringPolicy
    private let upToDate: ((TaskItem) throws -> TaskItem)?
    private var pauses: PauseLookup
    private var part = FiringPart()
    private var tasks: [TaskItem] = []
    private var places: [TaskID: Int] = [:]
    /// When somebody changed a series last, of those that were asked for.
    private var changes: [SeriesID: UTCInstant?] = [:]

    private var now: UTCInstant { policy.now }

    /// - Parameters:
    ///   - reader: Where the tasks are.
    ///   - policy: What decides about each.
    ///   - upToDate: Gives a task as it should be at its turn; nil where all are.
    /// - Throws: ``StoreError``.
    init(
        _ reader: any StoreReader,
        policy: FiringPolicy,
        upToDate: ((TaskItem) throws -> TaskItem)? = nil
    ) throws {
        (self.reader, self.policy, self.upToDate) = (reader, policy, upToDate)
        pauses = try PauseLookup(
            reader, zone: policy.zones.rules(for: policy.configuration.defaultZone), now: policy.now)
    }

    /// What becomes of the next that are due, so many at most; nil when there are none.
    mutating func part(ofNext count: Int, in due: inout DueFirings) throws -> FiringPart? {
        let planned = try due.next(count, from: reader)
        return planned.isEmpty ? nil : try part(planned)
    }

    /// What becomes of some that are due, in the order of their turn, which for those made together is also that
    /// of their rows; a task that was met before is as it was left then.
    mutating func part(_ planned: some Collection<PlannedFiring>) throws -> FiringPart {
        part = FiringPart(dueCount: planned.count)
        part.outcomes.reserveCapacity(planned.count)
        try read(planned)
        for plan in planned {
            guard let place = places[plan.task],
                let index = tasks[place].reminders.firstIndex(where: { $0.id == plan.reminder })
            else {
                part.unreadable.append(plan)
                continue
            }
            try evaluate(index, ofTaskAt: place)
        }
        return part
    }

    private mutating func read(_ planned: some Collection<PlannedFiring>) throws {
        var seen: Set<TaskID> = []
        let new = planned.map(\.task).filter { places[$0] == nil && seen.insert($0).inserted }
        let begin = tasks.count
        tasks += try reader.tasks(new)
        for place in begin..<tasks.count {
            places[tasks[place].id] = place
            if let setAside = tasks[place].setAside, setAside.since == nil { part.faulty.append(tasks[place]) }
            if let upToDate { tasks[place] = try upToDate(tasks[place]) }
        }
    }

    /// Decides about a reminder whose time has come; what becomes of it stands in its task too.
    private mutating func evaluate(_ index: Int, ofTaskAt place: Int) throws {
        let reminder = tasks[place].reminders[index]
        guard let dueAt = reminder.nextFireAt, dueAt <= now else { return }
        let pause = try pauses.pause(for: reminder.id, dueAt: dueAt, of: tasks[place], now: now)
        tasks[place].version += 1
        let setAt = setInstant(of: tasks[place], dueAt: dueAt)
        switch policy.decide(reminder, dueAt: dueAt, of: tasks[place], pause: pause, setAt: setAt) {
        case .hold(let hold, let end):
            tasks[place].reminders[index].hold = hold
            tasks[place].reminders[index].nextFireAt = end
            append(tasks[place].reminders[index], of: tasks[place])
        case .fire(let reason):
            let firing = tasks[place].reminders[index].goOff(by: now, dueAt: dueAt)
            let event = EventDraft.due(firing, tasks[place].reminders[index], of: tasks[place], reason: reason)
            let lateNote = reason.map { note(.late, firing, $0) }
            append(tasks[place].reminders[index], of: tasks[place], firing, event, lateNote)
        case .miss(let reason):
            var firing = tasks[place].reminders[index].goOff(by: now, dueAt: dueAt)
            firing.isMissed = true
            tasks[place].reminders[index].state = .missed
            let event = EventDraft.missed(firing, tasks[place].reminders[index], of: tasks[place], reason: reason)
            append(tasks[place].reminders[index], of: tasks[place], firing, event, note(.missed, firing, reason))
        }
    }

    /// When somebody set a task's reminders last: of one that appeared by itself that is when its series was set, which
    /// only those ask for that are late.
    private mutating func setInstant(of task: TaskItem, dueAt: UTCInstant) -> UTCInstant? {
        guard task.hasAppearedByItself, let series = task.occurrence?.series else { return task.updatedAt }
        guard dueAt.duration(to: now) >= LateReason.minLateness else { return nil }
        if let known = changes[series] { return known }
        // Of a series that cannot be read nobody can say it.
        let changed = (try? reader.series(series))?.updatedAt
        changes[series] = changed
        return changed
    }

    private mutating func append(
        _ reminder: Reminder, of task: TaskItem, _ firing: Firing? = nil, _ event: EventDraft? = nil,
        _ note: ReminderNote? = nil
    ) {
        var outcome = FiringOutcome(reminder: reminder, task: task.id, firing: firing, event: event)
        outcome.note = note
        part.outcomes.append(outcome)
    }

    private func note(_ kind: ReminderNote.Kind, _ firing: Firing, _ reason: LateReason) -> ReminderNote {
        var note = ReminderNote(kind, of: firing.reminder, scheduledAt: firing.scheduledAt, at: now)
        note.reason = reason.rawValue
        note.missedCount = firing.missedCount
        return note
    }
}

import Recurrence
import Scheduler
import Storage
import TestSupport

/// A task that somebody makes: what taskd is told, and what is to be expected of it.
struct SimulatedDraft {
    private static let zones = ["UTC", "Europe/Berlin", "America/New_York", "Australia/Lord_Howe", "Asia/Seoul"]
    private static let offsets = [0, -600, -3_600, -86_400, 1_800]
    private static let rules = [
        "FREQ=DAILY", "FREQ=DAILY;INTERVAL=3;COUNT=4", "FREQ=WEEKLY;BYDAY=MO,TH", "FREQ=MONTHLY;BYMONTHDAY=31",
        "FREQ=YEARLY;INTERVAL=4000", "FREQ=HOURLY;INTERVAL=7;COUNT=9",
    ]

    static let tags = ["home", "work"]

    var draft: TaskDraft

    init(using generator: inout SeededGenerator, now: UTCInstant) {
        var draft = TaskDraft(title: "Task \(Int.random(in: 0..<1_000, using: &generator))")
        draft.id = TaskID(UUIDValue.version7(millisecondsSinceEpoch: now.millisecondsSinceEpoch, using: &generator))
        let zone = Self.zones[Int.random(in: 0..<Self.zones.count, using: &generator)]
        draft.timeZone = zone
        let isDate = Int.random(in: 0..<4, using: &generator) == 0
        let rules = (try? ZoneDatabase().rules(for: zone)) ?? .utc
        let due = Self.due(isDate: isDate, in: rules, using: &generator, now: now)
        draft.due = .civil(due)
        if Bool.random(using: &generator) { draft.recurrence = Self.recurrence(isDate: isDate, using: &generator) }
        // Of all that began long ago every occurrence would appear by itself.
        if due.startOfDayOrTime.secondsSinceEpoch < now.millisecondsSinceEpoch / 1_000 - 90 * 86_400 {
            draft.recurrence?.respawn = .completion
        }
        draft.priority = TaskPriority.allCases.randomElement(using: &generator) ?? .none
        draft.tags = Self.tags.filter { _ in Int.random(in: 0..<3, using: &generator) == 0 }
        draft.quietHours = SimulatedQuietHours.choice(using: &generator)
        draft.reminders = (0..<Int.random(in: 0...2, using: &generator)).map { _ in
            Self.reminder(due: due, using: &generator, now: now)
        }
        self.draft = draft
    }

    /// A time within the next days, or a little ago; now and then at an end of the calendar, or beyond it.
    static func due(
        isDate: Bool, in zone: ZoneRules, using generator: inout SeededGenerator, now: UTCInstant
    ) -> CivilTime {
        let seconds = Int.random(in: -7_200...(5 * 86_400), using: &generator) / 60 * 60
        var instant = now.advanced(by: .seconds(seconds))
        if Int.random(in: 0..<10, using: &generator) == 0 {
            let end = Bool.random(using: &generator) ? ExpectedRange.first : ExpectedRange.last
            instant = end.advanced(by: .seconds(Int.random(in: -86_400...86_400, using: &generator)))
        }
        let local = zone.civilDateTime(at: instant)
        return isDate ? .date(local.date) : .dateTime(local)
    }

    private static func recurrence(isDate: Bool, using generator: inout SeededGenerator) -> TaskRecurrence {
        let respawn = TaskRecurrence.Respawn.allCases[Int.random(in: 0...1, using: &generator)]
        // What appears by itself cannot wait for a completion.
        let isByCompletion = respawn == .completion && Int.random(in: 0..<3, using: &generator) == 0
        return TaskRecurrence(
            // A date has no hours to recur in.
            rules: [rules[Int.random(in: 0..<(rules.count - (isDate ? 1 : 0)), using: &generator)]],
            anchor: isByCompletion ? .completion : .due,
            missed: Bool.random(using: &generator) ? .skip : .keep,
            respawn: respawn
        )
    }

    private static func reminder(
        due: CivilTime, using generator: inout SeededGenerator, now: UTCInstant
    ) -> TaskDraft.ReminderDraft {
        let repeats = Int.random(in: 0..<3, using: &generator) == 0
        let every = CalendarDuration(seconds: 60 * Int.random(in: 1...90, using: &generator))
        let repetition = Reminder.Repetition(every: every, count: Int.random(in: 1...5, using: &generator))
        let local = CivilDateTime(
            secondsSinceEpoch: due.startOfDayOrTime.secondsSinceEpoch
                + 60 * Int.random(in: -600...600, using: &generator))
        let offset = offsets[Int.random(in: 0..<offsets.count, using: &generator)]
        let isAbsolute = Int.random(in: 0..<4, using: &generator) == 0
        return TaskDraft.ReminderDraft(
            id: ReminderID(
                UUIDValue.version7(millisecondsSinceEpoch: now.millisecondsSinceEpoch, using: &generator)),
            trigger: isAbsolute
                ? .at(.civil(.dateTime(local))) : .offset(CalendarDuration(seconds: offset), from: .due),
            repetition: repeats ? repetition : nil
        )
    }

    /// What is to be expected of the task.
    func task(zones: ZoneDatabase) throws -> ExpectedTask {
        guard let id = draft.id, case .civil(let due)? = draft.due else {
            throw SimulationFailure("a simulated task has an id and a due time")
        }
        var task = ExpectedTask(
            id: id,
            zone: try zones.rules(for: draft.timeZone ?? "UTC"),
            title: draft.title,
            due: due,
            recurrence: draft.recurrence,
            reminders: draft.reminders.compactMap(ExpectedReminder.init)
        )
        (task.priority, task.tags, task.quietHours) = (draft.priority, draft.tags, draft.quietHours)
        task.plan()
        return task
    }

    /// What somebody sends who changes a task: all of it.
    static func draft(of task: ExpectedTask) -> TaskDraft {
        var draft = TaskDraft(title: task.title)
        draft.timeZone = task.zone.identifier
        draft.due = .civil(task.due)
        draft.recurrence = task.recurrence
        (draft.priority, draft.tags, draft.quietHours) = (task.priority, task.tags, task.quietHours)
        draft.reminders = task.reminders.map { reminder in
            let trigger: TaskDraft.ReminderDraft.Trigger =
                switch reminder.trigger {
                case .offset(let offset): .offset(offset, from: .due)
                case .at(let time): .at(.civil(time))
                }
            return TaskDraft.ReminderDraft(id: reminder.id, trigger: trigger, repetition: reminder.repetition)
        }
        return draft
    }
}

extension ExpectedReminder {
    fileprivate init?(_ draft: TaskDraft.ReminderDraft) {
        guard let id = draft.id else { return nil }
        switch draft.trigger {
        case .offset(let offset, _):
            self.init(id: id, origin: id, trigger: .offset(offset), repetition: draft.repetition)
        case .at(.civil(let time)): self.init(id: id, origin: id, trigger: .at(time), repetition: draft.repetition)
        case .at(.instant): return nil
        }
    }
}

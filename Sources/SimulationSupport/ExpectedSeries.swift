import Recurrence
import Storage
import TestSupport

/// A series as it is to be, worked out with nothing but Recurrence: its rules, what its occurrences are made from, and
/// what became of each slot.
struct ExpectedSeries {
    let id: SeriesID
    let zone: ZoneRules
    /// The slot of the first occurrence, from which the rules count.
    let start: CivilTime
    let recurrence: TaskRecurrence
    var template: ExpectedTemplate
    /// What became of each slot that was ever born, those that were withdrawn among them.
    var entries: [CivilTime: ExpectedEntry] = [:]
    /// Why nothing is born any more; nil while it is active.
    var end: Series.End?
    /// Whether nobody can follow it any more: a task left it while it could not be read.
    var isLost = false

    /// A series that begins with a task.
    init(_ task: ExpectedTask, _ recurrence: TaskRecurrence, id: SeriesID) {
        (self.id, zone, start, self.recurrence) = (id, task.zone, task.due, recurrence)
        template = ExpectedTemplate(of: task, at: task.due)
        entries[start] = ExpectedEntry(task: task.id, number: 1, isTouched: true)
    }

    /// The greatest slot that is born, in whatever state.
    var frontier: CivilTime? { entries.filter(\.value.isBorn).keys.max() }

    /// The number of the last birth.
    var births: Int { entries.values.compactMap(\.number).max() ?? 0 }

    /// The slot of one of its tasks.
    func slot(of task: TaskID) -> CivilTime? { entries.first { $0.value.task == task && $0.value.hasTask }?.key }

    /// How many slots lie between two, counted to the bound that the engine counts to.
    func passedOver(from frontier: CivilTime, to slot: CivilTime) throws -> Int {
        guard recurrence.anchor == .due else { return 0 }
        let set = try set()
        var (count, last) = (0, frontier)
        while count < 1_000, let next = set.first(after: last)?.start, next < slot { (count, last) = (count + 1, next) }
        return count
    }
}

/// What became of one slot.
struct ExpectedEntry: Hashable {
    var task: TaskID
    /// Nil where it was withdrawn.
    var number: Int?
    var state = LedgerEntry.State.open
    /// What it was before it was deleted.
    var outcome: LedgerEntry.State?
    var cause: TaskID?
    /// The fields that were changed for it alone.
    var overrides: TaskFields = []
    /// Whether a command was addressed to it.
    var isTouched = false
    /// Whether a reminder of it went off or was reported as missed.
    var hasReminded = false
    var passed = 0

    var isBorn: Bool { state != .withdrawn }
    var hasTask: Bool { state.hasTask }

    /// Its birth is taken back: but for its id nothing stays.
    mutating func withdraw() {
        self = ExpectedEntry(task: task, number: nil, state: .withdrawn)
    }
}

/// What the occurrences of a series are made from.
struct ExpectedTemplate: Hashable {
    struct Reminder: Hashable {
        enum Trigger: Hashable {
            case offset(CalendarDuration)
            /// So many seconds of local time from the slot.
            case distance(Int)
        }

        var origin: ReminderID
        var trigger: Trigger
        var repetition: Storage.Reminder.Repetition?
    }

    var title: String
    var priority: TaskPriority
    var tags: [String]
    var quietHours: QuietHoursChoice?
    var reminders: [Reminder]

    /// What a task at a slot says of itself.
    init(of task: ExpectedTask, at slot: CivilTime) {
        (title, priority, tags, quietHours) = (task.title, task.priority, task.tags, task.quietHours)
        reminders = task.reminders.map { reminder in
            let trigger: Reminder.Trigger =
                switch reminder.trigger {
                case .offset(let offset): .offset(offset)
                case .at(let time): .distance(time.wallSeconds - slot.wallSeconds)
                }
            return Reminder(origin: reminder.origin, trigger: trigger, repetition: reminder.repetition)
        }
    }

    /// Takes over the fields that are named.
    mutating func take(_ fields: TaskFields, from other: ExpectedTemplate) {
        if fields.contains(.title) { title = other.title }
        if fields.contains(.priority) { priority = other.priority }
        if fields.contains(.tags) { tags = other.tags }
        if fields.contains(.quietHours) { quietHours = other.quietHours }
        if fields.contains(.reminders) { reminders = other.reminders }
    }
}

extension ExpectedTask {
    /// The fields in which somebody made it another than it was.
    func fields(differingFrom before: ExpectedTask) -> TaskFields {
        var fields: TaskFields = []
        if title != before.title { fields.insert(.title) }
        if priority != before.priority { fields.insert(.priority) }
        if tags != before.tags { fields.insert(.tags) }
        if quietHours != before.quietHours { fields.insert(.quietHours) }
        if reminders.map(\.definition) != before.reminders.map(\.definition) { fields.insert(.reminders) }
        if due != before.due { fields.insert(.times) }
        return fields
    }
}

extension ExpectedReminder {
    fileprivate struct Definition: Hashable {
        let id: ReminderID
        let trigger: Trigger
        let repetition: Reminder.Repetition?
    }

    fileprivate var definition: Definition { Definition(id: id, trigger: trigger, repetition: repetition) }
}

extension CivilTime {
    /// Its seconds since 1970 on the wall's clock; a date counts from its midnight.
    var wallSeconds: Int { startOfDayOrTime.secondsSinceEpoch }
}

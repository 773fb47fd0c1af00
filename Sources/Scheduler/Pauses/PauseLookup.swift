import Recurrence
import Storage

/// Finds the pause that a reminder falls in, within one transaction.
///
/// While there is no pause at all, nothing is looked up.
struct PauseLookup {
    private let reader: any StoreReader
    private let isEmpty: Bool
    private var known: [PauseTarget: Pause?] = [:]

    init(_ reader: any StoreReader) throws {
        self.reader = reader
        isEmpty = try !reader.hasPauses()
    }

    /// The pause that keeps a reminder from going off; nil when none does.
    ///
    /// One that is over still counts for what became due while it lasted, so that its own word on missed reminders
    /// holds even if nobody looked meanwhile.
    mutating func pause(
        for reminder: ReminderID,
        dueAt: UTCInstant,
        of task: TaskItem,
        now: UTCInstant
    ) throws -> Pause? {
        guard !isEmpty else { return nil }
        for target in Self.targets(of: reminder, of: task) {
            guard let pause = try find(target) else { continue }
            if pause.isLasting(at: now) || (pause.since <= dueAt && pause.isLasting(at: dueAt)) { return pause }
        }
        return nil
    }

    private mutating func find(_ target: PauseTarget) throws -> Pause? {
        if let known = known[target] { return known }
        let pause = try reader.pause(PauseID(pausing: target))
        known[target] = .some(pause)
        return pause
    }

    /// What a pause of the reminder can be about.
    static func targets(of reminder: ReminderID, of task: TaskItem) -> [PauseTarget] {
        [.all] + task.tags.map(PauseTarget.tag) + (task.occurrence.map { [.series($0.series)] } ?? [])
            + [.task(task.id), .reminder(reminder)]
    }
}

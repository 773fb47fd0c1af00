import Recurrence
import Storage

/// A reminder as a row.
enum ReminderRow {
    static let columns = [
        "id", "origin", "at", "\"offset\"", "relative_to", "repeat_every", "repeat_count", "state", "scheduled_at",
        "next_fire_at", "snoozed_until", "repetitions_done", "catch_up", "is_kept", "hold_reason", "held_from",
        "held_by", "suspended",
    ]

    /// The columns that are written, in the order of ``values(of:task:position:)``.
    private static let written = ["task_key", "position"] + columns + ["handle"]

    /// Writes the reminders of new tasks, by one array a column.
    ///
    /// A reminder whose id had firings before gets its key back, and with it what was recorded of them.
    static let insert = """
        INSERT INTO reminder (key, floor, \(written.joined(separator: ", ")))
        SELECT coalesce((SELECT key FROM retired_reminder WHERE id = added.id), nextval('reminder_key_seq')),
        (SELECT floor FROM retired_reminder WHERE id = added.id), added.*
        FROM unnest(\(written.map { _ in "?" }.joined(separator: ", "))) AS added (\(written.joined(separator: ", ")))
        """

    /// Refuses, by changing no row, to take a reminder away from another task; gives keys back as ``insert`` does.
    static let upsert = """
        INSERT INTO reminder (key, floor, task_key, position, \(columns.joined(separator: ", ")), handle)
        SELECT coalesce(retired.key, nextval('reminder_key_seq')), retired.floor,
        ?1, ?2, \((0...columns.count).map { "?\($0 + 3)" }.joined(separator: ", "))
        FROM (VALUES (?3)) AS wanted (id) LEFT JOIN retired_reminder AS retired USING (id)
        ON CONFLICT (id) DO UPDATE SET position = excluded.position, task_changes = 0,
        \(columns.dropFirst().map { "\($0) = excluded.\($0)" }.joined(separator: ", "))
        WHERE reminder.task_key = excluded.task_key
        """

    static func values(of reminder: Reminder, task: Int64, position: Int) -> Arguments {
        var (at, offset, base): (LocalTime?, String?, Int?) = (nil, nil, nil)
        switch reminder.trigger {
        case .at(let time): at = time
        case .offset(let duration, let from): (offset, base) = (duration.description, from.code)
        }
        let values: Arguments = [
            task, position, reminder.id, reminder.origin, at, offset, base,
            reminder.repetition?.every.description, reminder.repetition?.count, reminder.state.code,
            reminder.scheduledAt, reminder.nextFireAt, reminder.snoozedUntil, reminder.repetitionsDone,
            (reminder.catchUpWindow?.components.seconds).map { Int($0) }, reminder.isKeptOnCompletion,
        ]
        return values + hold(of: reminder)
            + [reminder.suspended.map { SuspensionColumn($0).text }, reminder.id.handle] as Arguments
    }

    /// The reminder of a row whose columns are `columns`, in their order.
    static func reminder(from column: inout ColumnReader) throws -> Reminder {
        let id = try column.next(ReminderID.self)
        let origin = try column.next(ReminderID.self)
        let trigger = try trigger(at: try column.next(), offset: try column.next(), base: try column.next())
        let repetition = try Reminder.Repetition(column: try column.next(), count: try column.next())
        var reminder = Reminder(id: id, origin: origin, trigger: trigger, repetition: repetition)
        reminder.state = try column.nextCode()
        reminder.scheduledAt = try column.nextInstant()
        reminder.nextFireAt = try column.nextInstant()
        reminder.snoozedUntil = try column.nextInstant()
        reminder.repetitionsDone = try column.next()
        reminder.catchUpWindow = (try column.next() as Int?).map { .seconds($0) }
        reminder.isKeptOnCompletion = try column.next()
        reminder.hold = try hold(from: &column)
        reminder.suspended = try column.next().map { try SuspensionColumn(text: $0).suspension }
        return reminder
    }

    /// The values of `hold_reason`, `held_from` and `held_by`.
    static func hold(of reminder: Reminder) -> Arguments {
        [reminder.hold?.reason.code, reminder.hold?.scheduledAt, reminder.hold?.pause]
    }

    private static func hold(from column: inout ColumnReader) throws -> Reminder.Hold? {
        let code: Int? = try column.next()
        let (scheduledAt, pause): (UTCInstant?, PauseID?) = (try column.nextInstant(), try column.next())
        guard let code, let scheduledAt, let reason = Reminder.Hold.Reason(code: code) else { return nil }
        return Reminder.Hold(reason, scheduledAt: scheduledAt, pause: pause)
    }

    private static func trigger(at: LocalTime?, offset: String?, base: Int?) throws -> Reminder.Trigger {
        if let at { return .at(at) }
        guard let offset, let base = base.flatMap({ Reminder.Base(code: $0) }) else {
            throw StoreError(.unreadable, "the reminder has neither offset nor at")
        }
        return .offset(try CalendarDuration(offset), from: base)
    }
}

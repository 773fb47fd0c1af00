import Recurrence
import Storage

extension SQLiteTransaction {
    func record(_ outcomes: [FiringOutcome]) throws -> [Bool] {
        if recording != nil { for outcome in outcomes { try recordTask(outcome.task) } }
        var recorder = try FiringRecorder(self)
        if !outcomes.isEmpty { changes.insert(.tasks) }
        return try outcomes.map { try recorder.record($0) }
    }
}

/// Records what becomes of reminders, by statements that are asked for once.
///
/// Nothing else that taskd does happens as often: each statement names only the columns that change, and looks nothing
/// up that was read before.
private struct FiringRecorder {
    private static let leave = """
        UPDATE reminder SET state = ?2, next_fire_at = ?3, snoozed_until = ?4, repetitions_done = ?5,
        task_changes = task_changes + 1
        """

    private let transaction: SQLiteTransaction
    private let leave: PreparedStatement
    private let leaveHeld: PreparedStatement
    private let insert: PreparedStatement
    private let log: EventAppender

    init(_ transaction: SQLiteTransaction) throws {
        self.transaction = transaction
        leave = try transaction.statement("\(Self.leave) WHERE key = ?1")
        leaveHeld = try transaction.statement(
            "\(Self.leave), hold_reason = ?6, held_from = ?7, held_by = ?8 WHERE key = ?1")
        insert = try transaction.statement(
            """
            INSERT OR IGNORE INTO firing
            (reminder_key, scheduled_at, fired_at, missed_count, event_seq, is_missed, late_reason)
            VALUES (?, ?, ?, ?, ?, ?, ?)
            """
        )
        log = try transaction.eventAppender()
    }

    /// - Returns: Whether it was recorded, and not before.
    mutating func record(_ outcome: FiringOutcome) throws -> Bool {
        // Deleted meanwhile, it has nothing to fire.
        guard let place = try transaction.place(ofReminder: outcome.reminder.id),
            try leave(outcome.reminder, at: place)
        else { return outcome.firing == nil }
        var note = outcome.note
        if let firing = outcome.firing {
            if let floor = place.floor, firing.scheduledAt <= floor { return false }
            let reason = note.flatMap { firing.lateReason(from: $0) }
            if reason != nil { note = nil }
            let sequence = try outcome.event.map { _ in try transaction.nextSequence() }
            guard try insert(firing, ofReminder: place.key, event: sequence, reason) else { return false }
        }
        if let event = outcome.event { _ = try log.append(event, in: transaction) }
        if let note { try transaction.append(note, toReminder: place.key) }
        return true
    }

    /// Leaves a reminder in its new state; what holds it is written only where something does or did.
    ///
    /// - Returns: Whether it is still there.
    private func leave(_ reminder: Reminder, at place: ReminderPlace) throws -> Bool {
        let isHeld = reminder.hold != nil || place.isHeld
        let statement = isHeld ? leaveHeld : leave
        try statement.bind(place.key, at: 1)
        try statement.bind(reminder.state.code, at: 2)
        try statement.bind(reminder.nextFireAt, at: 3)
        try statement.bind(reminder.snoozedUntil, at: 4)
        try statement.bind(reminder.repetitionsDone, at: 5)
        if isHeld {
            try statement.bind(reminder.hold?.reason.code, at: 6)
            try statement.bind(reminder.hold?.scheduledAt, at: 7)
            try statement.bind(reminder.hold?.pause, at: 8)
            transaction.keys.reminders[reminder.id] = nil
        }
        return try statement.finish() == 1
    }

    private func insert(
        _ firing: Firing, ofReminder key: Int64, event sequence: Int64?, _ lateReason: String?
    ) throws -> Bool {
        try insert.bind(key, at: 1)
        try insert.bind(firing.scheduledAt, at: 2)
        try insert.bind(firing.firedAt, at: 3)
        try insert.bind(firing.missedCount, at: 4)
        try insert.bind(sequence, at: 5)
        try insert.bind(firing.isMissed, at: 6)
        try insert.bind(lateReason, at: 7)
        return try insert.finish() == 1
    }
}

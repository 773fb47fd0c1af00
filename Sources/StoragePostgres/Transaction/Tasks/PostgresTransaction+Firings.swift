import Recurrence
import Storage

extension PostgresTransaction {
    func record(_ outcomes: [FiringOutcome]) throws -> [Bool] {
        guard !outcomes.isEmpty else { return [] }
        if recording != nil { for outcome in outcomes { try recordTask(outcome.task) } }
        changes.insert(.tasks)
        var recorded: [Bool] = []
        for outcomes in Self.runs(of: outcomes) { recorded += try recordRun(outcomes) }
        return recorded
    }

    /// Outcomes in runs in none of which a reminder is twice: one statement writes a row once.
    private static func runs(of outcomes: [FiringOutcome]) -> [ArraySlice<FiringOutcome>] {
        var (runs, start, seen): ([ArraySlice<FiringOutcome>], Int, Set<ReminderID>) = ([], 0, [])
        for (index, outcome) in outcomes.enumerated() where !seen.insert(outcome.reminder.id).inserted {
            runs.append(outcomes[start..<index])
            (start, seen) = (index, [outcome.reminder.id])
        }
        return runs + [outcomes[start...]]
    }

    /// - Returns: For each whether it was recorded, and not before.
    private func recordRun(_ outcomes: ArraySlice<FiringOutcome>) throws -> [Bool] {
        let found = try leave(outcomes)
        let log = try eventAppender()
        var rows = FiringRows()
        let recorded = try outcomes.map { outcome in
            // Deleted meanwhile, it has nothing to fire.
            guard let left = found[outcome.reminder.id] else { return outcome.firing == nil }
            var note = outcome.note
            var sequence: Int64?
            if let firing = outcome.firing {
                if let floor = left.floor, firing.scheduledAt <= floor { return false }
                if left.isRecorded { return false }
                let reason = note.flatMap { firing.lateReason(from: $0) }
                if reason != nil { note = nil }
                sequence = try outcome.event.map { try log.append($0, in: self) }
                rows.add(firing, ofReminder: left.key, event: sequence, reason)
            } else if let event = outcome.event {
                _ = try log.append(event, in: self)
            }
            if let note { append(note, toReminder: left.key) }
            return true
        }
        if !rows.isEmpty { post(FiringRows.insert, rows.arguments) }
        return recorded
    }

    /// A reminder that was left in its new state.
    private struct LeftReminder {
        let key: Int64
        /// Up to when its firings were trimmed.
        let floor: UTCInstant?
        /// Whether the firing is in the ledger already.
        let isRecorded: Bool
    }

    /// Leaves reminders in their new states, and looks in the same round trip for their firings in the ledger.
    ///
    /// - Returns: Those that are there.
    private func leave(_ outcomes: ArraySlice<FiringOutcome>) throws -> [ReminderID: LeftReminder] {
        let states = outcomes.map(\.reminder)
        let left = try rows(
            // The ledger is asked about each row by itself: a join may be planned the other way round while the ledger is
            // empty, which would then read it whole.
            """
            UPDATE reminder SET state = left_as.state, next_fire_at = left_as.next_fire_at,
            snoozed_until = left_as.snoozed_until, repetitions_done = left_as.repetitions_done,
            hold_reason = left_as.hold_reason, held_from = left_as.held_from, held_by = left_as.held_by,
            task_changes = task_changes + 1
            FROM unnest(?, ?, ?, ?, ?, ?, ?, ?, ?) AS left_as (
                id, state, next_fire_at, snoozed_until, repetitions_done, hold_reason, held_from, held_by, fired_for)
            WHERE reminder.id = left_as.id RETURNING reminder.id, reminder.key, floor, (
                SELECT true FROM firing WHERE reminder_key = reminder.key AND firing.scheduled_at = left_as.fired_for)
            """,
            [
                states.map(\.id), states.map(\.state.code), states.map(\.nextFireAt), states.map(\.snoozedUntil),
                states.map(\.repetitionsDone), states.map(\.hold?.reason.code), states.map(\.hold?.scheduledAt),
                states.map(\.hold?.pause), outcomes.map(\.firing?.scheduledAt),
            ]
        ) { column in
            let (id, key) = (try column.next(ReminderID.self), try column.next(Int64.self))
            let floor: UTCInstant? = try column.next()
            let isRecorded: Bool? = try column.next()
            return (id, LeftReminder(key: key, floor: floor, isRecorded: isRecorded ?? false))
        }
        return Dictionary(left) { $1 }
    }
}

/// Firings on their way to the server, as one array a column.
private struct FiringRows {
    static let insert = """
        INSERT INTO firing (reminder_key, scheduled_at, fired_at, missed_count, event_seq, is_missed, late_reason)
        SELECT * FROM unnest(?, ?, ?, ?, ?, ?, ?)
        """

    private var reminders: [Int64] = []
    private var firings: [Firing] = []
    private var sequences: [Int64?] = []
    private var reasons: [String?] = []

    var isEmpty: Bool { firings.isEmpty }

    mutating func add(_ firing: Firing, ofReminder key: Int64, event sequence: Int64?, _ lateReason: String?) {
        reminders.append(key)
        firings.append(firing)
        sequences.append(sequence)
        reasons.append(lateReason)
    }

    var arguments: Arguments {
        [
            reminders, firings.map(\.scheduledAt), firings.map(\.firedAt), firings.map(\.missedCount), sequences,
            firings.map(\.isMissed), reasons,
        ]
    }
}

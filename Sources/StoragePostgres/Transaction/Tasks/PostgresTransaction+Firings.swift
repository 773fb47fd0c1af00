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
        let places = try places(ofReminders: outcomes.map(\.reminder.id))
        let there = try leave(outcomes.compactMap { outcome in places[outcome.reminder.id].map { (outcome, $0.key) } })
        let known = try knownFirings(
            outcomes.compactMap { outcome in
                places[outcome.reminder.id].flatMap { place in outcome.firing.map { (place.key, $0.scheduledAt) } }
            })
        let log = try eventAppender()
        var rows = FiringRows()
        let recorded = try outcomes.map { outcome in
            // Deleted meanwhile, it has nothing to fire.
            guard let place = places[outcome.reminder.id], there.contains(place.key) else {
                return outcome.firing == nil
            }
            var note = outcome.note
            var sequence: Int64?
            if let firing = outcome.firing {
                if let floor = place.floor, firing.scheduledAt <= floor { return false }
                let key = FiringKey(reminderKey: place.key, scheduledAt: firing.scheduledAt)
                if known.contains(key) { return false }
                let reason = note.flatMap { firing.lateReason(from: $0) }
                if reason != nil { note = nil }
                sequence = try outcome.event.map { try log.append($0, in: self) }
                rows.add(firing, ofReminder: place.key, event: sequence, reason)
            } else if let event = outcome.event {
                _ = try log.append(event, in: self)
            }
            if let note { append(note, toReminder: place.key) }
            return true
        }
        if !rows.isEmpty { post(FiringRows.insert, rows.arguments) }
        return recorded
    }

    /// Leaves reminders in their new states.
    ///
    /// - Returns: The keys of those that are there.
    private func leave(_ reminders: [(outcome: FiringOutcome, key: Int64)]) throws -> Set<Int64> {
        guard !reminders.isEmpty else { return [] }
        let states = reminders.map(\.outcome.reminder)
        let left = try rows(
            """
            UPDATE reminder SET state = left_as.state, next_fire_at = left_as.next_fire_at,
            snoozed_until = left_as.snoozed_until, repetitions_done = left_as.repetitions_done,
            hold_reason = left_as.hold_reason, held_from = left_as.held_from, held_by = left_as.held_by,
            task_changes = task_changes + 1
            FROM unnest(?, ?, ?, ?, ?, ?, ?, ?) AS left_as
                (key, state, next_fire_at, snoozed_until, repetitions_done, hold_reason, held_from, held_by)
            WHERE reminder.key = left_as.key RETURNING reminder.key
            """,
            [
                reminders.map(\.key), states.map(\.state.code), states.map(\.nextFireAt), states.map(\.snoozedUntil),
                states.map(\.repetitionsDone), states.map(\.hold?.reason.code), states.map(\.hold?.scheduledAt),
                states.map(\.hold?.pause),
            ]
        ) { try $0.next(Int64.self) }
        return Set(left)
    }

    /// Those firings that are in the ledger.
    private func knownFirings(_ firings: [(reminder: Int64, at: UTCInstant)]) throws -> Set<FiringKey> {
        guard !firings.isEmpty else { return [] }
        return Set(
            try rows(
                """
                SELECT firing.reminder_key, firing.scheduled_at
                FROM unnest(?, ?) AS wanted (reminder_key, scheduled_at) JOIN firing USING (reminder_key, scheduled_at)
                """,
                [firings.map(\.reminder), firings.map(\.at)]
            ) { FiringKey(reminderKey: try $0.next(), scheduledAt: try $0.next()) })
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

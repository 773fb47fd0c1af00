import Recurrence
import Storage

/// Looks whether the rows of tables go together: the log, the due queue, deliveries, what is counted, and attachments.
struct TableInspection {
    let snapshot: PostgresSnapshot

    private static let limit = PostgresSnapshot.maxFaults

    private var schema: String { snapshot.schema }

    func faults() throws -> [StoreFault] {
        let parts: [(String, () throws -> [StoreFault])] = [
            ("event", log), ("event", logParts), ("due_queue", queue), ("delivery", deliveries), ("attempt", attempts),
            ("project", projects), ("tag", tags), ("attachment_use", attachments),
        ]
        return try parts.flatMap { table, find in try snapshot.faults(in: "table \(schema).\(table)", find) }
    }

    /// The log has no gap after the place up to which it was trimmed, and does not end before it.
    private func log() throws -> [StoreFault] {
        let floor = try logFloor()
        return try snapshot.rows(
            """
            SELECT seq, before FROM (
                SELECT seq, coalesce(lag(seq) OVER (ORDER BY seq), \(floor)) AS before FROM event WHERE seq > \(floor)
            ) AS kept WHERE seq <> before + 1
            UNION ALL SELECT \(floor) + 1, max(seq) FROM event HAVING coalesce(max(seq), 0) < \(floor)
            LIMIT \(Self.limit)
            """
        ) { column in
            let (sequence, before): (Int64, Int64?) = (try column.next(), try column.next())
            let missing = (first: (before ?? 0) + 1, last: sequence - 1)
            return StoreFault(
                .gap, "event \(sequence)",
                missing.first == missing.last
                    ? "the event before it is missing" : "the events \(missing.first) to \(missing.last) are missing")
        }
    }

    /// Up to where the log was trimmed.
    private func logFloor() throws -> Int64 {
        try snapshot.rows(
            "SELECT place FROM retention WHERE name = '\(RetentionPart.events.rawValue)'"
        ) { try $0.next(Int64.self) }.first ?? 0
    }

    /// From where the log was trimmed on each place has a part, up to where the last one ends, and no part stands aside.
    ///
    /// Between places that were trimmed a part may be gone, while one before it is kept for a delivery.
    private func logParts() throws -> [StoreFault] {
        let floor = try logFloor()
        let gaps = try snapshot.rows(
            """
            SELECT place, first - 1 FROM (
                SELECT greatest(lag(behind) OVER (ORDER BY first NULLS FIRST), \(floor) + 1) AS place, first
                FROM event_part
            ) AS part WHERE first > place ORDER BY 1 LIMIT \(Self.limit)
            """
        ) { column in
            let (first, last): (Int64, Int64) = (try column.next(), try column.next())
            return StoreFault(
                .damage, "table event", "has no part for the events \(first) to \(last)",
                mend: "SELECT \(schema).make_event_part(\(first), \(EventPart.leastSpan))")
        }
        let strays = try snapshot.rows(
            """
            SELECT relname::text FROM pg_class
            WHERE relnamespace = current_schema()::regnamespace AND relkind = 'r' AND relname ~ '^event_[0-9]+$'
            AND oid NOT IN (SELECT inhrelid FROM pg_inherits WHERE NOT inhdetachpending) ORDER BY 1 LIMIT \(Self.limit)
            """
        ) { column in
            StoreFault(
                .damage, "table \(try column.next(String.self))", "is no part of table event any more, nor its events")
        }
        // Room can be made only where no table has the name that its part gets.
        return strays.isEmpty ? gaps : strays + gaps.map { StoreFault($0.kind, $0.subject, $0.detail) }
    }

    /// The due queue has each reminder that is to go off, when it says so itself, and no other.
    private func queue() throws -> [StoreFault] {
        try snapshot.rows(
            """
            SELECT coalesce(key, reminder_key), reminder.id, next_fire_at, fire_at
            FROM due_queue FULL JOIN (SELECT key, id, task_key, next_fire_at FROM reminder WHERE next_fire_at IS NOT NULL)
            AS reminder ON key = reminder_key
            WHERE (next_fire_at, reminder.id, reminder.task_key) IS DISTINCT FROM (fire_at, due_queue.id, due_queue.task_key)
            LIMIT \(Self.limit)
            """
        ) { column in
            let (key, id): (Int64, ReminderID?) = (try column.next(), try column.next())
            let (due, queued): (UTCInstant?, UTCInstant?) = (try column.next(), try column.next())
            guard let id, let due else {
                return StoreFault(
                    .derived, "row \(key) of due_queue", "stands for a reminder that is not to go off",
                    mend: "DELETE FROM \(schema).due_queue WHERE reminder_key = \(key)")
            }
            let place = queued.map { $0 == due ? "with another id or task" : "at \($0)" }
            return StoreFault(
                .derived, "reminder \(id)",
                "is to go off at \(due), but is \(place.map { "in due_queue \($0)" } ?? "not in due_queue")",
                mend: "UPDATE \(schema).reminder SET next_fire_at = next_fire_at WHERE key = \(key)")
        }
    }

    /// The counts of projects are those of their tasks.
    private func projects() throws -> [StoreFault] {
        let states = [
            ("open", "status < 2"), ("completed", "status = \(TaskStatus.completed.code)"),
            ("cancelled", "status = \(TaskStatus.cancelled.code)"),
        ]
        let counts = states.map { "\($0)_count, count(task.key) FILTER (WHERE \($1))" }
        return try snapshot.rows(
            """
            SELECT project.key, name, \(counts.joined(separator: ", "))
            FROM project LEFT JOIN task ON project_id = project.id GROUP BY project.key
            HAVING \(states.map { "\($0)_count <> count(task.key) FILTER (WHERE \($1))" }.joined(separator: " OR "))
            LIMIT \(Self.limit)
            """
        ) { column in
            let (key, name): (Int64, String) = (try column.next(), try column.next())
            let wrong = try states.map { state, _ in
                (state: state, kept: try column.next(Int.self), found: try column.next(Int.self))
            }.filter { $0.kept != $0.found }
            return StoreFault(
                .derived, "project \"\(name)\"",
                wrong.map { "counts \($0.kept) \($0.state) tasks, but has \($0.found)" }.joined(separator: "; "),
                mend: "UPDATE \(schema).project SET "
                    + wrong.map { "\($0.state)_count = \($0.found)" }.joined(separator: ", ") + " WHERE key = \(key)")
        }
    }

    /// The counts of tags are those of what is tagged.
    private func tags() throws -> [StoreFault] {
        try snapshot.rows(
            """
            WITH of_tasks AS (SELECT tag AS key, count(*) AS number FROM task_tag GROUP BY tag),
            of_series AS (SELECT held AS key, count(*) AS number FROM series, unnest(series.tags) AS held GROUP BY held),
            kept AS (
                SELECT key, name, 'task_count' AS what, task_count AS kept, coalesce(number, 0) AS found
                FROM tag LEFT JOIN of_tasks USING (key)
                UNION ALL SELECT key, name, 'series_count', series_count, coalesce(number, 0)
                FROM tag LEFT JOIN of_series USING (key)
            ) SELECT key, name, what, kept, found FROM kept WHERE kept <> found LIMIT \(Self.limit)
            """
        ) { column in
            let (key, name, count): (Int64, String, String) = (try column.next(), try column.next(), try column.next())
            let (kept, found): (Int, Int) = (try column.next(), try column.next())
            let what = count == "task_count" ? "tasks" : "series"
            return StoreFault(
                .derived, "tag \"\(name)\"", "counts \(kept) \(what), but \(found) have it",
                mend: "UPDATE \(schema).tag SET \(count) = \(found) WHERE key = \(key)")
        }
    }

    // MARK: Deliveries

    private func deliveries() throws -> [StoreFault] {
        let questions = [
            ("NOT EXISTS (SELECT 1 FROM event WHERE seq = event_seq)", "its event is missing", true),
            ("NOT EXISTS (SELECT 1 FROM hook WHERE hook.key = hook_key)", "its hook is missing", true),
            ("is_claimed AND state <> 0", "it is finished, but still claimed", false),
        ]
        let lanes = """
            SELECT hook_key, min(event_seq) FROM delivery WHERE state = 0 AND lane IS NOT NULL
            GROUP BY hook_key, lane HAVING count(*) FILTER (WHERE NOT is_blocked) <> 1 LIMIT \(Self.limit)
            """
        return try questions.flatMap { condition, detail, isNothing in
            try faults(
                "SELECT hook_key, event_seq FROM delivery WHERE \(condition) LIMIT \(Self.limit)", of: "delivery",
                detail,
                mend: isNothing ? "DELETE FROM" : nil)
        }
            + faults(
                lanes, of: "delivery",
                "the deliveries of its task to this hook do not have exactly one that may be sent next")
    }

    /// What belongs to a delivery goes with it.
    private func attempts() throws -> [StoreFault] {
        try ["attempt", "delivery_body"].flatMap { table in
            try faults(
                """
                SELECT DISTINCT hook_key, event_seq FROM \(table) WHERE NOT EXISTS (
                    SELECT 1 FROM delivery
                    WHERE delivery.hook_key = \(table).hook_key AND delivery.event_seq = \(table).event_seq)
                LIMIT \(Self.limit)
                """, of: table, "\(table) has rows of it, but it is missing", mend: "DELETE FROM")
        }
    }

    /// - Parameters:
    ///   - sql: Selects keys of hooks and places in the log.
    ///   - table: The table.
    ///   - detail: What is wrong with the delivery.
    ///   - mend: What begins a statement that mends it, with a condition behind it; nil for none.
    /// - Returns: A fault for each delivery.
    /// - Throws: ``PostgresError``.
    private func faults(
        _ sql: String, of table: String, _ detail: String, mend: String? = nil
    ) throws -> [StoreFault] {
        try snapshot.rows(sql) { column in
            let (hook, sequence): (Int64, Int64) = (try column.next(), try column.next())
            let id = DeliveryID(number: DeliveryKey.key(hook: hook, sequence: sequence))
            return StoreFault(
                .delivery, id.description, detail,
                mend: mend.map { "\($0) \(schema).\(table) WHERE hook_key = \(hook) AND event_seq = \(sequence)" })
        }
    }

    // MARK: Attachments

    /// The uses of contents and links are those that tasks, series and changes name.
    private func attachments() throws -> [StoreFault] {
        let named = [("task", "0"), ("series", "0"), ("task_before", "change_key"), ("series_before", "change_key")]
            .enumerated().map { holder, table in
                """
                SELECT \(holder)::smallint, \(table.0).id, \(table.1)::bigint, value ->> 'id', value ->> 'sha256',
                (value ->> 'size')::bigint
                FROM \(table.0), json_array_elements(attachments::json) WHERE attachments IS NOT NULL
                """
            }.joined(separator: " UNION ALL ")
        let used = "SELECT holder, holder_id, change_key, attachment_id, digest, size FROM attachment_use"
        let faults = [
            (named, used, "is not counted as a use"), (used, named, "is counted as used, but nothing has it"),
        ]
        return try faults.flatMap { left, right, detail in
            try snapshot.rows(
                """
                SELECT attachment_id FROM ((\(left)) EXCEPT (\(right)))
                AS different (holder, holder_id, change_key, attachment_id, digest, size) LIMIT \(Self.limit)
                """
            ) { StoreFault(.derived, "attachment \(try $0.next(String.self))", detail) }
        }
    }
}

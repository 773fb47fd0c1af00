import Recurrence
import Storage

extension PostgresTransaction {
    // MARK: Reading

    /// Whether anything at all is set aside: while nothing is, no task that is read is looked up for it.
    func hasSetAside() throws -> Bool {
        if let known = knowsSetAside { return known }
        let isAny = try value(Int.self, "SELECT 1 FROM set_aside LIMIT 1") != nil
        knowsSetAside = isAny
        return isAny
    }

    /// Asks together with others whether anything is set aside, where that is not known.
    func postSetAside() {
        guard knowsSetAside == nil else { return }
        post("SELECT 1 FROM set_aside LIMIT 1", seesNew: false) { [unowned self] in knowsSetAside = $0.count > 0 }
    }

    /// Why a task is set aside, by what was found in its row and by what was noted before.
    func setAside(ofTask key: Int64, faults: RowFaults) throws -> SetAside? {
        guard try hasSetAside() else { return faults.setAside }
        let noted = try rows(
            """
            SELECT kind, subject, reason, since, fire_at FROM set_aside WHERE task_key = ?
            ORDER BY since, kind, subject
            """, [key]
        ) { column in
            let (kind, subject): (String, String) = (try column.next(), try column.next())
            return (
                kind: kind, subject: subject, reason: try column.next(String.self),
                since: try column.next(UTCInstant.self), fireAt: try column.next() as UTCInstant?
            )
        }
        guard !noted.isEmpty else { return faults.setAside }
        var result = SetAside(reason: "", since: noted.map(\.since).min(), unreadableFields: faults.fields)
        var reasons: [String] = []
        for entry in noted {
            if !reasons.contains(entry.reason) { reasons.append(entry.reason) }
            guard entry.kind == SetAsideUnit.Kind.reminder.rawValue, let id = ReminderID(entry.subject) else {
                continue
            }
            result.withdrawnReminders[id] = entry.fireAt
        }
        result.reason = reasons.joined(separator: "; ")
        return result
    }

    func setAside(after last: SetAsideUnit?, limit: Int) throws -> [SetAsideEntry] {
        try entries(
            where: "(kind, subject) > (?, ?) ORDER BY kind, subject LIMIT ?",
            [last?.kind.rawValue ?? "", last?.subject ?? "", limit])
    }

    func setAsideEntry(of unit: SetAsideUnit) throws -> SetAsideEntry? {
        try entries(where: "kind = ? AND subject = ?", [unit.kind.rawValue, unit.subject]).first
    }

    private func entries(where condition: String, _ arguments: Arguments) throws -> [SetAsideEntry] {
        try rows(
            """
            SELECT kind, subject, reason, since, (SELECT id FROM task WHERE key = task_key) FROM set_aside
            WHERE \(condition)
            """,
            arguments
        ) { column -> SetAsideEntry? in
            let (kind, subject): (String, String) = (try column.next(), try column.next())
            let (reason, since): (String, UTCInstant) = (try column.next(), try column.next())
            let unit = SetAsideUnit(kind: kind, subject: subject, task: try column.next())
            return unit.map { SetAsideEntry($0, reason: reason, since: since) }
        }.compactMap(\.self)
    }

    func setAsideCounts() throws -> [SetAsideUnit.Kind: Int] {
        var counts: [SetAsideUnit.Kind: Int] = [:]
        _ = try rows("SELECT kind, count(*) FROM set_aside GROUP BY kind") { column in
            let (kind, count): (String, Int) = (try column.next(), try column.next())
            if let kind = SetAsideUnit.Kind(rawValue: kind) { counts[kind] = count }
        }
        return counts
    }

    func everyTask(after cursor: StoreCursor?, limit: Int) throws -> (tasks: [TaskItem], next: StoreCursor?) {
        let found = try rows(
            "SELECT task.key, \(TaskRow.selection) FROM task WHERE key > ? ORDER BY key LIMIT ?",
            [try cursor.key, limit]
        ) { try TaskRow.task(from: &$0) }
        return (try complete(found), found.count < limit ? nil : found.last.map { StoreCursor([$0.key]) })
    }

    // MARK: Writing

    @discardableResult
    func setAside(_ unit: SetAsideUnit, reason: String, at now: UTCInstant) throws -> Bool {
        let fireAt = try withdraw(unit, at: now)
        let isNew = try setAsideEntry(of: unit) == nil
        try run(
            """
            INSERT INTO set_aside (kind, subject, task_key, reason, since, fire_at)
            VALUES (?, ?, (SELECT key FROM task WHERE id = ?), ?, ?, ?)
            ON CONFLICT (kind, subject) DO UPDATE SET reason = excluded.reason,
            fire_at = coalesce(excluded.fire_at, set_aside.fire_at)
            """,
            [unit.kind.rawValue, unit.subject, unit.task, String(reason.prefix(1_000)), now, fireAt]
        )
        knowsSetAside = true
        changes.insert(.tasks)
        return isNew
    }

    /// Whether a reminder waits for nothing, whatever stands where the time of its next firing should.
    private static let isDoneWith: String = {
        func codes(_ states: Reminder.State...) -> String { states.map(\.code.description).joined(separator: ", ") }
        return """
            (state IN (\(codes(.acknowledged, .cancelled)))
            OR state IN (\(codes(.fired, .missed))) AND repeat_every IS NULL)
            """
    }()

    /// Takes a unit out of the due queue.
    ///
    /// - Returns: When it was to go off, for a reminder.
    private func withdraw(_ unit: SetAsideUnit, at now: UTCInstant) throws -> UTCInstant? {
        switch unit {
        case .series(of: let id):
            try run(
                "UPDATE series SET projected_at = NULL WHERE key = \(Self.keyOfTask) AND projected_at IS NOT NULL", [id]
            )
        case .reminder(let id, of: _):
            let fireAt = try value(
                Int64.self,
                """
                SELECT CASE WHEN coalesce(next_fire_at, held_from) BETWEEN ? AND ? THEN coalesce(next_fire_at, held_from)
                WHEN \(Self.isDoneWith) THEN NULL ELSE scheduled_at END FROM reminder WHERE id = ?
                """,
                [ColumnReader.instants.lowerBound, ColumnReader.instants.upperBound, id])
            try run("UPDATE reminder SET next_fire_at = NULL, held_by = NULL WHERE id = ?", [id])
            return fireAt.map { UTCInstant(millisecondsSinceEpoch: $0) }
        case .pause(let id):
            // Whatever it was about, what it held is not to be lost.
            try run(
                """
                UPDATE reminder SET next_fire_at = greatest(?, held_from), held_by = NULL, task_changes = task_changes + 1
                WHERE held_by = ? AND hold_reason IS NOT NULL
                """,
                [now, id])
            try run("DELETE FROM pause WHERE id = ?", [id])
            changes.insert(.dueQueue)
        case .task, .zone: break
        }
        return nil
    }

    func takeBack(_ unit: SetAsideUnit) throws {
        try run("DELETE FROM set_aside WHERE kind = ? AND subject = ?", [unit.kind.rawValue, unit.subject])
        knowsSetAside = nil
        changes.insert(.tasks)
    }

    /// Takes back all that was set aside of a task that was written whole.
    func takeBackTask(key: Int64) throws {
        guard try hasSetAside() else { return }
        try run("DELETE FROM set_aside WHERE task_key = ?", [key])
        knowsSetAside = nil
    }

    /// Takes back that a series was set aside which was written whole.
    func takeBackSeries(key: Int64) throws {
        guard try hasSetAside() else { return }
        try run(
            """
            DELETE FROM set_aside WHERE kind = ? AND task_key IN (SELECT key FROM task WHERE series_key = ?)
            """,
            [SetAsideUnit.Kind.series.rawValue, key])
        knowsSetAside = nil
    }
}

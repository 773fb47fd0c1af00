import Storage

/// What an undo takes back in several transactions, and what it keeps from others meanwhile.
extension PostgresTransaction {
    /// What an undo that is not done keeps from others.
    struct UndoClaim {
        let undo: ChangeID
        /// The key of the change that is taken back, which wrote it.
        let key: Int64
    }

    func pendingUndo() throws -> PendingUndo? {
        try rows(
            """
            SELECT \(ChangeRow.columns), is_restoring, last_task
            FROM (SELECT * FROM pending_undo LIMIT 1) AS pending JOIN change ON change.key = change_key
            """
        ) { column in
            var undo = PendingUndo(try ChangeRow.change(from: &column))
            (undo.isRestoring, undo.last) = (try column.next(Bool.self), try column.next())
            return undo
        }.first
    }

    func setPendingUndo(_ undo: PendingUndo?) throws {
        undoClaim = nil
        pendingWork.isUndoing = undo != nil
        try run("DELETE FROM pending_undo")
        guard let undo else { return }
        try run(
            """
            INSERT INTO pending_undo (change_key, is_restoring, last_task)
            SELECT key, ?, ? FROM change WHERE id = ?
            """, [undo.isRestoring, undo.last, undo.change.id])
    }

    /// Refuses to write what an undo is still to write, unless it is the undo that does.
    ///
    /// - Throws: ``UnfinishedUndo``.
    func requireUnclaimed(_ subject: ChangedRow.Subject) throws {
        guard let claim = try claim(), recording?.change.id != claim.undo else { return }
        let (kind, id) = subject.key
        let claimed = "SELECT 1 FROM change_row WHERE change_key = ? AND kind = ? AND id = ?"
        if try value(Int.self, claimed, [claim.key, kind, id]) != nil { throw UnfinishedUndo(claim.undo) }
    }

    /// What is kept from others, which is looked up once.
    private func claim() throws -> UndoClaim? {
        if let undoClaim { return undoClaim }
        postClaim()
        try sendPosted()
        return undoClaim ?? nil
    }

    /// Has it looked up together with others what is kept from others, where that is not known.
    func postClaim() {
        guard undoClaim == nil else { return }
        post(
            """
            SELECT own.id, undone.key FROM (SELECT change_key FROM pending_undo LIMIT 1) AS pending
            JOIN change AS own ON own.key = change_key JOIN change AS undone ON undone.id = own.undoes
            """, seesNew: false
        ) { [unowned self] answer in
            var column = ColumnReader(answer, row: 0)
            undoClaim = .some(answer.count == 0 ? nil : UndoClaim(undo: try column.next(), key: try column.next()))
        }
    }

    func tasks(
        of change: ChangeID, wereThere: Bool, after last: TaskID?, limit: Int
    ) throws -> [TaskID] {
        try rows(
            """
            SELECT id FROM change_row WHERE change_key = \(Self.keyOfUndone) AND kind = \(Self.taskKind)
            AND id > ? AND was_there = ? ORDER BY id LIMIT ?
            """, [change, last?.uuid ?? UUIDValue(high: 0, low: 0), wereThere, limit]
        ) { try $0.next() }
    }

    func boundTasks(of change: ChangeID) throws -> Set<TaskID> {
        Set(
            try rows(
                """
                SELECT noted.id FROM change_row AS noted
                WHERE noted.change_key = \(Self.keyOfUndone) AND noted.kind = \(Self.entryKind) AND NOT (
                    noted.was_there AND EXISTS (SELECT 1 FROM task WHERE task.id = noted.id) AND EXISTS (
                        SELECT 1 FROM occurrence_before AS image JOIN occurrence ON occurrence.task_id = image.task_id
                        WHERE image.change_key = noted.change_key AND image.task_id = noted.id
                        AND image.state < \(LedgerEntry.State.deleted.code) AND occurrence.state = image.state))
                UNION ALL SELECT id FROM task_before WHERE change_key = \(Self.keyOfUndone) AND blockers IS NOT NULL
                """, [change]
            ) { try $0.next(TaskID.self) })
    }

    func purgedTasks(of change: ChangeID) throws -> Set<TaskID> {
        let writers = "change_row AS writer WHERE writer.id = noted.id AND writer.kind = \(Self.taskKind)"
        return Set(
            try rows(
                """
                SELECT noted.id FROM change_row AS noted
                WHERE noted.change_key = \(Self.keyOfUndone) AND noted.kind IN (\(Self.taskKind), \(Self.entryKind))
                AND NOT EXISTS (SELECT 1 FROM task WHERE task.id = noted.id) AND EXISTS (SELECT 1 FROM \(writers))
                AND NOT EXISTS (
                    SELECT 1 FROM task_before
                    WHERE change_key = (SELECT max(change_key) FROM \(writers)) AND task_before.id = noted.id)
                """, [change]
            ) { try $0.next(TaskID.self) })
    }

    private static let keyOfUndone = "(SELECT key FROM change WHERE id = ?1 AND NOT is_trimmed)"
    private static let taskKind = ChangedRow.Subject.task(nobody).key.kind
    private static let entryKind = ChangedRow.Subject.entry(of: nobody).key.kind
    private static let nobody = TaskID(UUIDValue(high: 0, low: 0))
}

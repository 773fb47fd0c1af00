import Storage

extension PostgresTransaction {
    func trash(after last: StoreCursor?, limit: Int) throws -> Page<TrashedTask, StoreCursor> {
        let place = try last.map { try TrashPlace($0) }
        let condition = place == nil ? "" : "AND (change_key, task_id) < (?, ?)"
        let found = try entries(
            "\(condition) ORDER BY change_key DESC, task_id DESC LIMIT ?",
            (place.map { [$0.change, $0.task] as Arguments } ?? []) + [limit + 1])
        let page = found.prefix(limit)
        return Page(
            items: try page.compactMap { try task($0.place.task, deletedBy: $0.change) },
            next: found.count > limit ? page.last?.place.cursor : nil)
    }

    func trashed(_ id: TaskID) throws -> TrashedTask? {
        try entries("AND task_id = ?", [id]).first.flatMap { try task(id, deletedBy: $0.change) }
    }

    func takeFromTrash(_ id: TaskID) throws {
        post("DELETE FROM trash WHERE task_id = ?", [id])
    }

    func purge(_ id: TaskID) throws {
        try requireUnclaimed(.task(id))
        let kind = ChangedRow.Subject.task(id).key.kind
        let changes = "change_key IN (SELECT change_key FROM change_row WHERE id = ?1 AND kind = \(kind))"
        post("DELETE FROM task_before WHERE \(changes) AND id = ?1", [id])
        post("DELETE FROM reminder_before WHERE \(changes) AND task_id = ?1", [id])
        post("DELETE FROM occurrence_before WHERE \(changes) AND task_id = ?1", [id])
        try takeFromTrash(id)
    }

    private func task(_ id: TaskID, deletedBy change: Change) throws -> TrashedTask? {
        guard var task = try task(id, before: change.id) else { return nil }
        // Its series is the one that it was deleted from, whose handle it is found by, also where a later change has split
        // that; the ledger alone knows its place there.
        if task.occurrence == nil, let series = try series(of: id, before: change.id),
            let entry = try entry(ofTask: id)?.entry, let number = entry.number
        {
            task.occurrence = SeriesOccurrence(series: series, number: number, recurrenceID: entry.recurrenceID)
        }
        return TrashedTask(task, deletedBy: change)
    }

    private func series(of id: TaskID, before change: ChangeID) throws -> SeriesID? {
        try value(
            SeriesID.self,
            """
            SELECT series_id FROM task_before
            WHERE change_key = (SELECT key FROM change WHERE id = ?) AND id = ? AND series_id IS NOT NULL
            """, [change, id])
    }

    /// Entries whose task was not made again meanwhile, with its id.
    private func entries(
        _ condition: String, _ arguments: Arguments
    ) throws -> [(place: TrashPlace, change: Change)] {
        try rows(
            """
            SELECT change_key, task_id, \(ChangeRow.columns) FROM trash JOIN change ON change.key = change_key
            WHERE NOT is_trimmed AND NOT EXISTS (SELECT 1 FROM task WHERE task.id = task_id) \(condition)
            """,
            arguments
        ) { column in
            let place = TrashPlace(change: try column.next(), task: try column.next())
            return (place, try ChangeRow.change(from: &column))
        }
    }
}

/// Where an entry stands in the trash.
private struct TrashPlace {
    let change: Int64
    let task: TaskID

    init(change: Int64, task: TaskID) {
        (self.change, self.task) = (change, task)
    }

    init(_ cursor: StoreCursor) throws {
        let values = try cursor.values(3)
        let id = UUIDValue(high: UInt64(bitPattern: values[1]), low: UInt64(bitPattern: values[2]))
        self.init(change: values[0], task: TaskID(id))
    }

    var cursor: StoreCursor {
        StoreCursor([change, Int64(bitPattern: task.uuid.high), Int64(bitPattern: task.uuid.low)])
    }
}

import Recurrence
import Storage

/// What was before a change, and how a ledger gets it back.
extension PostgresTransaction {
    func series(_ id: SeriesID, before change: ChangeID) throws -> Series? {
        try rows(
            """
            SELECT \(SeriesRow.selection(of: "series_before")) FROM series_before
            WHERE change_key = \(Self.keyOfChange) AND id = ?
            """,
            [change, id]
        ) { try SeriesRow.series(from: &$0) }.first
    }

    func task(_ id: TaskID, before change: ChangeID) throws -> TaskItem? {
        guard let key = try key(of: change) else { return nil }
        let found = try rows(BeforeImage.readTask, [key, id]) { column in
            var found = try TaskRow.task(from: &column)
            found.task.tags = found.faults.read("tags", or: []) { try column.next() }
            let (blockers, areThere): ([TaskID]?, [Bool]?) = (try column.next(), try column.next())
            found.task.blockedBy = zip(blockers ?? [], areThere ?? []).filter(\.1).map(\.0)
            return found
        }.first
        guard var found else { return nil }
        let reminders = """
            SELECT task_changes, \(BeforeImage.list(ReminderRow.columns)) FROM reminder_before
            WHERE change_key = ? AND task_id = ? ORDER BY position
            """
        try each(reminders, [key, id]) { column in
            found.task.version += try column.next(Int.self)
            do { found.task.reminders.append(try ReminderRow.reminder(from: &column)) } catch {
                found.faults.note("reminders", error)
            }
            return true
        }
        return try TaskParts(self).placed(found)
    }

    func blockers(of id: TaskID, before change: ChangeID) throws -> [TaskID] {
        try value(
            [TaskID].self, "SELECT blockers FROM task_before WHERE change_key = \(Self.keyOfChange) AND id = ?",
            [change, id]) ?? []
    }

    func pause(_ id: PauseID, before change: ChangeID) throws -> Pause? {
        try rows(
            "SELECT \(BeforeImage.pause) FROM pause_before WHERE change_key = \(Self.keyOfChange) AND id = ?",
            [change, id]
        ) { try Self.pause(from: &$0) }.first
    }

    func project(_ id: ProjectID, before change: ChangeID) throws -> Project? {
        try rows(
            "SELECT \(ProjectRow.list) FROM project_before WHERE change_key = \(Self.keyOfChange) AND id = ?",
            [change, id]
        ) { try ProjectRow.project(from: &$0) }.first
    }

    func tag(_ id: TagID, before change: ChangeID) throws -> Tag? {
        try rows(
            """
            SELECT \(id.number), 0, 0, \(TagRow.list) FROM tag_before WHERE change_key = \(Self.keyOfChange) AND id = ?
            """,
            [change, id]
        ) { try TagRow.tag(from: &$0) }.first
    }

    func restoreTags(of id: TaskID, before change: ChangeID) throws {
        guard let found = try key(ofTask: id) else { return }
        let image = "(SELECT tags FROM task_before WHERE change_key = \(Self.keyOfChange) AND id = ?2)"
        try returnTags(of: image, [change, id])
        post("DELETE FROM task_tag WHERE task_key = ?", [found])
        post(
            """
            INSERT INTO task_tag (tag, task_key, position)
            SELECT \(Self.heldTag), ?3, held.place - 1
            FROM unnest(\(image)) WITH ORDINALITY AS held (key, place) JOIN tag ON tag.key = held.key
            ON CONFLICT DO NOTHING
            """, [change, id, found])
    }

    func restoreTags(of id: SeriesID, before change: ChangeID) throws {
        let image = "(SELECT tags FROM series_before WHERE change_key = \(Self.keyOfChange) AND id = ?2)"
        try returnTags(of: image, [change, id])
        post(
            """
            UPDATE series SET tags = ARRAY(
                SELECT \(Self.heldTag) FROM unnest(\(image)) WITH ORDINALITY AS held (key, place)
                JOIN tag ON tag.key = held.key ORDER BY held.place)
            WHERE id = ?2 AND \(image) <> '{}'
            """, [change, id])
    }

    /// A tag in an image, or the one that it gave way to.
    private static let heldTag = """
        CASE WHEN tag.has_given_way THEN coalesce((
            SELECT named.key FROM tag AS named WHERE named.folded = tag.folded AND named.deleted_at IS NULL
        ), tag.key) ELSE tag.key END
        """

    /// Has the tags of a list back that gave way to others, which have gone since.
    private func returnTags(of list: String, _ arguments: Arguments) throws {
        post(
            """
            UPDATE tag SET deleted_at = NULL, has_given_way = false
            WHERE has_given_way AND key = ANY ((\(list))::bigint[]) AND NOT EXISTS (
                SELECT 1 FROM tag AS named WHERE named.folded = tag.folded AND named.deleted_at IS NULL)
            """, arguments)
        findings.tagKeys = [:]
    }

    func restoreEntries(before change: ChangeID) throws {
        guard let key = try key(of: change) else { return }
        let entries = try rows(
            "SELECT task_id, series_id, slot FROM occurrence_before WHERE change_key = ?", [key]
        ) { (task: try $0.next(TaskID.self), series: try $0.next(SeriesID.self), slot: try $0.next(Int.self)) }
        let moves = try entries.sorted { ($0.series, $0.slot) < ($1.series, $1.slot) }.map { entry in
            let target = try writablePlace(of: entry.series).key
            return LedgerMove(task: entry.task, to: target, from: try seat(of: entry.task, preferring: target))
        }
        do {
            try asUnit {
                try setNumbersAside(moves)
                for move in moves { try restore(move, before: key) }
            }
        } catch let error as StoreError where error.code == .conflict {
            throw StoreError(
                .conflict,
                """
                the slot that an occurrence had before the change is now taken by another occurrence; undo later \
                changes of its series first, or edit the series instead
                """)
        }
        hasWrittenPlaces = true
        changes.formUnion([.dueQueue, .tasks])
    }

    func deleteSeries(_ id: SeriesID) throws {
        guard let place = try place(of: id) else { return }
        try recordSeries(id)
        try recordEntries(where: "series_key = ?2", place.key)
        try run("DELETE FROM series WHERE key = ?", [place.key])
        seriesPlaces[id] = nil
        hasWrittenPlaces = true
        changes.formUnion([.dueQueue, .tasks])
    }

    private func key(of change: ChangeID) throws -> Int64? {
        try value(Int64.self, "SELECT key FROM change WHERE id = ? AND NOT is_trimmed", [change])
    }

    private static let keyOfChange = "(SELECT key FROM change WHERE id = ?1 AND NOT is_trimmed)"

    /// Where the entry of a task stands; where a task was made again in another series, there may be two.
    private func seat(of task: TaskID, preferring series: Int64) throws -> LedgerSeat? {
        let seats = try rows(
            "SELECT series_key, slot, state < \(LedgerEntry.State.deleted.code) FROM occurrence WHERE task_id = ?",
            [task]
        ) { (seat: LedgerSeat(series: try $0.next(), slot: try $0.next()), hasTask: try $0.next(Bool.self)) }
        func rank(_ found: (seat: LedgerSeat, hasTask: Bool)) -> Int {
            (found.seat.series == series ? 2 : 0) + (found.hasTask ? 1 : 0)
        }
        return seats.max { rank($0) < rank($1) }?.seat
    }

    /// Numbers entries beyond every number that there is to be, so that none meets another on its way.
    private func setNumbersAside(_ moves: [LedgerMove]) throws {
        for move in moves {
            guard let seat = move.from else { continue }
            try recordEntry(of: move.task, in: seat.series, at: seat.slot)
            post(
                "UPDATE occurrence SET number = number + ? WHERE series_key = ? AND slot = ?",
                [Self.beyondNumbers, seat.series, seat.slot])
        }
    }

    private static let beyondNumbers = 1 << 40

    private func restore(_ move: LedgerMove, before key: Int64) throws {
        let image = "FROM occurrence_before WHERE change_key = ?1 AND task_id = ?2"
        guard let seat = move.from else {
            try recordEntry(of: move.task, in: move.to, at: .min)
            try run(
                """
                INSERT INTO occurrence (series_key, \(LedgerRow.selection)) SELECT ?3, \(LedgerRow.selection) \(image)
                """,
                [key, move.task, move.to])
            return
        }
        let last = try lastVersion(of: move.task, at: seat)
        try run(
            """
            UPDATE occurrence SET (series_key, \(LedgerRow.selection)) = (SELECT ?3, \(LedgerRow.selection) \(image))
            WHERE series_key = ?4 AND slot = ?5
            """,
            [key, move.task, move.to, seat.series, seat.slot])
        let isWithoutTask = "state IN (\(LedgerEntry.State.deleted.code), \(LedgerEntry.State.withdrawn.code))"
        try run(
            """
            UPDATE occurrence SET version = ?2 WHERE task_id = ?1 AND series_key = ?3 AND version < ?2 AND \
            \(isWithoutTask)
            """,
            [move.task, last, move.to])
    }

    /// The greatest version that the task of an entry is known to have had.
    private func lastVersion(of task: TaskID, at seat: LedgerSeat) throws -> Int {
        try value(
            Int.self,
            """
            SELECT greatest(occurrence.version, coalesce((
                SELECT task.version + shared_changes
                    + coalesce((SELECT sum(task_changes)::bigint FROM reminder WHERE task_key = task.key), 0)
                FROM task JOIN series ON series.key = task.series_key WHERE task.id = ?1), 0))
            FROM occurrence WHERE series_key = ?2 AND slot = ?3
            """,
            [task, seat.series, seat.slot]) ?? 0
    }
}

/// Where an entry stands in the ledgers.
private struct LedgerSeat {
    let series: Int64
    let slot: Int
}

/// An entry that is to be what it was in a series.
private struct LedgerMove {
    let task: TaskID
    let to: Int64
    /// Where it stands; nil where it is there no more.
    let from: LedgerSeat?
}

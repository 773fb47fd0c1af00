import Basics
import Filters
import GRDB
import Recurrence
import Storage

/// How what has handles of a kind stands in tables.
private struct HandledRows {
    let table: String
    let id: String
    let handle: String
    /// Whether it goes before what is not open.
    let isOpen: String
    /// Which rows are there.
    var isThere = "TRUE"
    /// In what order those with equal handles come.
    var order = "key"

    init(_ kind: HandleKind) {
        switch kind {
        case .task: self.init(table: "task", isOpen: "status < 2")
        case .series: self.init(table: "series", isOpen: "end_reason IS NULL")
        case .reminder:
            self.init(table: "reminder", isOpen: "(SELECT status < 2 FROM task WHERE task.key = task_key)")
        case .project: self.init(table: "project", isOpen: "is_archived = 0", isThere: "deleted_at IS NULL")
        case .hook: self.init(table: "hook", isOpen: "1")
        case .trashedTask:
            self.init(
                table: "trash", id: "task_id", isOpen: "1",
                isThere: """
                    (SELECT is_trimmed = 0 FROM change WHERE change.key = change_key)
                    AND NOT EXISTS (SELECT 1 FROM task WHERE task.id = task_id)
                    """, order: "change_key DESC")
        }
    }

    private init(
        table: String, id: String = "id", isOpen: String, isThere: String = "TRUE", order: String = "key"
    ) {
        (self.table, self.id, handle) = (table, "\(table).\(id)", "\(table).handle")
        (self.isOpen, self.isThere, self.order) = (isOpen, isThere, "\(table).\(order)")
    }
}

/// A filter of tasks as a condition.
private struct HandleFilter {
    /// The condition, that of everything where there is no filter.
    let text: String
    let arguments: Arguments

    init(_ filter: ResolvedFilter?, of kind: HandleKind = .task) throws {
        guard let filter, kind == .task || kind == .reminder else {
            (text, arguments) = ("TRUE", [])
            return
        }
        var translation = FilterTranslation()
        translation.key = "+task.key"
        let condition = try translation.condition(filter)
        text = kind == .task ? condition : "EXISTS (SELECT 1 FROM task WHERE task.key = task_key AND (\(condition)))"
        arguments = translation.arguments
    }
}

extension SQLiteTransaction {
    func holders(
        of kind: HandleKind, in range: ClosedRange<Handle>, areOpen isOpen: Bool, within filter: ResolvedFilter?,
        limit: Int
    ) throws -> [HandleHolder] {
        let condition = try HandleFilter(filter, of: kind)
        if kind == .task { return try tasks(in: range, areOpen: isOpen, condition, limit: limit) }
        let rows = HandledRows(kind)
        return try self.rows(
            """
            SELECT \(rows.handle), \(rows.id) FROM \(rows.table)
            WHERE \(rows.handle) BETWEEN ? AND ? AND (\(rows.isOpen)) = ? AND \(rows.isThere) AND (\(condition.text))
            ORDER BY \(rows.handle), \(rows.order) LIMIT ? + 0
            """, [range.lowerBound, range.upperBound, isOpen] + condition.arguments + [limit]
        ) { HandleHolder(try $0.next(), id: try $0.next(), isOpen: isOpen) }
    }

    func holders(
        of kind: HandleKind, withIDsIn range: ClosedRange<UUIDValue>, within filter: ResolvedFilter?, limit: Int
    ) throws -> [HandleHolder] {
        let (condition, rows) = (try HandleFilter(filter, of: kind), HandledRows(kind))
        let series = kind == .task ? "(SELECT id FROM series WHERE series.key = series_key)" : "NULL"
        return try self.rows(
            """
            SELECT \(rows.handle), \(rows.id), \(rows.isOpen), \(series) FROM \(rows.table)
            WHERE \(rows.id) BETWEEN ? AND ? AND \(rows.isThere) AND (\(condition.text))
            ORDER BY \(rows.id) LIMIT ? + 0
            """, [range.lowerBound, range.upperBound] + condition.arguments + [limit]
        ) { HandleHolder(try $0.next(), id: try $0.next(), isOpen: try $0.next(), series: try $0.next()) }
    }

    func neighbours(
        of handles: [Handle], among kind: HandleKind, within filter: ResolvedFilter?
    ) throws -> [HandleNeighbours] {
        let (condition, rows) = (try HandleFilter(filter, of: kind), HandledRows(kind))
        func seek(_ comparison: String, _ order: String) throws -> (Handle, Handle) throws -> Handle? {
            let statement = try statement(
                """
                SELECT \(rows.handle) FROM \(rows.table)
                WHERE \(rows.handle) \(comparison) AND \(rows.isOpen) AND \(rows.isThere) AND (\(condition.text))
                ORDER BY \(rows.handle) \(order) LIMIT 1
                """)
            return { handle, bound in
                try statement.bind([handle, bound] + condition.arguments)
                return try statement.rows({ column in try column.next(Handle.self) }).first
            }
        }
        let below = try seek("< ? AND \(rows.handle) >= ?", "DESC")
        let above = try seek("> ? AND \(rows.handle) <= ?", "ASC")
        return try handles.map { handle in
            let near = handle.surroundings
            return HandleNeighbours(
                below: try below(handle, near.lowerBound), above: try above(handle, near.upperBound))
        }
    }

    func occurrences(
        of series: SeriesID, from first: CivilTime, through last: CivilTime, within filter: ResolvedFilter?, limit: Int
    ) throws -> [HandleHolder] {
        guard let place = try place(of: series) else { return [] }
        let condition = try HandleFilter(filter)
        return try rows(
            """
            SELECT handle, id, status < 2 FROM task
            WHERE series_key = ? AND slot BETWEEN ? AND ? AND (\(condition.text)) ORDER BY slot LIMIT ? + 0
            """, [place.key, place.slot(of: first), place.slot(of: last)] + condition.arguments + [limit]
        ) { HandleHolder(try $0.next(), id: try $0.next(), isOpen: try $0.next(), series: series) }
    }

    /// Tasks with handles in a range, of each series one.
    ///
    /// Tasks that never recurred stand before the series that have the same handle, and behind each series the index is
    /// sought in anew, so that its other occurrences are not read.
    private func tasks(
        in range: ClosedRange<Handle>, areOpen isOpen: Bool, _ condition: HandleFilter, limit: Int
    ) throws -> [HandleHolder] {
        let state = isOpen ? "status < 2" : "status > 1"
        let next = try statement(
            """
            SELECT handle, series_key, id FROM task INDEXED BY task_\(isOpen ? "open" : "closed")_handle
            WHERE \(state) AND (handle, series_key) > (?, ?) AND handle <= ? AND (\(condition.text))
            ORDER BY handle, series_key
            """)
        var (found, isDone): ([HandleHolder], Bool) = ([], false)
        var (handle, series): (Int64, Int64) = (range.lowerBound.number - 1, .max)
        while !isDone {
            isDone = true
            try next.bind([handle, series, range.upperBound] + condition.arguments)
            try next.each { column in
                guard found.count < limit else { return false }
                let holder = HandleHolder(try column.next(), id: UUIDValue(high: 0, low: 0), isOpen: isOpen)
                let key: Int64? = try column.next()
                found.append(holder)
                found[found.count - 1].id = try column.next()
                guard let key else { return true }
                (handle, series, isDone) = (holder.handle.number, key, false)
                return false
            }
            if !isDone { try setOccurrence(of: series, areOpen: isOpen, condition, in: &found[found.count - 1]) }
        }
        return found
    }

    /// Puts into a holder that is of a series the occurrence that is meant: the open one with the first slot, or the closed
    /// one with the last.
    private func setOccurrence(
        of series: Int64, areOpen isOpen: Bool, _ condition: HandleFilter, in holder: inout HandleHolder
    ) throws {
        // Open ones have an index of the ledger to themselves; behind the last closed one only open ones can stand.
        let sql =
            isOpen
            ? """
            SELECT (SELECT task.id FROM task WHERE task.id = task_id AND status < 2 AND (\(condition.text))) AS found,
                (SELECT id FROM series WHERE series.key = series_key)
            FROM occurrence WHERE series_key = ? AND state = \(LedgerEntry.State.open.code) AND found IS NOT NULL
            ORDER BY slot LIMIT 1
            """
            : """
            SELECT id, (SELECT id FROM series WHERE series.key = series_key) FROM task
            WHERE (\(condition.text)) AND series_key = ? AND status > 1 ORDER BY slot DESC LIMIT 1
            """
        let found = try rows(sql, condition.arguments + [series]) {
            (id: try $0.next(UUIDValue.self), series: try $0.next(SeriesID.self))
        }.first
        guard let found else { return }
        (holder.id, holder.series) = (found.id, found.series)
    }
}

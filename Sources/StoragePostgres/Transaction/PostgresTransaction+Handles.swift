import Basics
import Filters
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
        case .project: self.init(table: "project", isOpen: "NOT is_archived", isThere: "deleted_at IS NULL")
        case .hook: self.init(table: "hook", isOpen: "TRUE")
        case .trashedTask:
            self.init(
                table: "trash", id: "task_id", isOpen: "TRUE",
                isThere: """
                    (SELECT NOT is_trimmed FROM change WHERE change.key = change_key)
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
        let condition = try translation.condition(filter)
        text = kind == .task ? condition : "EXISTS (SELECT 1 FROM task WHERE task.key = task_key AND (\(condition)))"
        arguments = translation.arguments
    }
}

extension PostgresTransaction {
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
            ORDER BY \(rows.handle), \(rows.order) LIMIT ?
            """, [range.lowerBound, range.upperBound, isOpen] + condition.arguments + [limit]
        ) { HandleHolder(try $0.next(), id: try $0.next(), isOpen: isOpen) }
    }

    func holders(
        of kind: HandleKind, withIDsIn range: ClosedRange<UUIDValue>, within filter: ResolvedFilter?, limit: Int
    ) throws -> [HandleHolder] {
        let (condition, rows) = (try HandleFilter(filter, of: kind), HandledRows(kind))
        let series = kind == .task ? "(SELECT id FROM series WHERE series.key = series_key)" : "NULL::uuid"
        return try self.rows(
            """
            SELECT \(rows.handle), \(rows.id), \(rows.isOpen), \(series) FROM \(rows.table)
            WHERE \(rows.id) BETWEEN ? AND ? AND \(rows.isThere) AND (\(condition.text))
            ORDER BY \(rows.id) LIMIT ?
            """, [range.lowerBound, range.upperBound] + condition.arguments + [limit]
        ) { HandleHolder(try $0.next(), id: try $0.next(), isOpen: try $0.next(), series: try $0.next()) }
    }

    func neighbours(
        of handles: [Handle], among kind: HandleKind, within filter: ResolvedFilter?
    ) throws -> [HandleNeighbours] {
        let (condition, rows) = (try HandleFilter(filter, of: kind), HandledRows(kind))
        func seek(_ comparison: String, _ order: String) throws -> (Handle, Handle) throws -> Handle? {
            let sql = """
                SELECT \(rows.handle) FROM \(rows.table)
                WHERE \(rows.handle) \(comparison) AND \(rows.isOpen) AND \(rows.isThere) AND (\(condition.text))
                ORDER BY \(rows.handle) \(order) LIMIT 1
                """
            return { handle, bound in try self.value(Handle.self, sql, [handle, bound] + condition.arguments) }
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
            WHERE series_key = ? AND slot BETWEEN ? AND ? AND (\(condition.text)) ORDER BY slot LIMIT ?
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
        // NULL comes last in an index; those of no series come first here.
        let place = "(handle, coalesce(series_key, 0))"
        var found: [HandleHolder] = []
        var (handle, series): (Int64, Int64) = (range.lowerBound.number - 1, .max)
        while found.count < limit {
            let next = try rows(
                """
                SELECT handle, series_key, id FROM task
                WHERE \(isOpen ? "status < 2" : "status > 1") AND \(place) > (?, ?) AND handle BETWEEN ? AND ?
                AND (\(condition.text)) ORDER BY handle, coalesce(series_key, 0), key LIMIT ?
                """,
                [handle, series, range.lowerBound, range.upperBound] + condition.arguments + [limit - found.count]
            ) { (handle: try $0.next(Handle.self), series: try $0.next() as Int64?, id: try $0.next(UUIDValue.self)) }
            guard !next.isEmpty else { break }
            var isSeries = false
            for row in next where !isSeries {
                found.append(HandleHolder(row.handle, id: row.id, isOpen: isOpen))
                guard let key = row.series else { continue }
                (handle, series, isSeries) = (row.handle.number, key, true)
                try setOccurrence(of: key, areOpen: isOpen, condition, in: &found[found.count - 1])
            }
            if !isSeries { break }
        }
        return found
    }

    /// Puts into a holder that is of a series the occurrence that is meant: the open one with the first slot, or the closed
    /// one with the last.
    private func setOccurrence(
        of series: Int64, areOpen isOpen: Bool, _ condition: HandleFilter, in holder: inout HandleHolder
    ) throws {
        let order = isOpen ? "status < 2 ORDER BY slot" : "status > 1 ORDER BY slot DESC"
        let sql = """
            SELECT id, (SELECT id FROM series WHERE series.key = series_key) FROM task
            WHERE (\(condition.text)) AND series_key = ? AND \(order) LIMIT 1
            """
        let found = try rows(sql, condition.arguments + [series]) {
            (id: try $0.next(UUIDValue.self), series: try $0.next(SeriesID.self))
        }.first
        guard let found else { return }
        (holder.id, holder.series) = (found.id, found.series)
    }
}

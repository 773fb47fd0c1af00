import GRDB
import Recurrence
import Storage

extension SQLiteTransaction {
    // MARK: Reading

    func statisticsProgress() throws -> StatisticsProgress {
        try rows("SELECT sequence, since FROM statistic_progress WHERE key = 0") {
            StatisticsProgress(sequence: try $0.next(), since: try $0.next())
        }.first ?? StatisticsProgress(sequence: 0, since: nil)
    }

    func countedTask(_ id: TaskID) throws -> CountedTask? {
        let found = try rows("SELECT \(CountedTaskRow.list) FROM statistic_task WHERE task_id = ?", [id]) {
            try CountedTaskRow(from: &$0)
        }.first
        return try found?.task { try groups($0) }
    }

    /// The groups of a list of keys.
    private func groups(_ keys: String) throws -> [StatisticsGroup] {
        let find = try statement("SELECT kind, name FROM statistic_group WHERE key = ?")
        return try keys.dropFirst().dropLast().split(separator: ",").compactMap { key in
            try find.rows(Int64(key)) { try Self.group(from: &$0) }.first ?? nil
        }
    }

    private static func group(from column: inout ColumnReader) throws -> StatisticsGroup? {
        let kind: StatisticsGroup.Kind = try column.nextCode()
        return StatisticsGroup(kind, name: try column.next())
    }

    func statistics(of group: StatisticsGroup, in ranges: [Range<UTCInstant>]) throws -> [StatisticsCounts] {
        let sum = try statement(
            """
            SELECT \(StatisticsRow.sums)
            FROM statistic_group CROSS JOIN statistic ON group_key = key AND slot >= ? AND slot < ?
            WHERE kind = ? AND folded = ?
            """)
        return try ranges.map { range in
            let bounds = range.slots
            return try sum.rows(bounds.lowerBound, bounds.upperBound, group.kind.code, group.foldedName) {
                try StatisticsRow.counts(from: &$0)
            }.first ?? StatisticsCounts()
        }
    }

    func statistics(
        by kind: StatisticsGroup.Kind, in range: Range<UTCInstant>, after cursor: StoreCursor?, limit: Int
    ) throws -> Page<GroupStatistics, StoreCursor> {
        let last = try cursor.map { try $0.values(1)[0] }
        let found = try rows(
            """
            SELECT max(key), kind, name, \(StatisticsRow.sums)
            FROM statistic_group CROSS JOIN statistic ON group_key = key AND slot >= ? AND slot < ?
            WHERE kind = ? AND folded > coalesce((SELECT folded FROM statistic_group WHERE key = ?), '')
            GROUP BY folded HAVING \(StatisticsRow.isAnything) ORDER BY folded LIMIT ? + 0
            """,
            [range.slots.lowerBound, range.slots.upperBound, kind.code, last, limit + 1]
        ) { column in
            let key = try column.next(Int64.self)
            guard let group = try Self.group(from: &column) else { throw StoreError.unknownGroup }
            return (key: key, item: GroupStatistics(group: group, counts: try StatisticsRow.counts(from: &column)))
        }
        let page = found.prefix(limit)
        return Page(items: page.map(\.item), next: found.count > limit ? page.last.map { StoreCursor([$0.key]) } : nil)
    }

    func outcomes(of series: SeriesID, limit: Int) throws -> [OccurrenceOutcome] {
        try rows(
            """
            SELECT occurrence.state, outcome, passed, closed_at - overdue_at, occurrence.task_id
            FROM occurrence LEFT JOIN task ON task.id = occurrence.task_id
            WHERE occurrence.series_key = (SELECT key FROM series WHERE id = ?)
            AND occurrence.state <> \(LedgerEntry.State.withdrawn.code)
            ORDER BY occurrence.slot DESC LIMIT ? + 0
            """,
            [series, limit]
        ) { column in
            let (state, outcome): (LedgerEntry.State, LedgerEntry.State?) = (
                try column.nextCode(), try column.nextCode()
            )
            return OccurrenceOutcome(
                outcome ?? state, isDeleted: state == .deleted, passed: try column.next(), lateness: try column.next(),
                task: try column.next())
        }
    }

    // MARK: Writing

    func add(_ fold: StatisticsFold) throws {
        guard try statisticsProgress().sequence == fold.begin else { return }
        var keys: [StatisticsGroup: Int64] = [:]
        // Their keys rise in this order.
        for group in fold.groups { _ = try key(for: group, &keys) }
        let upsert = try statement(StatisticsRow.upsert)
        for (place, counts) in fold.counts where counts != StatisticsCounts() {
            try upsert.bind([try key(for: place.group, &keys), place.slot.number] + StatisticsRow.values(of: counts))
            try upsert.finish()
        }
        let save = try statement(CountedTaskRow.upsert)
        for (id, task) in fold.tasks {
            let row = try CountedTaskRow(task) { groups in
                guard !groups.isEmpty else { return nil }
                return "[\(try groups.map { try key(for: $0, &keys).description }.joined(separator: ","))]"
            }
            try row.bind(to: save, id)
            try save.finish()
        }
        try run("UPDATE statistic_progress SET sequence = ?, since = ? WHERE key = 0", [fold.end, fold.since])
    }

    /// The key of a group, which gets one where it has none.
    private func key(for group: StatisticsGroup, _ keys: inout [StatisticsGroup: Int64]) throws -> Int64 {
        if let known = keys[group] { return known }
        var found = try key(of: group)
        if found == nil {
            try run(
                "INSERT INTO statistic_group (kind, name, folded) VALUES (?, ?, ?)",
                [group.kind.code, group.name, group.foldedName])
            found = db.lastInsertedRowID
        }
        guard let found else { throw StoreError.unknownGroup }
        keys[group] = found
        return found
    }

    private func key(of group: StatisticsGroup) throws -> Int64? {
        try value(
            Int64.self, "SELECT key FROM statistic_group WHERE kind = ? AND name = ?", [group.kind.code, group.name])
    }
}

extension StoreError {
    fileprivate static let unknownGroup = StoreError(.unreadable, "a group of the statistics cannot be read")
}

import Recurrence
import Storage

extension PostgresTransaction {
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
        return try found.map { $0.task(try groups($0.keys)) }
    }

    /// The groups with some keys.
    private func groups(_ keys: [Int64]) throws -> [Int64: StatisticsGroup] {
        let found = try rows("SELECT key, kind, name FROM statistic_group WHERE key = ANY (?)", [keys]) { column in
            (try column.next(Int64.self), try Self.group(from: &column))
        }
        return Dictionary(found) { $1 }.compactMapValues(\.self)
    }

    private static func group(from column: inout ColumnReader) throws -> StatisticsGroup? {
        let kind: StatisticsGroup.Kind = try column.nextCode()
        return StatisticsGroup(kind, name: try column.next())
    }

    func statistics(of group: StatisticsGroup, in ranges: [Range<UTCInstant>]) throws -> [StatisticsCounts] {
        let bounds = ranges.map(\.slots)
        return try rows(
            """
            SELECT \(StatisticsRow.sums)
            FROM unnest(?, ?) WITH ORDINALITY AS wanted (first, last, place)
            LEFT JOIN (statistic_group JOIN statistic ON group_key = key AND kind = ? AND folded = ?)
            ON slot >= wanted.first AND slot < wanted.last
            GROUP BY wanted.place ORDER BY wanted.place
            """, [bounds.map(\.lowerBound), bounds.map(\.upperBound), group.kind.code, group.foldedName]
        ) { try StatisticsRow.counts(from: &$0) }
    }

    func statistics(
        by kind: StatisticsGroup.Kind, in range: Range<UTCInstant>, after cursor: StoreCursor?, limit: Int
    ) throws -> Page<GroupStatistics, StoreCursor> {
        let last = try cursor.map { try $0.values(1)[0] }
        let found = try rows(
            """
            SELECT max(key), min(kind), (array_agg(name ORDER BY key DESC))[1], \(StatisticsRow.sums)
            FROM statistic_group JOIN statistic ON group_key = key AND slot >= ? AND slot < ?
            WHERE kind = ? AND folded > coalesce((SELECT folded FROM statistic_group WHERE key = ?), '')
            GROUP BY folded HAVING \(StatisticsRow.isAnything) ORDER BY folded LIMIT ?
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
            ORDER BY occurrence.slot DESC LIMIT ?
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
        for (place, counts) in fold.counts where counts != StatisticsCounts() {
            let arguments: Arguments = [try key(for: place.group, &keys), place.slot.number]
            post(StatisticsRow.upsert, arguments + StatisticsRow.values(of: counts))
        }
        for (id, task) in fold.tasks {
            let row = try CountedTaskRow(task) { try key(for: $0, &keys) }
            post(CountedTaskRow.upsert, row.values(id))
        }
        post("UPDATE statistic_progress SET sequence = ?, since = ? WHERE key = 0", [fold.end, fold.since])
    }

    /// The key of a group, which gets one where it has none.
    private func key(for group: StatisticsGroup, _ keys: inout [StatisticsGroup: Int64]) throws -> Int64 {
        if let known = keys[group] { return known }
        let found =
            try key(of: group)
            ?? value(
                Int64.self, "INSERT INTO statistic_group (kind, name, folded) VALUES (?, ?, ?) RETURNING key",
                [group.kind.code, group.name, group.foldedName])
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

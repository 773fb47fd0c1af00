import Recurrence
import Storage

extension PostgresTransaction {
    func series(_ id: SeriesID) throws -> Series? {
        try rows("SELECT \(SeriesRow.selection(of: "series")) FROM series WHERE id = ?", [id]) {
            try SeriesRow.series(from: &$0)
        }.first
    }

    func seriesID(ofTask id: TaskID) throws -> SeriesID? {
        try value(SeriesID.self, "SELECT id FROM series WHERE key = \(Self.keyOfTask)", [id])
    }

    /// The series whose ledger has a task, by its id as the first parameter.
    ///
    /// One that was deleted may have been made again with its id, in another series: that in which it is counts.
    static let keyOfTask = """
        coalesce(
            (SELECT series_key FROM occurrence WHERE task_id = ?1 AND state < \(LedgerEntry.State.deleted.code)),
            (SELECT series_key FROM occurrence WHERE task_id = ?1))
        """

    func series(splitFrom id: SeriesID) throws -> [SeriesID] {
        // As text a date comes before the local times of its day, as it does by its value.
        try rows("SELECT id FROM series WHERE split_from = ? ORDER BY start, key", [id]) { try $0.next() }
    }

    func projectedSeries(
        after last: ProjectedSeries?,
        before end: UTCInstant?,
        limit: Int
    ) throws -> [ProjectedSeries] {
        // Nothing else of the rows: one that cannot be read keeps nobody from the others.
        try rows(
            """
            SELECT projected_at, id FROM series
            WHERE projected_at IS NOT NULL AND (projected_at, id) > (?, ?) AND projected_at < ?
            ORDER BY projected_at, id LIMIT ?
            """,
            [
                last?.instant.millisecondsSinceEpoch ?? .min, last?.series.uuid ?? UUIDValue(high: 0, low: 0),
                end?.millisecondsSinceEpoch ?? .max, limit,
            ]
        ) { ProjectedSeries(instant: try $0.next(), series: try $0.next()) }
    }

    func activeSeries(
        inZone zone: String?, after cursor: StoreCursor?, limit: Int
    ) throws -> (series: [SeriesID], next: StoreCursor?) {
        let found = try rows(
            """
            SELECT key, id FROM series WHERE key > ?1 AND (?2 IS NULL OR time_zone = ?2) AND end_reason IS NULL ORDER BY key LIMIT ?3
            """,
            [try cursor.key, zone, limit]
        ) { (key: try $0.next(Int64.self), id: try $0.next(SeriesID.self)) }
        return (found.map(\.id), found.count < limit ? nil : found.last.map { StoreCursor([$0.key]) })
    }

    // MARK: Places

    /// Where a series stands; nil where there is none.
    ///
    /// - Throws: ``StoreError`` with code `.unreadable` where its start cannot be read.
    func place(of id: SeriesID) throws -> SeriesPlace? {
        if let known = seriesPlaces[id] { return known }
        let found = try rows("SELECT key, start, shared_changes FROM series WHERE id = ?", [id]) { column in
            let key = try column.next(Int64.self)
            do {
                return SeriesPlace(id: id, key: key, start: try column.next(), sharedChanges: try column.next())
            } catch let error as StoreError {
                throw StoreError(.unreadable, "the series \(id): start cannot be read: \(error.description)")
            }
        }.first
        seriesPlaces[id] = found
        return found
    }

    /// Where a series stands that something is to be written for.
    ///
    /// - Throws: ``StoreError`` with code `.conflict` where there is none.
    func writablePlace(of id: SeriesID) throws -> SeriesPlace {
        guard let place = try place(of: id) else { throw StoreError(.conflict, "there is no series \(id)") }
        return place
    }
}

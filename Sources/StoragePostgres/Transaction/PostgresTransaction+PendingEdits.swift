import Storage

/// What changes of series have still to do.
extension PostgresTransaction {
    func pendingEdits(of series: SeriesID) throws -> [PendingEdit] {
        let found = try rows(
            "SELECT edits FROM pending_edit WHERE series_key = (SELECT key FROM series WHERE id = ?)", [series]
        ) { try $0.next(String.self) }
        guard let text = found.first else { return [] }
        do { return try [PendingEditColumn](text: text).map(\.edit) } catch let error as StoreError {
            throw StoreError(.unreadable, "the pending edits of the series \(series) cannot be read: \(error)")
        }
    }

    func seriesWithPendingEdits(limit: Int) throws -> [SeriesID] {
        try rows(
            "SELECT id FROM pending_edit JOIN series ON key = series_key ORDER BY series_key LIMIT ?", [limit]
        ) { try $0.next(SeriesID.self) }
    }

    func setPendingEdits(_ edits: [PendingEdit], of series: SeriesID) throws {
        let place = try writablePlace(of: series)
        pendingWork.note(series, isPending: !edits.isEmpty)
        guard !edits.isEmpty else {
            try run("DELETE FROM pending_edit WHERE series_key = ?", [place.key])
            return
        }
        try run(
            """
            INSERT INTO pending_edit (series_key, edits) VALUES (?, ?)
            ON CONFLICT (series_key) DO UPDATE SET edits = excluded.edits
            """,
            [place.key, edits.map { PendingEditColumn($0) }.text])
    }
}

import GRDB
import Recurrence
import Storage

extension SQLiteTransaction {
    static let isBorn = "state <> \(LedgerEntry.State.withdrawn.code)"
    private static let isOpen = "state = \(LedgerEntry.State.open.code)"

    // MARK: Reading

    func entry(of series: SeriesID, at recurrenceID: CivilTime) throws -> LedgerEntry? {
        guard let place = try place(of: series), recurrenceID.isDate == place.start.isDate else { return nil }
        return try entries(of: place, where: "slot = ?", [place.slot(of: recurrenceID)]).first
    }

    func entry(ofTask id: TaskID) throws -> (series: SeriesID, entry: LedgerEntry)? {
        guard let series = try seriesID(ofTask: id), let place = try place(of: series) else { return nil }
        return try entries(of: place, where: "task_id = ? ORDER BY state LIMIT 1", [id]).first.map { (series, $0) }
    }

    func frontier(of series: SeriesID) throws -> LedgerEntry? {
        guard let place = try place(of: series) else { return nil }
        return try entries(of: place, where: "\(Self.isBorn) ORDER BY slot DESC LIMIT 1", []).first
    }

    func lastNumber(of series: SeriesID) throws -> Int {
        try value(Int.self, "SELECT max(number) FROM occurrence WHERE series_key = \(Self.keyOfSeries)", [series]) ?? 0
    }

    func entries(
        of series: SeriesID, in states: Set<LedgerEntry.State>?, from slot: CivilTime?, limit: Int
    ) throws -> [LedgerEntry] {
        guard let place = try place(of: series) else { return [] }
        let first = slot.map { place.slot(of: $0) } ?? .min
        return try entries(
            of: place, where: "slot >= ? \(Self.condition(states)) ORDER BY slot LIMIT ? + 0", [first, limit])
    }

    func entryCounts(of series: SeriesID) throws -> [LedgerEntry.State: Int] {
        let counts = try rows(
            "SELECT state, count(*) FROM occurrence WHERE series_key = \(Self.keyOfSeries) GROUP BY state", [series]
        ) { (try $0.nextCode(LedgerEntry.State.self), try $0.next(Int.self)) }
        return Dictionary(uniqueKeysWithValues: counts)
    }

    func openCount(of series: SeriesID, limit: Int) throws -> Int {
        try rows(
            "SELECT 1 FROM occurrence WHERE series_key = \(Self.keyOfSeries) AND \(Self.isOpen) LIMIT ? + 0",
            [series, limit]
        ) { try $0.next(Int.self) }.count
    }

    func hasEntries(of series: SeriesID, before slot: CivilTime) throws -> Bool {
        guard let place = try place(of: series) else { return false }
        return try value(
            Int.self, "SELECT 1 FROM occurrence WHERE series_key = ? AND slot < ? AND \(Self.isBorn) LIMIT 1",
            [place.key, place.slot(of: slot)]
        ) != nil
    }

    private static let keyOfSeries = "(SELECT key FROM series WHERE id = ?)"

    /// A condition on the states of entries; the codes are our own, so the text of a statement is one of few.
    private static func condition(_ states: Set<LedgerEntry.State>?) -> String {
        guard let states else { return "" }
        // Not as a list of one, so that the index of open ones is seen to have them all.
        if states == [.open] { return "AND \(isOpen)" }
        return "AND state IN (\(states.map(\.code).sorted().map(\.description).joined(separator: ", ")))"
    }

    private func entries(
        of place: SeriesPlace, where condition: String, _ arguments: Arguments
    ) throws -> [LedgerEntry] {
        try rows(
            "SELECT \(LedgerRow.selection) FROM occurrence WHERE series_key = ? AND \(condition)",
            [place.key] + arguments
        ) { try LedgerRow.entry(from: &$0, of: place) }
    }

    // MARK: Writing

    func save(_ entry: LedgerEntry, of series: SeriesID) throws {
        let place = try writablePlace(of: series)
        let slot = try place.ownSlot(of: entry.recurrenceID)
        try recordEntry(of: entry.task, in: place.key, at: slot)
        do {
            try run(LedgerRow.upsert, [place.key] + LedgerRow.values(of: entry, slot: slot))
            changes.insert(.tasks)
        } catch let error as DatabaseError where error.extendedResultCode == .SQLITE_CONSTRAINT_UNIQUE {
            throw StoreError(
                .conflict,
                """
                another occurrence than that of \(entry.recurrenceID) has the number \(entry.number ?? 0) in \
                the series \(series)
                """)
        }
    }
}

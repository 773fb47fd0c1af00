import Recurrence
import Storage

/// An entry of a ledger as a row, which knows its slot by the distance from the series' start.
enum LedgerRow {
    static let columns = [
        "slot", "number", "state", "outcome", "task_id", "cause", "overrides", "touched", "passed", "version",
        "closed_at",
    ]

    static let selection = columns.joined(separator: ", ")

    static let upsert = """
        INSERT INTO occurrence (series_key, \(selection))
        VALUES (?, \(columns.map { _ in "?" }.joined(separator: ", ")))
        ON CONFLICT (series_key, slot) DO UPDATE SET
        \(columns.dropFirst().map { "\($0) = excluded.\($0)" }.joined(separator: ", "))
        """

    static func values(of entry: LedgerEntry, slot: Int) -> Arguments {
        [
            slot, entry.number, entry.state.code, entry.outcome?.code, entry.task, entry.cause,
            entry.overrides.rawValue, entry.isTouched, entry.passed, entry.version, entry.closedAt,
        ]
    }

    /// The entry of a row whose columns are `columns`, in their order.
    static func entry(from column: inout ColumnReader, of series: SeriesPlace) throws -> LedgerEntry {
        let recurrenceID = try series.recurrenceID(at: try column.next())
        let number: Int? = try column.next()
        let (state, outcome): (LedgerEntry.State, LedgerEntry.State?) = (try column.nextCode(), try column.nextCode())
        var entry = LedgerEntry(recurrenceID: recurrenceID, task: try column.next(), number: number ?? 0)
        (entry.number, entry.state, entry.outcome) = (number, state, outcome)
        entry.cause = try column.next()
        entry.overrides = TaskFields(rawValue: try column.next())
        entry.isTouched = try column.next()
        entry.passed = try column.next()
        entry.version = try column.next()
        entry.closedAt = try column.nextInstant()
        return entry
    }
}

/// Where a series stands, and what has to be known of it to place its occurrences and count their changes.
struct SeriesPlace: Sendable {
    /// The series.
    let id: SeriesID
    /// The key of its row.
    let key: Int64
    /// The local start that slots count from.
    let start: CivilTime
    /// The changes of it that each of its tasks counts as its own.
    let sharedChanges: Int

    /// The distance of a slot, or of another time, from the start.
    func slot(of time: CivilTime) -> Int { time.localSeconds - start.localSeconds }

    /// The distance at which a slot is kept.
    ///
    /// - Throws: ``StoreError`` with code `.conflict` where it is no slot of this series.
    func ownSlot(of recurrenceID: CivilTime) throws -> Int {
        guard recurrenceID.isDate == start.isDate else {
            throw StoreError(.conflict, "\(recurrenceID) is not a slot of the series \(id), which starts at \(start)")
        }
        return slot(of: recurrenceID)
    }

    /// The slot that is kept at a distance.
    func recurrenceID(at slot: Int) throws -> CivilTime {
        guard let time = start.advanced(bySeconds: slot) else {
            throw StoreError(.unreadable, "a slot is out of range: \(slot) s from \(start)")
        }
        return time
    }
}

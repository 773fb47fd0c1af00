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

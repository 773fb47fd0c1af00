import Recurrence
import Storage

/// An occurrence of an older store: what its series' ledger is made from.
struct OldOccurrence {
    static let columns = """
        series_id, key, id, status, occurrence, recurrence_id, series_start, coalesce(start, due), completed_at,
        created_at, updated_at, template IS NOT NULL,
        version > 1 OR EXISTS (
            SELECT 1 FROM reminder WHERE task_key = task.key
            AND (state <> \(Reminder.State.scheduled.code) OR task_changes > 0)
        )
        """

    let series: SeriesID
    let key: Int64
    let id: TaskID
    let status: TaskStatus
    let number: Int
    /// The slot; nil where it cannot be read.
    let recurrenceID: CivilTime?
    /// The start of the series by this occurrence; nil where it cannot be read.
    let seriesStart: CivilTime?
    /// The first of its times, wherever it was moved.
    let base: CivilTime?
    let completedAt: UTCInstant?
    let createdAt: UTCInstant
    let updatedAt: UTCInstant
    /// Whether it was changed alone.
    let hasTemplate: Bool
    let isTouched: Bool

    init(from column: inout ColumnReader) throws {
        var faults = RowFaults()
        (series, key, id) = (try column.next(), try column.next(), try column.next())
        status = faults.read("status", or: .needsAction) { try column.nextCode() }
        number = try column.next()
        recurrenceID = faults.read("recurrence", or: nil) { try column.next() }
        seriesStart = faults.read("recurrence", or: nil) { try column.next() }
        base = faults.read("start", or: nil) { try column.next(LocalTime.self).civil }
        completedAt = faults.read("completedAt", or: nil) { try column.nextInstant() }
        let epoch = UTCInstant(millisecondsSinceEpoch: 0)
        createdAt = faults.read("createdAt", or: nil) { try column.nextInstant() } ?? epoch
        updatedAt = faults.read("updatedAt", or: nil) { try column.nextInstant() } ?? createdAt
        (hasTemplate, isTouched) = (try column.next(), try column.next())
    }

    /// When it was closed; nil while it is open.
    var closedAt: UTCInstant? { status.isOpen ? nil : completedAt ?? updatedAt }
}

/// What the log still tells of an occurrence that was deleted.
struct OldDeletion {
    static let select = """
        SELECT at, data ->> '$.task.seriesId', data ->> '$.task.id', data ->> '$.task.occurrence',
        data ->> '$.task.recurrenceId', data ->> '$.task.version', data ->> '$.task.status'
        FROM event WHERE type = 'task.deleted' AND json_valid(data) ORDER BY seq
        """

    let at: UTCInstant
    let series: SeriesID
    let id: TaskID
    let number: Int
    let recurrenceID: CivilTime
    let version: Int
    let status: TaskStatus?

    /// The deletion that an event tells of; nil where it was no occurrence, or cannot be read.
    init?(from column: inout ColumnReader) {
        func identifier<Subject>(_ text: String?) -> Identifier<Subject>? { text.flatMap { Identifier($0) } }
        guard let at = try? column.next(UTCInstant.self),
            let series: SeriesID = identifier(try? column.next(String.self)),
            let id: TaskID = identifier(try? column.next(String.self)),
            let number = try? column.next(Int.self), number > 0,
            let recurrenceID = try? column.next(CivilTime.self),
            let version = try? column.next(Int.self), version >= 0
        else { return nil }
        (self.at, self.series, self.id, self.number) = (at, series, id, number)
        (self.recurrenceID, self.version) = (recurrenceID, version)
        status = (try? column.next(String.self)).flatMap { TaskStatus(rawValue: $0) }
    }

    /// Its entry in a ledger.
    func entry(at slot: CivilTime) -> LedgerEntry {
        var entry = LedgerEntry(recurrenceID: slot, task: id, number: number)
        (entry.state, entry.isTouched, entry.version, entry.closedAt) = (.deleted, true, version, at)
        switch status {
        case .completed: entry.outcome = .completed
        case .cancelled: entry.outcome = .skipped
        case .needsAction, .inProcess, nil: break
        }
        return entry
    }
}

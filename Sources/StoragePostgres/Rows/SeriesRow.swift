import Recurrence
import Storage

/// A series as a row: the columns, and a series' values in their order.
///
/// What belongs to it alone stands in the row, as JSON where it is a list: a series is read and written whole. Its
/// ledger has a table of its own.
enum SeriesRow {
    static let columns =
        [
            "id", "created_at", "version", "shared_changes", "time_zone", "start", "rules", "rdates", "exdates",
            "anchor",
            "missed", "respawn", "before",
        ] + ContentRow.columns + [
            "tags", "reminders", "subtasks", "has_start", "has_due", "span", "end_reason", "ended_by", "split_from",
            "shown", "projected_at", "updated_at",
        ]

    /// What ``series(from:)`` reads, of a row of a table.
    static func selection(of table: String) -> String {
        columns.map { $0 == "tags" ? TagRow.names(in: "\(table).tags") : ContentRow.reading($0, of: table) }
            .joined(separator: ", ")
    }

    static let upsert = """
        INSERT INTO series (\(columns.joined(separator: ", ")), handle)
        VALUES (\(columns.map { _ in "?" }.joined(separator: ", ")), ?)
        ON CONFLICT (id) DO UPDATE SET
        \(columns.dropFirst().map { "\($0) = excluded.\($0)" }.joined(separator: ", "))
        RETURNING key
        """

    /// - Parameters:
    ///   - series: The series.
    ///   - tags: The keys of its tags.
    /// - Returns: The values.
    static func values(of series: Series, tags: [Int64]) -> Arguments {
        let rules: Arguments = [
            series.id, series.createdAt, series.version, series.sharedChanges, series.timeZone, series.start,
            series.rules.map { RuleColumn($0) }.text, series.dates.column, series.exceptionDates.column,
            series.anchor.code, series.missed.code, series.respawn.code, series.before,
        ]
        let template: Arguments = [
            tags, series.reminders.map { ReminderTemplateColumn($0) }.text,
            series.subtasks.map { SubtaskTemplateColumn($0) }.text, series.span.hasStart, series.span.hasDue,
            series.span.seconds,
        ]
        let standing: Arguments = [
            series.end?.reason.code, series.end?.by, series.splitFrom, series.shown.map { RecurrenceColumn($0).text },
            series.projectedAt, series.updatedAt, series.id.handle,
        ]
        return rules + ContentRow.values(of: series.content) + template + standing
    }

    /// The series of a row whose columns are `columns`, in their order.
    ///
    /// - Throws: ``StoreError`` with code `.unreadable` that names each field at fault: half a series is none.
    static func series(from column: inout ColumnReader) throws -> Series {
        var faults = RowFaults()
        let id = try column.next(SeriesID.self)
        let epoch = UTCInstant(millisecondsSinceEpoch: 0)
        let createdAt = faults.read("createdAt", or: nil) { try column.nextInstant() } ?? epoch
        let version = faults.read("version", or: 1) { try column.next(Int.self) }
        let sharedChanges = faults.read("sharedChanges", or: 0) { try column.next(Int.self) }
        let timeZone = faults.read("timeZone", or: "") { try column.next(String.self) }
        let start = faults.read("start", or: .date(.earliest)) { try column.next(CivilTime.self) }
        var series = Series(
            id: id, start: start, timeZone: timeZone, content: TaskContent(title: ""),
            span: Series.Span(hasStart: false, hasDue: false), now: createdAt)
        (series.version, series.sharedChanges) = (version, sharedChanges)
        readRules(of: &series, from: &column, &faults)
        series.content = ContentRow.content(from: &column, &faults)
        readTemplate(of: &series, from: &column, &faults)
        readStanding(of: &series, from: &column, &faults)
        series.updatedAt = faults.read("updatedAt", or: nil) { try column.nextInstant() } ?? createdAt
        if let setAside = faults.setAside {
            throw StoreError(.unreadable, "the series \(id): \(setAside.reason)")
        }
        return series
    }

    private static func readRules(of series: inout Series, from column: inout ColumnReader, _ faults: inout RowFaults) {
        series.rules = faults.read("rules", or: []) {
            try [RuleColumn](text: try column.next()).map(\.rule)
        }
        series.dates = faults.read("rdate", or: []) { try [String](column: try column.next()) }
        series.exceptionDates = faults.read("exdate", or: []) { try [String](column: try column.next()) }
        series.anchor = faults.read("anchor", or: .due) { try column.nextCode() }
        series.missed = faults.read("missed", or: .skip) { try column.nextCode() }
        series.respawn = faults.read("respawn", or: .completion) { try column.nextCode() }
        series.before = faults.read("before", or: nil) { try column.next() }
    }

    private static func readTemplate(
        of series: inout Series, from column: inout ColumnReader, _ faults: inout RowFaults
    ) {
        series.tags = faults.read("tags", or: []) { try column.next() }
        series.reminders = faults.read("reminders", or: []) {
            try [ReminderTemplateColumn](text: try column.next()).map(\.template)
        }
        series.subtasks = faults.read("subtasks", or: []) {
            try [SubtaskTemplateColumn](text: try column.next()).map(\.template)
        }
        series.span.hasStart = faults.read("span", or: false) { try column.next() }
        series.span.hasDue = faults.read("span", or: false) { try column.next() }
        series.span.seconds = faults.read("span", or: 0) { try column.next() }
    }

    private static func readStanding(
        of series: inout Series, from column: inout ColumnReader, _ faults: inout RowFaults
    ) {
        let reason: Series.End.Reason? = faults.read("end", or: nil) { try column.nextCode() }
        let endedBy: TaskID? = faults.read("end", or: nil) { try column.next() }
        series.end = reason.map { Series.End($0, by: endedBy) }
        series.splitFrom = faults.read("splitFrom", or: nil) { try column.next() }
        series.shown = faults.read("recurrence", or: nil) {
            try column.next().map { try RecurrenceColumn(text: $0).recurrence }
        }
        series.projectedAt = faults.read("projectedAt", or: nil) { try column.nextInstant() }
    }
}

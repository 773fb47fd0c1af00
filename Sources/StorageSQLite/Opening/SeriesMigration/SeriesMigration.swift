import GRDB
import Recurrence
import Storage

extension Migrations {
    /// Gives series a table and a ledger, in place of the copies of rule and template on each of their tasks.
    static func makeSeries(_ db: Database) throws {
        try db.execute(sql: seriesSchema)
        try SeriesMigration(SQLiteTransaction(db)).run()
        try db.execute(sql: taskSchema)
    }
}

/// Finds out what the series of an older store are, one after the other.
///
/// Of each the task with the greatest number is the source: what it says holds where others disagree. It reads and writes
/// in the words of the schema of its own time; the values that are kept as JSON keep their forms for ever.
struct SeriesMigration {
    let store: SQLiteTransaction
    /// The tasks that the log says were skipped.
    let skipped: Set<TaskID>
    /// What the log says was deleted.
    let deletions: [SeriesID: [OldDeletion]]

    init(_ store: SQLiteTransaction) throws {
        self.store = store
        skipped = Set(
            try store.rows("SELECT data ->> '$.task.id' FROM event WHERE type = 'task.skipped' AND json_valid(data)") {
                (try? $0.next(String.self)).flatMap { TaskID($0) }
            }.compactMap(\.self))
        let told = try store.rows(OldDeletion.select) { OldDeletion(from: &$0) }
        deletions = Dictionary(grouping: told.compactMap(\.self), by: \.series)
    }

    /// Goes through all tasks that belong to series, those of one series at a time.
    func run() throws {
        var tasks: [OldOccurrence] = []
        try store.each(
            "SELECT \(OldOccurrence.columns) FROM task WHERE series_id IS NOT NULL ORDER BY series_id, occurrence", []
        ) { column in
            let task = try OldOccurrence(from: &column)
            if let last = tasks.last, last.series != task.series {
                try migrate(tasks)
                tasks = []
            }
            tasks.append(task)
            return true
        }
        try migrate(tasks)
    }

    private func migrate(_ tasks: [OldOccurrence]) throws {
        guard let source = tasks.last else { return }
        let placed = tasks.filter { ($0.recurrenceID ?? $0.base) != nil }
        for task in tasks where (task.recurrenceID ?? task.base) == nil {
            try setAside(.task, task, "its place in the series \(task.series) cannot be read")
        }
        guard let last = placed.last, let slot = last.recurrenceID ?? last.base else { return }
        let start = tasks.last { $0.seriesStart != nil }?.seriesStart ?? slot
        var series = try series(of: source, from: start, at: slot)
        let layers = try layers(of: placed, in: series)
        series.end = end(of: series, with: source, followedBy: try deletionsToKeep(of: series, tasks: tasks))
        if series.end != nil { series.projectedAt = nil }
        try write(series, layers, tasks)
    }

    /// Writes a series with its first ledger, and for each further one a series that it was split from.
    private func write(_ series: Series, _ layers: [[LedgerEntry]], _ tasks: [OldOccurrence]) throws {
        for (depth, entries) in layers.enumerated() {
            var part = depth == 0 ? series : series.archive(depth)
            if depth + 1 < layers.count { part.splitFrom = series.archive(depth + 1).id }
            let key = try insert(part)
            for entry in entries { try insert(entry, of: part, key: key) }
            guard depth == 0 else { continue }
            for deletion in try deletionsToKeep(of: series, tasks: tasks) {
                let entry = deletion.entry(at: deletion.recurrenceID.ofKind(of: series.start))
                try insert(entry, of: part, key: key, orIgnore: true)
            }
        }
    }

    // MARK: Series

    /// The series as its last task has it, from a start and with a slot that can be read.
    private func series(of source: OldOccurrence, from start: CivilTime, at slot: CivilTime) throws -> Series {
        var faults = RowFaults()
        let (own, template) = try models(ofTask: source.key, &faults)
        let model = template ?? own
        let (timeZone, recurrence, projectedAt) = try rules(of: source, &faults)
        var series = Series(
            id: source.series, start: start, timeZone: timeZone, content: model.content,
            span: model.span(ofDates: start.isDate), now: source.createdAt)
        if let recurrence {
            series.rules = recurrence.rules.map { Series.Rule($0, start: start) }
            (series.dates, series.exceptionDates) = (recurrence.dates, recurrence.exceptionDates)
            (series.anchor, series.missed) = (recurrence.anchor, recurrence.missed)
            series.respawn = recurrence.respawn
        }
        (series.shown, series.projectedAt, series.updatedAt) = (recurrence, projectedAt, source.updatedAt)
        series.reminders = model.reminderTemplates(from: source.recurrenceID ?? slot)
        series.subtasks = model.subtasks.map { SubtaskTemplate(id: $0.id, title: $0.title) }
        if source.seriesStart == nil { faults.note("start", StoreError(.unreadable, "not a local time")) }
        if let fault = faults.setAside {
            // What cannot be read is not to be followed by what nobody meant.
            series.projectedAt = nil
            try setAside(.series, source, fault.reason)
        }
        return series
    }

    private func rules(
        of source: OldOccurrence, _ faults: inout RowFaults
    ) throws -> (timeZone: String, recurrence: TaskRecurrence?, projectedAt: UTCInstant?) {
        let found = try store.rows("SELECT time_zone, recurrence, projected_at FROM task WHERE key = ?", [source.key]) {
            column in
            let timeZone = faults.read("timeZone", or: "UTC") { try column.next(String.self) }
            let recurrence: TaskRecurrence? = faults.read("recurrence", or: nil) {
                try column.next().map { try RecurrenceColumn(text: $0).recurrence }
            }
            return (timeZone, recurrence, faults.read("projectedAt", or: nil) { try column.nextInstant() })
        }
        guard let found = found.first else { preconditionFailure("the row was just read") }
        return found
    }

    /// Why nothing is born of a series any more; nil where something is, or where its rules have ended.
    private func end(of series: Series, with source: OldOccurrence, followedBy deleted: [OldDeletion]) -> Series.End? {
        if series.shown == nil { return Series.End(.stopped) }
        if source.status == .cancelled, !skipped.contains(source.id) { return Series.End(.cancelled, by: source.id) }
        guard let closedAt = source.closedAt else { return nil }
        if let follower = deleted.last(where: { $0.number > source.number }) {
            return Series.End(.deleted, by: follower.id)
        }
        let slot = (source.recurrenceID ?? source.base ?? series.start).ofKind(of: series.start)
        guard series.respawn == .completion,
            series.wentOn(behind: slot, closedAt: closedAt, births: source.number)
        else { return nil }
        return Series.End(.deleted)
    }
}

extension Series {
    /// The series of those that stood at slots which later ones have too, as older edits left them.
    fileprivate func archive(_ depth: Int) -> Series {
        let id = SeriesID(UUIDValue.version5(namespace: id.uuid, name: "archive:\(depth)"))
        var archive = Series(id: id, start: start, timeZone: timeZone, content: content, span: span, now: createdAt)
        (archive.rules, archive.dates, archive.exceptionDates) = (rules, dates, exceptionDates)
        (archive.anchor, archive.missed, archive.respawn) = (anchor, missed, respawn)
        (archive.reminders, archive.subtasks) = (reminders, subtasks)
        (archive.shown, archive.end, archive.updatedAt) = (shown, End(.split), updatedAt)
        return archive
    }
}

import Recurrence
import Storage

/// What is written, in the words of the schema as this migration makes it.
extension SeriesMigration {
    func insert(_ series: Series) throws -> Int64 {
        let key = try store.value(
            Int64.self,
            """
            INSERT INTO series (
                id, version, shared_changes, time_zone, start, rules, rdates, exdates, anchor, missed, respawn, title,
                details, priority, location, quiet_hours, tags, reminders, subtasks, has_start, has_due, span,
                end_reason, ended_by, split_from, shown, projected_at, created_at, updated_at
            ) VALUES (?, 1, 0, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
            RETURNING key
            """,
            rules(of: series) + template(of: series) + [
                series.end?.reason.code, series.end?.by, series.splitFrom,
                series.shown.map { RecurrenceColumn($0).text }, series.projectedAt, series.createdAt, series.updatedAt,
            ])
        guard let key else { throw StoreError(.unavailable, "the series \(series.id) was not written") }
        return key
    }

    private func rules(of series: Series) -> Arguments {
        [
            series.id, series.timeZone, series.start, series.rules.map { RuleColumn($0) }.text, series.dates.column,
            series.exceptionDates.column, series.anchor.code, series.missed.code, series.respawn.code,
        ]
    }

    private func template(of series: Series) -> Arguments {
        let content = series.content
        return [
            content.title, content.details, content.priority.code, content.location.map { LocationColumn($0).text },
            content.quietHours?.column, content.tags.column,
            series.reminders.map { ReminderTemplateColumn($0) }.text,
            series.subtasks.map { SubtaskTemplateColumn($0) }.text, series.span.hasStart, series.span.hasDue,
            series.span.seconds,
        ]
    }

    /// Writes an entry of a ledger; one that yields stays away where another has its slot or number.
    func insert(_ entry: LedgerEntry, of series: Series, key: Int64, orIgnore yields: Bool = false) throws {
        try store.run(
            """
            INSERT \(yields ? "OR IGNORE" : "") INTO occurrence (
                series_key, slot, number, state, outcome, task_id, cause, overrides, touched, passed, version, closed_at
            ) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, 0, ?, ?)
            """,
            [
                key, entry.recurrenceID.localSeconds - series.start.localSeconds, entry.number, entry.state.code,
                entry.outcome?.code, entry.task, entry.cause, entry.overrides.rawValue, entry.isTouched, entry.version,
                entry.closedAt,
            ])
    }

    /// Lists what could not be taken over as it was.
    func setAside(_ kind: SetAsideUnit.Kind, _ task: OldOccurrence, _ reason: String) throws {
        try store.run(
            """
            INSERT OR IGNORE INTO set_aside (kind, subject, task_key, reason, since)
            VALUES (?, ?, ?, ?, CAST(strftime('%s', 'now') AS INTEGER) * 1000)
            """,
            [kind.rawValue, task.id.description, task.key, String(reason.prefix(1_000))])
    }
}

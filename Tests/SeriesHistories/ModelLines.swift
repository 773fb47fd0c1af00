import Recurrence
import SeriesModel

/// What is compared of a state, each value as text under its place.
typealias StateLines = [String: String]

extension ModelStore {
    /// What the model knows.
    func lines() -> StateLines {
        var lines: StateLines = [:]
        for task in tasks.values { add(task, to: &lines) }
        for series in series.values {
            add(series, to: &lines)
            add(contentOf: series, to: &lines)
            for row in series.rows { add(row, of: series, to: &lines) }
        }
        return lines
    }

    private func add(_ task: ModelTask, to lines: inout StateLines) {
        let (key, place) = ("task \(task.id)", place(of: task.id))
        lines["\(key) status"] = "\(task.status)"
        lines["\(key) title"] = task.content.title
        lines["\(key) priority"] = "\(task.content.priority)"
        lines["\(key) tags"] = "\(task.content.tags)"
        lines["\(key) reminders"] = "\(task.content.reminders.map(\.text))"
        lines["\(key) start"] = task.start?.description ?? "none"
        lines["\(key) due"] = task.due?.description ?? "none"
        lines["\(key) zone"] = task.zone
        lines["\(key) series"] = task.series?.description ?? "none"
        lines["\(key) recurrenceID"] = place?.row.slot.description ?? "none"
        lines["\(key) number"] = place?.row.number.map(String.init) ?? "none"
        lines["\(key) recurs"] = "\(place.map { showsRecurrence($0.series) } ?? false)"
        if task.status.isOpen { lines["\(key) planned"] = "\(plannedInstants(of: task.id))" }
    }

    private func add(_ series: ModelSeries, to lines: inout StateLines) {
        let key = "series \(series.id)"
        lines["\(key) zone"] = series.zone
        lines["\(key) dtstart"] = series.dtstart.description
        lines["\(key) before"] = series.before?.description ?? "none"
        lines["\(key) end"] = series.end.map { "\($0.reason) by \($0.by?.description ?? "none")" } ?? "none"
        lines["\(key) splitFrom"] = series.splitFrom?.description ?? "none"
        lines["\(key) rules"] = "\(series.recurrence.rules.map { "\($0.start) \($0.text)" })"
        lines["\(key) rdates"] = "\(series.recurrence.rdates)"
        lines["\(key) exdates"] = "\(series.recurrence.exdates)"
        lines["\(key) policies"] =
            "\(series.recurrence.anchor) \(series.recurrence.missed) \(series.recurrence.respawn)"
        lines["\(key) span"] = "\(series.hasStart) \(series.hasDue) \(series.span)"
        lines["\(key) slots"] = series.rows.map(\.slot.description).joined(separator: " ")
        lines["\(key) projected"] = "\(projected(series))"
    }

    private func add(contentOf series: ModelSeries, to lines: inout StateLines) {
        let key = "series \(series.id)"
        lines["\(key) title"] = series.content.title
        lines["\(key) priority"] = "\(series.content.priority)"
        lines["\(key) tags"] = "\(series.content.tags)"
        lines["\(key) reminders"] = "\(series.content.reminders.map(\.text))"
    }

    private func add(_ row: LedgerRow, of series: ModelSeries, to lines: inout StateLines) {
        let key = "row \(series.id) at \(row.slot)"
        lines["\(key) state"] = "\(row.state), was \(row.outcome.map { "\($0)" } ?? "none")"
        lines["\(key) task"] = row.task.description
        lines["\(key) number"] = row.number.map(String.init) ?? "none"
        lines["\(key) cause"] = row.cause?.description ?? "none"
        lines["\(key) overrides"] = row.overrides.map(\.rawValue).sorted().joined(separator: " ")
        // The engine stops counting there.
        lines["\(key) passed"] = "\(min(row.passed, 1_000))"
        if row.isBorn { lines["\(key) closed"] = row.closedAt?.description ?? "none" }
        // Whether an occurrence was touched matters while it could be withdrawn.
        if row.state == .open, row.cause != nil { lines["\(key) touched"] = "\(row.isTouched)" }
    }

    private func projected(_ series: ModelSeries) -> [CivilTime] {
        guard let frontier = series.frontier?.slot else { return [] }
        let end = frontier.lastProjected(now: now).moved(by: series.isDate ? -86_400 : -1)
        return project(series.id, until: end, limit: EngineState.projected)
    }
}

extension ModelReminder {
    /// When it goes off.
    fileprivate var text: String {
        switch trigger {
        case .offset(let offset, let anchor): "\(anchor) \(offset.days) days \(offset.seconds) seconds"
        case .at(let time): "at \(CivilTime.dateTime(time))"
        case .distance(let seconds): "slot \(seconds) seconds"
        }
    }
}

import Recurrence
import SeriesModel
import Storage

extension EngineState {
    /// What the engine knows, in the model's words.
    func lines(_ names: Names) throws -> StateLines {
        var lines: StateLines = [:]
        for task in tasks.values { add(task, names, to: &lines) }
        for facts in series.values {
            try add(facts, names, to: &lines)
            add(contentOf: facts.series, "series \(names.text(facts.series.id))", to: &lines)
            for entry in facts.entries { add(entry, of: facts.series, names, to: &lines) }
        }
        return lines
    }

    private func add(_ task: TaskItem, _ names: Names, to lines: inout StateLines) {
        let key = "task \(names.text(task.id))"
        lines["\(key) status"] = "\(task.status)"
        lines["\(key) title"] = task.title
        lines["\(key) priority"] = "\(task.priority)"
        lines["\(key) tags"] = "\(task.tags)"
        lines["\(key) reminders"] = "\(task.reminders.map(\.text))"
        lines["\(key) start"] = task.start?.civil.description ?? "none"
        lines["\(key) due"] = task.due?.civil.description ?? "none"
        lines["\(key) zone"] = task.timeZone
        lines["\(key) series"] = names.text(task.occurrence?.series)
        lines["\(key) recurrenceID"] = task.occurrence?.recurrenceID.description ?? "none"
        lines["\(key) number"] = task.occurrence.map { "\($0.number)" } ?? "none"
        lines["\(key) recurs"] = "\(task.recurrence != nil)"
        if task.status.isOpen { lines["\(key) planned"] = "\(task.reminders.compactMap(\.scheduledAt))" }
    }

    private func add(_ facts: SeriesFacts, _ names: Names, to lines: inout StateLines) throws {
        let (series, key) = (facts.series, "series \(names.text(facts.series.id))")
        lines["\(key) zone"] = series.timeZone
        lines["\(key) dtstart"] = series.start.description
        lines["\(key) before"] = series.before?.description ?? "none"
        lines["\(key) end"] = series.end.map { "\($0.reason) by \(names.text($0.by))" } ?? "none"
        lines["\(key) splitFrom"] = names.text(series.splitFrom)
        lines["\(key) rules"] = "\(try series.rules.map { "\($0.start) \(try RecurrenceRule($0.text).inModelOrder)" })"
        lines["\(key) rdates"] = "\(try series.slots(of: series.dates))"
        lines["\(key) exdates"] = "\(try series.slots(of: series.exceptionDates))"
        lines["\(key) policies"] = "\(series.anchor) \(series.missed) \(series.respawn)"
        lines["\(key) span"] = "\(series.span.hasStart) \(series.span.hasDue) \(series.span.seconds)"
        lines["\(key) slots"] = facts.entries.map(\.recurrenceID.description).joined(separator: " ")
        lines["\(key) projected"] = "\(facts.projected)"
    }

    private func add(contentOf series: Series, _ key: String, to lines: inout StateLines) {
        lines["\(key) title"] = series.title
        lines["\(key) priority"] = "\(series.priority)"
        lines["\(key) tags"] = "\(series.tags)"
        lines["\(key) reminders"] = "\(series.reminders.map(\.text))"
    }

    private func add(_ entry: LedgerEntry, of series: Series, _ names: Names, to lines: inout StateLines) {
        let key = "row \(names.text(series.id)) at \(entry.recurrenceID)"
        lines["\(key) state"] = "\(entry.state), was \(entry.outcome.map { "\($0)" } ?? "none")"
        lines["\(key) task"] = names.text(entry.task)
        lines["\(key) number"] = entry.number.map(String.init) ?? "none"
        lines["\(key) cause"] = names.text(entry.cause)
        lines["\(key) overrides"] = entry.overrides.modelNames.sorted().joined(separator: " ")
        lines["\(key) passed"] = "\(entry.passed)"
        if entry.isBorn { lines["\(key) closed"] = entry.closedAt?.description ?? "none" }
        guard entry.state == .open, entry.cause != nil else { return }
        lines["\(key) touched"] = "\(entry.isTouched || reminded.contains(entry.task))"
    }
}

extension Series {
    /// The slots that added or excepted dates name; a day in a series of times has the time of its start.
    fileprivate func slots(of texts: [String]) throws -> [CivilTime] {
        let second = start.startOfDayOrTime.secondOfDay
        let slots: [CivilTime] = try texts.map { text in
            switch try RecurrenceDate(text).start {
            case .date(let day): start.isDate ? .date(day) : .dateTime(CivilDateTime(date: day, secondOfDay: second))
            case .local(let time): .dateTime(time)
            case .utc(let instant): preconditionFailure("nobody gave the instant \(instant)")
            }
        }
        return Set(slots).sorted()
    }
}

extension RecurrenceRule {
    /// The text with COUNT and UNTIL at its end.
    fileprivate var inModelOrder: String {
        let parts = description.split(separator: ";").filter { !$0.hasPrefix("COUNT=") && !$0.hasPrefix("UNTIL=") }
        let bounds = [count.map { "COUNT=\($0)" }, until.map { "UNTIL=\($0)" }].compactMap { $0 }
        return (parts.map(String.init) + bounds).joined(separator: ";")
    }
}

extension TaskFields {
    /// The model's names of the fields.
    fileprivate var modelNames: [String] {
        let names: [(TaskFields, Field)] = [
            (.title, .title), (.priority, .priority), (.tags, .tags), (.reminders, .reminders), (.times, .time),
        ]
        return names.filter { contains($0.0) }.map(\.1.rawValue)
    }
}

extension Reminder {
    /// When it goes off.
    fileprivate var text: String {
        switch trigger {
        case .offset(let offset, let base): "\(base) \(offset.days) days \(offset.seconds) seconds"
        case .at(let time): "at \(time.civil)"
        }
    }
}

extension ReminderTemplate {
    /// When it goes off.
    fileprivate var text: String {
        switch trigger {
        case .offset(let offset, let base): "\(base) \(offset.days) days \(offset.seconds) seconds"
        case .distance(let seconds): "slot \(seconds) seconds"
        }
    }
}

import Recurrence
import Scheduler
import TaskdClient

/// Writes what the daemon answers in lines for people.
struct TextFormatter {
    let context: CommandContext

    /// A line for each task, or a word that there is none.
    func list(_ tasks: [TaskView]) -> String {
        let short = ShortIdentifiers(tasks.map(\.id))
        var table = TextTable()
        for task in tasks {
            table.append([
                .init(short(task.id), .identifier), status(task),
                .init(due(task) ?? "", task.isOverdue ? .late : .plain),
                .init(task.priority == "none" ? "" : task.priority), .init(caption(task)),
            ])
        }
        return table.text(context.style)
    }

    /// One line about one task, with its whole id: the first digits of two new tasks are often the same.
    func line(_ label: String, _ task: TaskView) -> String {
        let parts = [style(.identifier, task.id), caption(task), due(task)].compactMap(\.self)
        return "\(style(.good, label)): \(parts.joined(separator: "  "))\n"
    }

    /// Lines about a task that was closed and the one that follows it.
    func closing(_ label: String, _ task: TaskView, next: TaskView?) -> String {
        line(label, task) + (next.map { line("next", $0) } ?? "")
    }

    /// Words for a due time in the task's zone, such as `Mon 2026-11-30 09:00 Europe/Berlin (in 6 d)`.
    func due(_ task: TaskView) -> String? {
        guard let due = task.due, let civil = CivilTime(due) else { return task.due }
        let relative: String?
        switch civil {
        case .date(let date):
            relative = rules(task.timeZone).map {
                RelativeTime.words(for: date, today: $0.civilDateTime(at: context.clock.now).date)
            }
        case .dateTime:
            relative = task.dueAt.flatMap { UTCInstant($0) }.map { RelativeTime.words(for: $0, at: context.clock.now) }
        }
        return "\(civil.words) \(task.timeZone)" + (relative.map { " (\($0))" } ?? "")
    }

    /// Words for an instant in a zone; in UTC when this machine does not know the zone.
    func moment(_ text: String, in zone: String) -> String {
        guard let instant = UTCInstant(text) else { return text }
        let rules = rules(zone) ?? .utc
        let local = CivilTime.dateTime(rules.civilDateTime(at: instant))
        return "\(local.words) \(rules.identifier) (\(RelativeTime.words(for: instant, at: context.clock.now)))"
    }

    /// The name of the machine's zone; UTC where it has none that is known.
    var machineZone: String { (try? context.machineZone.identifier) ?? "UTC" }

    /// An instant in the machine's zone, to the second, as a log has it.
    func stamp(_ text: String) -> String {
        guard let instant = UTCInstant(text) else { return text }
        let rules = (try? context.machineZone) ?? .utc
        let local = rules.civilDateTime(at: instant)
        return "\(local.date) \(local.description.suffix(8)) \(rules.identifier)"
    }

    func style(_ role: TextStyle.Role, _ text: String) -> String {
        context.style.apply(role, to: text.withoutControls)
    }

    func status(_ task: TaskView) -> TextTable.Cell {
        switch task.status {
        case "needsAction": .init(task.isOverdue ? "overdue" : "open", task.isOverdue ? .late : .plain)
        case "inProcess": .init("started", task.isOverdue ? .late : .plain)
        case "completed": .init("done", .good)
        default: .init(task.status, .faint)
        }
    }

    func caption(_ task: TaskView) -> String {
        ([task.title] + task.tags.map { "#\($0)" } + (task.recurrence == nil ? [] : ["↻"]))
            .joined(separator: " ").withoutControls
    }

    private func rules(_ zone: String) -> ZoneRules? {
        try? context.zones.rules(for: zone)
    }
}

extension CivilTime {
    /// The day of the week, the date, and the time where there is one; seconds only where they are not zero.
    var words: String {
        let day = "\(WeekdayName.short(date)) \(date)"
        guard case .dateTime(let local) = self else { return day }
        let time = local.description.suffix(8)
        return "\(day) \(local.second == 0 ? time.prefix(5) : time)"
    }
}

import Recurrence
import Storage

extension PlannedRecord {
    /// What put the firing there, for people.
    func sentences(on task: TaskItem) -> [String] {
        [origin(on: task), series(on: task), holding, lateness].compactMap(\.self)
    }

    private func origin(on task: TaskItem) -> String {
        let zone = "\(timeZone)" + (zoneVersion.map { " (zone rules \($0))" } ?? "")
        if let snoozedFrom { return "It was put off from \(snoozedFrom)." }
        if reminder.repetitionsDone > 0, let repetition = reminder.repetition {
            return
                "It repeats every \(repetition.every) until it is acknowledged: \(reminder.repetitionsDone) of \(repetition.count)."
        }
        switch reminder.trigger {
        case .at(let time): return "It is set for \(time.civil) in \(zone)."
        case .offset(let offset, let base):
            let time = (base == .due ? task.due : task.start)?.civil.description ?? "no time"
            return "It is set for \(offset) from the task's \(base.rawValue), \(time) in \(zone)."
        }
    }

    private func series(on task: TaskItem) -> String? {
        guard let recurrenceID, let recurrence = task.recurrence else { return nil }
        let rule = (rules + recurrence.dates.map { "RDATE \($0)" }).prefix(4).joined(separator: ", ")
        let number = task.occurrence.map { " \($0.number)" } ?? ""
        return "Occurrence\(number) of its series begins at \(recurrenceID) by \(rule)."
    }

    private var holding: String? {
        if let pause {
            let end = pause.end.map { "until \($0)" } ?? "until somebody ends it"
            return "A pause (\(pause.target)) holds it \(end)."
        }
        guard let quietHours, let fireAt else { return nil }
        return "Quiet hours (\(quietHours)) hold it until \(fireAt)."
    }

    private var lateness: String {
        let window = CalendarDuration(seconds: Int(catchUpWindow.components.seconds))
        return "Should it be later than \(window), it is told as missed."
    }
}

import Recurrence
import Storage

extension PlannedRecord {
    /// What put the firing there, for people.
    ///
    /// - Parameters:
    ///   - task: The task that carries it.
    ///   - outlook: What becomes of it.
    /// - Returns: The sentences.
    func sentences(on task: TaskItem, _ outlook: HoldForecast.Outlook) -> [String] {
        [origin(on: task), series(on: task), holding(outlook), lateness].compactMap(\.self)
    }

    private func origin(on task: TaskItem) -> String {
        let zone = "\(timeZone)" + (zoneVersion.map { " (tzdata \($0))" } ?? "")
        if let snoozedFrom { return "It was snoozed; it was originally set for \(snoozedFrom)." }
        if reminder.repetitionsDone > 0, let repetition = reminder.repetition {
            return
                """
                It repeats every \(repetition.every), at most \(repetition.count) times, until it is acknowledged; \
                \(reminder.repetitionsDone) done.
                """
        }
        switch reminder.trigger {
        case .at(let time): return "It is set for \(time.civil) \(zone)."
        case .offset(let offset, let base):
            let time = (base == .due ? task.due : task.start)?.civil.description ?? "no time"
            return "It is set for \(distance(offset))the \(base.rawValue) time, \(time) \(zone)."
        }
    }

    /// How far from a time an offset is, before the name of that time; nothing where it is that time itself.
    private func distance(_ offset: CalendarDuration) -> String {
        if offset == CalendarDuration() { return "" }
        guard offset.days < 0 || offset.seconds < 0 else { return "\(offset) after " }
        return "\(CalendarDuration(days: -offset.days, seconds: -offset.seconds)) before "
    }

    private func series(on task: TaskItem) -> String? {
        guard let recurrenceID, let recurrence = task.recurrence else { return nil }
        let rule = (rules + recurrence.dates.map { "RDATE \($0)" }).prefix(4).joined(separator: ", ")
        let number = task.occurrence.map { " \($0.number)" } ?? ""
        return "It belongs to occurrence\(number) of its series, at \(recurrenceID) by \(rule)."
    }

    private func holding(_ outlook: HoldForecast.Outlook) -> String? {
        if isPaused {
            let target = pause.map { " (\($0.target))" } ?? ""
            let end = outlook.pauseEnd.map { "until \($0)" } ?? "until it is ended"
            return "A pause\(target) holds it \(end)" + (outlook.isSkipped ? "; then it is reported as missed." : ".")
        }
        guard let quietHours, let fireAt else { return nil }
        return "Quiet hours (\(quietHours)) hold it until \(fireAt)."
    }

    private var lateness: String {
        let seconds = Int(catchUpWindow.components.seconds)
        let (days, rest) = seconds.quotientAndRemainder(dividingBy: 86_400)
        let window = rest == 0 ? "P\(days)D" : "\(CalendarDuration(seconds: seconds))"
        return "If it is more than \(window) late, it is reported as missed instead."
    }
}

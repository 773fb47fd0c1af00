import Basics
import TaskdClient

extension TextFormatter {
    /// A line about a pause, of a task that is known where it is of one.
    func pause(_ label: String, _ pause: PauseView, of task: TaskView? = nil) -> String {
        let until = pause.until.map { "until \(moment($0, in: ""))" }
        let missed = pause.missed == "skip" ? "held reminders are reported as missed" : nil
        let kind = pause.reminderId == nil ? "" : "reminder of "
        let subject = task.map { "\(kind)\($0.shownHandle)  \($0.title)" } ?? pause.subject
        let parts = [subject, until, missed, pause.note]
        return "\(self.label(label)) \(style(.plain, parts.compactMap(\.self).joined(separator: "  ")))\n"
    }

    /// A line for each pause.
    ///
    /// - Parameters:
    ///   - pauses: The pauses.
    ///   - names: The names of what is paused, by the ids of the pauses.
    /// - Returns: The lines.
    func pauses(_ pauses: [PauseView], names: [String: PausedTitles.Name]) -> String {
        var table = TextTable([
            .init(title: say("what"), yielding: .first(16)), .init(title: say("until")),
            .init(title: say("missed"), yielding: .dropped(8, rank: 1)),
            .init(title: say("note"), yielding: .dropped(8, rank: 0)), .init(title: ""),
        ])
        for pause in pauses {
            let (name, subject) = (names[pause.id], names[pause.id]?.handle.map { "task \($0)" } ?? pause.subject)
            table.append([
                .init(
                    [subject, name?.title].compactMap(\.self).joined(separator: "  "), line: subject),
                cell(ofMoment: pause.until),
                .init(pause.missed == "skip" ? "reported" : "", .faint, line: pause.missed), .init(pause.note ?? ""),
                .init("", line: name?.title ?? ""),
            ])
        }
        return text(ofList: table)
    }
}

extension PauseView {
    /// Whether it is about what a field and its value name; a recurring task is found by its series.
    func isAbout(_ field: String, _ value: String?, series: String?) -> Bool {
        switch field {
        case "all": all == true
        case "tag": tag?.lowercased() == value?.lowercased()
        case "reminderId": reminderId == value || reminderId.map(Self.handle) == value?.lowercased()
        case "filter": filter == value
        default: taskId == value || (series != nil && seriesId == series)
        }
    }

    /// What it is about, in words.
    var subject: String {
        tag.map { "#\($0)" } ?? taskId.map { "task \(Self.handle(of: $0))" }
            ?? seriesId.map { "series \(Self.handle(of: $0))" } ?? reminderId.map { "reminder \(Self.handle(of: $0))" }
            ?? filter.map { "tasks with \($0)" } ?? "everything"
    }

    /// Whether a handle is that of the task or the series that it is of, which may be gone.
    func isOf(_ handle: String) -> Bool { (taskId ?? seriesId).map(Self.handle) == handle.lowercased() }

    /// What a person types to mean it.
    private static func handle(of id: String) -> String { Handle(ofID: id)?.description ?? id }
}

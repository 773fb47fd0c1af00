import Recurrence
import Storage
import TaskdClient

extension TextFormatter {
    /// A line about a pause.
    func pause(_ label: String, _ pause: PauseView) -> String {
        let until = pause.until.map { "until \(moment($0, in: ""))" }
        let missed = pause.missed == "skip" ? "held reminders are reported as missed" : nil
        let parts = [pause.subject, until, missed, pause.note]
        return "\(self.label(label)): \(style(.plain, parts.compactMap(\.self).joined(separator: "  ")))\n"
    }

    /// A line for each pause.
    func pauses(_ pauses: [PauseView]) -> String {
        var table = TextTable([
            .init(title: say("what"), yielding: .first(16)), .init(title: say("until")),
            .init(title: say("missed"), yielding: .dropped(8, rank: 1)),
            .init(title: say("note"), yielding: .dropped(8, rank: 0)),
        ])
        for pause in pauses {
            table.append([
                .init(pause.subject), cell(ofMoment: pause.until),
                .init(pause.missed == "skip" ? "reported" : "", .faint, line: pause.missed), .init(pause.note ?? ""),
            ])
        }
        return text(ofList: table)
    }

    /// What is to come and why, then what was.
    func firings(_ page: FiringsView, of task: TaskView) -> String {
        let coming = page.planned.map { planned($0, of: task) }
        let gone = page.items.map { past($0, of: task) } + acknowledged(task, besides: page.items)
        let more = page.nextCursor.map { ["more: --cursor \($0.withoutControls)\n"] } ?? []
        let lines = (coming + gone + more).joined()
        return lines.isEmpty ? "no reminders fired, none planned\n" : lines
    }

    /// The reminders that were acknowledged before they fired, of which there is no other trace.
    private func acknowledged(_ task: TaskView, besides firings: [FiringsView.Past]) -> [String] {
        let told = Set(firings.filter { $0.acknowledgedAt != nil }.map(\.reminderId))
        return task.reminders.filter { $0.state == "acknowledged" && !told.contains($0.id) }.map { reminder in
            "\(style(.plain, "acknowledged")): \(style(.plain, trigger(of: reminder, task))), so it fires no more\n"
        }
    }

    private func planned(_ firing: FiringsView.Planned, of task: TaskView) -> String {
        let when = firing.fireAt.map { moment($0, in: task.timeZone) } ?? "when its pause ends"
        let mark = firing.projected ? "  \(style(.faint, "projected"))" : ""
        let reasons = firing.reasons.map { "    \(style(.faint, $0))\n" }.joined()
        return "\(style(.good, "planned")): \(style(.plain, when))\(mark)\n\(reasons)"
    }

    private func past(_ firing: FiringsView.Past, of task: TaskView) -> String {
        let role: TextStyle.Role = firing.outcome == "missed" ? .late : .plain
        let instant = firing.firedAt ?? firing.missedAt ?? firing.scheduledAt
        let head = "\(style(role, firing.outcome)): \(style(.plain, moment(instant, in: task.timeZone)))"
        return ([head] + details(firing, of: task).map { "    \(style(.faint, $0))" }).joined(separator: "\n") + "\n"
    }

    private func details(_ firing: FiringsView.Past, of task: TaskView) -> [String] {
        func by(_ author: String?) -> String { author.map { " by \($0)" } ?? "" }
        var lines: [String] = []
        if let reason = firing.lateReason {
            lines.append("set for \(moment(firing.scheduledAt, in: task.timeZone))")
            lines.append("late by \(words(ofLateness: firing.lateBySeconds)): \(Self.words(ofLateReason: reason))")
        }
        if firing.missedCount > 0 {
            let times = firing.missedCount == 1 ? "time" : "times"
            lines.append("also stands for \(firing.missedCount) earlier \(times) that were missed")
        }
        if let from = firing.snoozedFrom { lines.append("snoozed from \(moment(from, in: task.timeZone))") }
        if let until = firing.snoozedUntil {
            lines.append("snoozed\(by(firing.snoozedBy)) until \(moment(until, in: task.timeZone))")
        }
        if let at = firing.acknowledgedAt {
            lines.append("acknowledged\(by(firing.acknowledgedBy)) \(moment(at, in: task.timeZone))")
        }
        for target in firing.deliveries {
            let attempts = target.attempts.count.counted("attempt")
            let name = target.hookId == Hook.stdoutID.description ? "standard output" : "hook \(target.hookId)"
            lines.append("\(name): \(target.state), \(attempts)")
        }
        return lines
    }
}

extension TextFormatter {
    /// How late a firing was; to the millisecond where that says something.
    private func words(ofLateness seconds: Double) -> String {
        let words = seconds < 120 ? nil : SpanWords.words(forSeconds: Int(seconds.rounded()), language)
        return words ?? "\(seconds) s"
    }

    /// Why a firing was late; a reason of a later version stays as it is.
    private static func words(ofLateReason reason: String) -> String {
        switch reason {
        case "quietHours": "quiet hours"
        case "paused": "a pause"
        case "setLate": "it was set after its time"
        case "restored": "restored from a backup"
        case "wokenLate": "the machine slept or was busy, its clock was set forward, or its disk was full"
        default: reason
        }
    }
}

extension PauseView {
    /// Whether it is about what a field and its value name; a recurring task is found by its series.
    func isAbout(_ field: String, _ value: String?, series: String?) -> Bool {
        switch field {
        case "all": all == true
        case "tag": tag?.lowercased() == value?.lowercased()
        case "reminderId": reminderId == value
        case "filter": filter == value
        default: taskId == value || (series != nil && seriesId == series)
        }
    }

    /// What it is about, in words.
    var subject: String {
        tag.map { "#\($0)" } ?? taskId.map { "task \($0)" } ?? seriesId.map { "series \($0)" }
            ?? reminderId.map { "reminder \($0)" } ?? filter.map { "tasks with \($0)" } ?? "everything"
    }
}

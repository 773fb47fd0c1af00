import Basics
import Recurrence
import TaskdClient

extension TextFormatter {
    /// A line for each event, below the day on which it happened.
    func log(_ events: [EventView]) -> String {
        let handles = HandleColumn(events)
        var table = TextTable([
            .init(title: say("when")), .init(title: say("what")), .init(title: say("handle")),
            .init(title: say("title"), yielding: .first(16)), .init(title: "", yielding: .dropped(12, rank: 0)),
        ])
        // What is about a series names it by its handle alone.
        let titles = events.map { ($0.handle, $0.data?.task?.title) }
        var day: CivilDate?
        for event in events {
            let instant = UTCInstant(event.timestamp)
            appendHeading(of: instant, behind: &day, to: &table)
            table.append([
                .init(
                    instant.map(clock) ?? event.timestamp, .faint,
                    line: instant.map { times.iso($0) } ?? event.timestamp),
                .init(words(for: event), role(of: event.type), line: event.type),
                event.handle == nil ? .init("") : handles.cell(event),
                .init(event.subject ?? titles.first { $0.0 == event.handle && $0.1 != nil }?.1 ?? ""),
                .init(details(of: event), .faint),
            ])
        }
        return text(ofList: table)
    }

    /// What happened: a task that was deleted and is there again was not added.
    private func words(for event: EventView) -> String {
        event.type == "task.created" && event.data?.undone?.kind == "delete"
            ? say("restored") : EventWords.text(event.type, language)
    }

    private func role(of type: String) -> TextStyle.Role {
        switch type {
        case "task.completed": .good
        case "task.overdue", "reminder.missed", "hook.disabled", "delivery.crashed": .late
        case _ where type.hasSuffix(".failed"): .late
        case "reminder.due": .soon
        default: .plain
        }
    }

    /// What there is to say of an event beside what it is about.
    private func details(of event: EventView) -> String {
        guard let data = event.data else { return "" }
        let parts: [String?] =
            switch event.type {
            case "task.created", "task.respawned", "task.reopened", "task.unblocked": [due(data.task)]
            case "task.completed": [lateness(event, from: 60)]
            case "reminder.due", "reminder.missed":
                [
                    lateness(event, from: 5),
                    data.lateReason.map { FiringWords.text(ofLateReason: $0, language) },
                ]
            case "reminder.snoozed": [data.reminder?.snoozedUntil.map { ending(times.moment($0).absolute) }]
            case "pause.started": [data.pause?.until.map { ending(times.moment($0).absolute) }, data.pause?.note]
            case "task.deleted": [data.reason == "deleted" ? nil : data.reason.map(say)]
            default: [data.reason]
            }
        return parts.compactMap(\.self).joined(separator: ": ")
    }

    private func due(_ task: EventView.Details.Subject?) -> String? {
        guard let due = task?.due, let zone = task?.timeZone else { return nil }
        let words = times.local(due, in: zone, at: task?.dueAt).absolute
        return language == .korean ? "기한 \(words)" : "due \(words)"
    }

    /// Until when something lasts.
    private func ending(_ words: String) -> String { language == .korean ? "\(words)까지" : "until \(words)" }

    /// How late or early it was; nil for less than some seconds.
    private func lateness(_ event: EventView, from least: Double) -> String? {
        guard let seconds = event.data?.lateBySeconds, abs(seconds) >= least, let end = UTCInstant(event.timestamp)
        else { return nil }
        return times.span(from: end.advanced(by: .seconds(-Int(seconds.rounded()))), to: end).map { span in
            switch language {
            case .english: "\(span) \(seconds < 0 ? "early" : "late")"
            case .korean: "\(span) \(seconds < 0 ? "일찍" : "늦게")"
            }
        }
    }
}

extension EventView: HandleBearing {
    /// What a person means by the handle is the task, or else the project or the hook.
    var id: String { data?.task?.id ?? "" }
    var handle: String? {
        data?.task?.handle ?? data?.project?.handle ?? data?.hook?.handle
            ?? data?.seriesId.flatMap { Handle(ofID: $0)?.description }
    }

    /// What it is about, in a few words; nil where it does not say.
    var subject: String? {
        data?.task?.title ?? data?.project?.name ?? data?.tag?.name.map { "#\($0)" } ?? data?.hook?.url
            ?? data?.pause?.subject
    }
}

/// Words about firings that lists and sentences have in common.
enum FiringWords {
    /// Why a firing was late; a reason of a later version stays as it is.
    static func text(ofLateReason reason: String, _ language: ExplanationLanguage) -> String {
        let words: (english: String, korean: String)? =
            switch reason {
            case "quietHours": ("quiet hours", "방해 금지 시간")
            case "paused": ("a pause", "일시 중지")
            case "setLate": ("it was set after its time", "시각이 지난 뒤에 정해짐")
            case "restored": ("restored from a backup", "백업에서 복원됨")
            case "wokenLate":
                (
                    "the machine slept or was busy, its clock was set forward, or its disk was full",
                    "컴퓨터가 잠들었거나 바빴거나, 시계가 앞으로 맞춰졌거나, 디스크가 가득 찼음"
                )
            default: nil
            }
        return words.map { language == .korean ? $0.korean : $0.english } ?? reason
    }
}

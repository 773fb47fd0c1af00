import Recurrence
import Storage
import TaskdClient

extension TextFormatter {
    /// A line for each firing to come, below the day on which it fires.
    func upcoming(_ items: [UpcomingView]) -> String {
        let handles = HandleColumn(items)
        var table = TextTable([
            .init(title: say("when")), .init(title: "", yielding: .dropped(.max, rank: 0), isForPeople: true),
            .init(title: say("handle")), .init(title: "", isForPeople: true),
            .init(title: say("title"), yielding: .first(16)), .init(title: ""), .init(title: ""),
        ])
        var day: CivilDate?
        for item in items {
            let instant = UTCInstant(item.fireAt)
            appendHeading(of: instant, behind: &day, to: &table)
            table.append(cells(of: item, instant, handles))
        }
        return text(ofList: table)
    }

    /// Puts the day of an instant above what happens on it, where that is not the day of the line before.
    func appendHeading(of instant: UTCInstant?, behind day: inout CivilDate?, to table: inout TextTable) {
        let date = instant.map { times.zone.civilDateTime(at: $0).date }
        if let date, date != day, !times.isISO {
            table.append(heading: times.heading(date) + (times.isUTC ? " UTC" : ""))
        }
        day = date
    }

    /// The time of an instant below the heading of its day.
    func clock(_ instant: UTCInstant) -> String {
        times.isISO ? times.iso(instant) : times.clock(instant)
    }

    private func cells(of item: UpcomingView, _ instant: UTCInstant?, _ handles: HandleColumn) -> [TextTable.Cell] {
        let role: TextStyle.Role = item.projected ? .faint : .plain
        let sign = context.terminal.isAccessible ? say("projected") : "↻"
        return [
            .init(instant.map(clock) ?? item.fireAt, role, line: instant.map { times.iso($0) }),
            .init(instant.map { times.relative($0) } ?? "", .faint), handles.cell(item),
            .init(item.projected ? sign : "", .faint), .init(item.title, role),
            .init("", line: item.projected ? "projected" : ""),
            .init(hold(of: item) ?? "", .late, line: holdLine(of: item) ?? ""),
        ]
    }

    /// A line for an event: its seq, when, what, whose.
    func event(_ event: EventView) -> String {
        let title = event.subject
        guard context.terminal.hasOutput else {
            let time = iso(event.timestamp)
            return ["\(event.seq)", time, event.type, title ?? ""].map(\.withoutControls).joined(separator: "\t") + "\n"
        }
        // Lines come one by one, so that each has columns of its own.
        var table = TextTable([
            .init(title: ""), .init(title: "", yielding: .dropped(.max, rank: 0)), .init(title: ""),
            .init(title: "", yielding: .first(8)),
        ])
        table.append([
            .init("#\(event.seq)", .identifier), cell(ofMoment: event.timestamp, .faint),
            .init(EventWords.text(event.type, language)), .init(title ?? ""),
        ])
        return table.text(context.style, .columns(width: context.terminal.columns, hasHeader: false))
    }

    /// A line for each hook.
    ///
    /// - Parameters:
    ///   - hooks: The hooks.
    ///   - health: How the receivers of those that are enabled have been answering.
    /// - Returns: The lines.
    func hooks(_ hooks: [HookView], _ health: [String: HookHealthView]) -> String {
        let handles = HandleColumn(hooks.filter { !$0.isStandardOutput })
        var table = TextTable([
            .init(title: say("handle")), .init(title: say("type")), .init(title: say("state")),
            .init(title: say("events"), yielding: .dropped(10, rank: 1)),
            .init(title: say("target"), yielding: .first(20)),
            .init(title: say("tasks"), yielding: .dropped(8, rank: 0)),
        ])
        for hook in hooks {
            table.append([
                hook.isStandardOutput ? .init(hook.shownHandle, .identifier) : handles.cell(hook),
                .init(hook.kind), state(of: hook, health[hook.id]), .init(hook.events.joined(separator: ",")),
                .init(hook.target, link: hook.url), .init(chosenTasks(of: hook)),
            ])
        }
        return text(ofList: table)
    }

    private func state(of hook: HookView, _ health: HookHealthView?) -> TextTable.Cell {
        guard hook.enabled else {
            let reason = hook.disabledReason.map { ": \($0)" } ?? ""
            return .init(say("disabled") + reason, .late, line: "disabled\(reason)")
        }
        guard let health, health.circuit != "closed" else { return .init(say("enabled"), .good, line: "enabled") }
        let words = "failing: \(health.waiting) wait"
        guard let end = health.resumesAt else { return .init(words, .late) }
        return .init("\(words) until \(stamp(end))", .late, line: "\(words) until \(iso(end))")
    }

    /// Of which tasks a hook gets events, in the words of `taskd hook add`; empty where it gets those of all.
    func chosenTasks(of hook: HookView) -> String {
        var words = hook.tags.map { "#\($0)" }
        if !hook.priorities.isEmpty { words.append("priority \(hook.priorities.joined(separator: ","))") }
        if let filter = hook.filter {
            words.append("where \(filter)" + (hook.timeZone.map { " (\($0))" } ?? ""))
        }
        return words.joined(separator: " ")
    }
}

extension UpcomingView: HandleBearing {
    /// What a person means by the handle is the task.
    var id: String { taskId }
    var handle: String? { taskHandle }
    var shortHandle: String? { taskShortHandle }
}

/// The types of events in words.
enum EventWords {
    /// `task.completed` as `done`; a type of a later version by its own name.
    static func text(_ type: String, _ language: ExplanationLanguage) -> String {
        guard let words = texts[type] else { return type.replacing(".", with: " ") }
        return language == .korean ? words.korean : words.english
    }

    private static let texts: [String: (english: String, korean: String)] = [
        "reminder.due": ("reminder", "알림"), "reminder.missed": ("reminder missed", "알림 놓침"),
        "reminder.snoozed": ("snoozed", "다시 알림"), "reminder.acknowledged": ("acknowledged", "알림 확인"),
        "task.created": ("added", "추가"), "task.updated": ("changed", "변경"), "task.completed": ("done", "완료"),
        "task.reopened": ("reopened", "다시 엶"), "task.respawned": ("next", "다음 회차"), "task.overdue": ("late", "기한 지남"),
        "task.deleted": ("deleted", "삭제"), "task.skipped": ("skipped", "건너뜀"),
        "task.unblocked": ("free to start", "시작 가능"), "pause.started": ("paused", "일시 중지"),
        "pause.ended": ("resumed", "다시 시작"), "hook.disabled": ("hook disabled", "훅 꺼짐"),
        "project.created": ("project added", "프로젝트 추가"), "project.updated": ("project changed", "프로젝트 변경"),
        "project.deleted": ("project deleted", "프로젝트 삭제"), "tag.created": ("tag added", "태그 추가"),
        "tag.updated": ("tag changed", "태그 변경"), "tag.deleted": ("tag deleted", "태그 삭제"),
    ]
}

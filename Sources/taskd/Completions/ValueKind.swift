/// What an option or an argument is filled with.
enum ValueKind: Hashable, Sendable {
    case openTasks, closedTasks, hooks, projects, tags, views, tokens, profiles
    case zones, eventTypes, durations, phrases, filters, terms, files
    case words([String])

    /// What an option of a command takes; nil where nothing can be offered.
    init?(option argument: CommandDescription.Argument) {
        if let values = argument.allValues, !values.isEmpty {
            self = .words(values)
            return
        }
        switch argument.name {
        case "tag": self = .tags
        case "project", "parent": self = .projects
        case "view": self = .views
        case "hook": self = .hooks
        case "profile": self = .profiles
        case "zone", "tz", "time-zone": self = .zones
        case "event", "events": self = .eventTypes
        case "where", "filter": self = .filters
        case "for", "estimate", "overlap", "remind", "every": self = .durations
        case "lang", "language": self = .words(["en", "ko"])
        case "sort": self = .words(Self.orders)
        case let name where Self.times.contains(name): self = .phrases
        case _ where argument.valueName == "file" || argument.valueName == "folder": self = .files
        default: return nil
        }
    }

    /// What a positional argument of a command takes.
    init?(positional argument: CommandDescription.Argument, of path: [String]) {
        if let values = argument.allValues, !values.isEmpty {
            self = .words(values)
            return
        }
        switch (path.first ?? "", argument.valueName ?? "") {
        case ("hook", let name) where path.last != "add" && path.last != "replay" && name != "delivery": self = .hooks
        case ("hook", "hook or delivery"): self = .hooks
        case ("project", _) where path.last != "add": self = .projects
        case ("tag", _) where path.last != "add": self = .tags
        case ("view", _) where path.last != "add": self = .views
        case ("token", _) where path.last != "add": self = .tokens
        case ("date", _): self = .phrases
        case ("list", _): self = .terms
        case ("reopen", _): self = .closedTasks
        case (let command, let name) where Self.ofTasks.contains(command) && Self.times.contains(name): self = .phrases
        case (let command, "file"), (let command, "file or url"):
            guard command != "show" else { return nil }
            self = .files
        case (let command, _) where Self.ofTasks.contains(command): self = .openTasks
        default: return nil
        }
    }

    private static let orders = ["due", "-due", "priority", "-priority", "title", "created", "updated", "completed"]
    private static let times: Set = [
        "due", "start", "from", "until", "at", "now", "expires", "due-from", "due-until", "completed-from",
        "completed-until", "time", "when", "phrase", "moment",
    ]
    private static let ofTasks: Set = [
        "show", "edit", "duplicate", "done", "skip", "delete", "series", "history", "attach", "attachments", "why",
        "snooze", "acknowledge", "ack", "pause", "resume",
    ]
}

extension ValueKind {
    /// The words that are known without asking anybody; nil where somebody has to be asked.
    var knownWords: [String]? {
        switch self {
        case .words(let words): words
        case .eventTypes: Self.events
        case .durations: ["10m", "15m", "30m", "1h", "2h", "1d", "1w", "PT10M", "PT1H", "P1D"]
        case .phrases: Self.knownPhrases
        case .filters: Self.filterWords
        case .terms: Self.knownTerms
        default: nil
        }
    }

    private static let events = [
        "reminder.due", "reminder.missed", "reminder.snoozed", "reminder.acknowledged", "task.created", "task.updated",
        "task.completed", "task.reopened", "task.respawned", "task.overdue", "task.deleted", "task.skipped", "task.*",
        "reminder.*", "series.*", "project.*", "pause.started", "pause.ended", "hook.disabled", "zone.changed",
    ]

    private static let filterWords = [
        "due", "start", "status:open", "status:completed", "priority:high", "priority >= high", "tag:", "project:",
        "title:", "text:", "overdue", "blocked", "recurring", "has:due", "no:due", "is:open", "created", "updated",
        "completed", "and", "or", "not", "today", "tomorrow",
    ]

    private static let knownTerms = [
        "due:today", "due:week", "due:none", "overdue", "done", "repeats", "p:low", "p:medium", "p:high", "p:urgent",
    ]

    /// Phrases that are read, the most likely first.
    static let knownPhrases =
        [
            "today", "tomorrow", "tomorrow 9am", "tonight", "in 1h", "in 2h", "in 30 minutes", "in 3 days",
            "in 2 weeks",
            "next week", "next month", "next friday", "next monday", "this weekend", "next weekend",
            "day after tomorrow",
        ]
        + ["monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday", "noon", "midnight"]
        + [
            "end of month", "every day", "every weekday", "every week", "every month", "every monday at 9am",
            "every friday",
        ]
        + ["오늘", "내일", "내일 오전 9시", "내일모레", "모레", "글피", "다음 주", "다음 달", "다음 주 금요일", "이번 주말", "오늘 저녁"]
        + ["월요일", "화요일", "수요일", "목요일", "금요일", "토요일", "일요일", "30분 뒤", "한 시간 뒤", "월말", "매일", "매주", "매월", "평일마다"]
}

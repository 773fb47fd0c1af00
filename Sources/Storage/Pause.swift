public import Recurrence

/// What a pause is about.
public enum PauseTarget: Hashable, Sendable {
    /// Every reminder.
    case all
    /// Those of tasks with a tag.
    case tag(String)
    /// Those of every task of a series.
    case series(SeriesID)
    /// Those of a task.
    case task(TaskID)
    /// One.
    case reminder(ReminderID)
    /// Those of the tasks that a filter selects, as its text was written.
    case filter(String)
}

extension PauseTarget: LosslessStringConvertible {
    /// The text it is kept as, such as `all`, `tag:home` or `task:` and an id.
    public var description: String {
        switch self {
        case .all: "all"
        case .tag(let tag): "tag:\(tag)"
        case .series(let id): "series:\(id)"
        case .task(let id): "task:\(id)"
        case .reminder(let id): "reminder:\(id)"
        case .filter(let text): "filter:\(text)"
        }
    }

    /// Reads what `description` writes.
    public init?(_ text: String) {
        let parts = text.split(separator: ":", maxSplits: 1).map(String.init)
        switch (parts.first, parts.count > 1 ? parts[1] : nil) {
        case ("all", nil): self = .all
        case ("tag", let tag?): self = .tag(tag)
        case ("filter", let text?): self = .filter(text)
        case ("series", let text?):
            guard let id = SeriesID(text) else { return nil }
            self = .series(id)
        case ("task", let text?):
            guard let id = TaskID(text) else { return nil }
            self = .task(id)
        case ("reminder", let text?):
            guard let id = ReminderID(text) else { return nil }
            self = .reminder(id)
        default: return nil
        }
    }
}

/// A time in which reminders do not fire.
///
/// There is at most one for each target; its id follows from the target.
public struct Pause: Hashable, Sendable {
    /// What becomes of the reminders whose time came during the pause.
    public enum Missed: String, CaseIterable, Hashable, Sendable {
        /// Each fires once when the pause ends, however late.
        case fire
        /// Each is reported as missed.
        case skip
    }

    /// What it is about.
    public package(set) var target: PauseTarget
    /// When it began.
    public var since: UTCInstant
    /// When it ends by itself; nil when somebody has to end it.
    public var until: UTCInstant?
    /// What becomes of the reminders whose time came during the pause.
    public var missed: Missed
    /// What somebody wrote beside it, at most 1,000 characters.
    public var note: String?
    /// Who began it: the name of a token; nil when nobody is known.
    public var author: String?
    /// When it was ended; nil while it lasts.
    ///
    /// The pause is kept until the reminders that it held are let go.
    public var endedAt: UTCInstant?

    /// Makes a pause that lasts.
    public init(_ target: PauseTarget, since: UTCInstant, until: UTCInstant? = nil, missed: Missed = .fire) {
        self.target = target
        self.since = since
        self.until = until
        self.missed = missed
    }

    /// Its id.
    public var id: PauseID { PauseID(pausing: target) }

    /// The instant at which it ends, as far as that is known.
    public var end: UTCInstant? { endedAt ?? until }

    /// Whether it has not ended at an instant.
    public func isLasting(at instant: UTCInstant) -> Bool {
        end.map { instant < $0 } ?? true
    }
}

extension Identifier where Subject == Pause {
    /// The UUID under which the ids of pauses are derived.
    private static let namespace = UUIDValue(high: 0x6C1F_5A90_2B7D_4E3A, low: 0x9D44_71E0_55B8_A6C2)

    /// The id of the pause of a target.
    public init(pausing target: PauseTarget) {
        self.init(UUIDValue.version5(namespace: Self.namespace, name: target.description))
    }
}

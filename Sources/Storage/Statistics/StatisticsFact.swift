import Basics
import Recurrence

/// What an event says that statistics are made of.
struct StatisticsFact: Sendable {
    /// What kind of thing happened.
    enum Kind: Sendable {
        case made, changed, removed, takenBack
        case overdue, fired, snoozed, missed
    }

    /// What is known of the task after the event.
    struct Subject: Sendable {
        var id: TaskID
        var createdAt: UTCInstant
        /// When it was completed; nil where it is not.
        var completedAt: UTCInstant?
        /// How long after it was due it was completed, in milliseconds; nil where that is not known.
        var lateness: Int64?
    }

    /// A snooze that was undone or redone.
    struct Snooze: Sendable {
        var at: UTCInstant
        var isInForce: Bool
    }

    var kind: Kind
    let at: UTCInstant
    /// The groups that the task is in.
    private(set) var groups: [StatisticsGroup] = []
    /// The task; nil where only its groups count.
    private(set) var subject: Subject?
    /// The snooze that was undone or redone; nil for none.
    private(set) var snooze: Snooze?

    /// Reads an event; nil where statistics are not made of it, or it is not what taskd writes.
    init?(_ event: Event) {
        guard let kind = Kind(event.type) else { return nil }
        (self.kind, at) = (kind, event.timestamp)
        let isRead = event.data.withUnsafeBufferPointer { bytes in
            var data = JSONSkimmer(bytes)
            return read(&data)
        }
        if !isRead { return nil }
    }

    private mutating func read(_ data: inout JSONSkimmer) -> Bool {
        var task: SeenTask?
        var (reason, late): (String?, Double?)
        let namesTask = kind.namesTask
        let isWhole = data.eachMember { name, data in
            switch name.count {
            case 4 where name.elementsEqual("task".utf8):
                task = SeenTask(&data, namesTask: namesTask)
                return namesTask && task != nil
            case 6 where namesTask && name.elementsEqual("reason".utf8): reason = data.string()
            case 6 where namesTask && name.elementsEqual("undone".utf8): snooze = Snooze(data.value(), isInForce: false)
            case 6 where namesTask && name.elementsEqual("redone".utf8): snooze = Snooze(data.value(), isInForce: true)
            case 13 where namesTask && name.elementsEqual("lateBySeconds".utf8):
                if case .number(let number)? = data.value() { late = number }
            default: break
            }
            return true
        }
        guard isWhole, let task else { return false }
        if kind == .removed, ["undone", "withdrawn"].contains(reason) { kind = .takenBack }
        groups = task.groups
        guard namesTask else { return true }
        guard let id = task.id, let createdAt = task.createdAt, let status = task.status else { return false }
        let isCompleted = status == TaskStatus.completed.rawValue
        subject = Subject(
            id: id, createdAt: createdAt, completedAt: isCompleted ? task.completedAt : nil,
            lateness: isCompleted ? late.map { Int64(($0 * 1_000).rounded()) } : nil)
        return true
    }
}

extension StatisticsFact.Snooze {
    fileprivate init?(_ value: JSONValue?, isInForce: Bool) {
        guard value?["kind"]?.string == Change.Kind.snooze.rawValue,
            let at = value?["at"]?.string.flatMap({ UTCInstant($0) })
        else { return nil }
        (self.at, self.isInForce) = (at, isInForce)
    }
}

/// What is wanted of the task in an event.
private struct SeenTask {
    var id: TaskID?
    var status: String?
    var createdAt: UTCInstant?
    var completedAt: UTCInstant?
    var groups: [StatisticsGroup]

    /// Reads the task that comes next, as far as is wanted: its groups alone, or also which it is.
    init?(_ data: inout JSONSkimmer, namesTask: Bool) {
        var (id, status): (TaskID?, String?)
        var (createdAt, completedAt): (UTCInstant?, UTCInstant?)
        var (tags, project): ([String]?, ProjectID??)
        let isWhole = data.eachMember { name, data in
            switch name.count {
            case 4 where name.elementsEqual("tags".utf8):
                var found: [String] = []
                let isList = data.eachElement { if let tag = $0.string() { found.append(tag) } }
                tags = found
                guard isList else { return false }
            case 9 where name.elementsEqual("projectId".utf8): project = .some(data.string().flatMap { ProjectID($0) })
            case 2 where namesTask && name.elementsEqual("id".utf8): id = data.string().flatMap { TaskID($0) }
            case 6 where namesTask && name.elementsEqual("status".utf8): status = data.string()
            case 9 where namesTask && name.elementsEqual("createdAt".utf8):
                createdAt = data.string().flatMap { UTCInstant($0) }
            case 11 where namesTask && name.elementsEqual("completedAt".utf8):
                completedAt = data.string().flatMap { UTCInstant($0) }
            default: break
            }
            return namesTask || tags == nil || project == nil
        }
        guard isWhole else { return nil }
        (self.id, self.status, self.createdAt, self.completedAt) = (id, status, createdAt, completedAt)
        groups = (tags ?? []).count > 1 ? Set(tags ?? []).sorted().map { .tag($0) } : (tags ?? []).map { .tag($0) }
        if let project = project ?? nil { groups.append(.project(project)) }
    }
}

extension StatisticsFact.Kind {
    fileprivate init?(_ type: EventType) {
        switch type {
        case .reminderDue: self = .fired
        case .taskCreated, .taskRespawned: self = .made
        case .taskCompleted, .taskReopened, .taskUpdated, .taskSkipped: self = .changed
        case .taskDeleted: self = .removed
        case .taskOverdue: self = .overdue
        case .reminderMissed: self = .missed
        case .reminderSnoozed: self = .snoozed
        default: return nil
        }
    }

    /// Whether it counts which task it is, and not only what groups it is in.
    fileprivate var namesTask: Bool {
        switch self {
        case .made, .changed, .removed, .takenBack: true
        case .overdue, .fired, .snoozed, .missed: false
        }
    }
}

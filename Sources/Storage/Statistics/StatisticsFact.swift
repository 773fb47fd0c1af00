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
    private(set) var snooze: Snooze?

    /// Reads an event; nil where statistics are not made of it, or it is not what taskd writes.
    init?(_ event: Event) {
        guard let kind = Kind(event.type) else { return nil }
        (self.kind, at) = (kind, event.timestamp)
        let isRead = event.data.withUnsafeBufferPointer { read($0) }
        if !isRead { return nil }
    }

    private mutating func read(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
        var task: Range<Int>?
        var (reason, late, undone, redone): (String?, Double?, Range<Int>?, Range<Int>?)
        let namesTask = kind.namesTask
        let isWhole = JSONSkimmer.eachMember(of: bytes) { name, value in
            switch name.count {
            case 4 where name.elementsEqual("task".utf8):
                task = value
                return namesTask
            case 6 where namesTask && name.elementsEqual("reason".utf8): reason = bytes.string(in: value)
            case 6 where namesTask && name.elementsEqual("undone".utf8): undone = value
            case 6 where namesTask && name.elementsEqual("redone".utf8): redone = value
            case 13 where namesTask && name.elementsEqual("lateBySeconds".utf8): late = bytes.number(in: value)
            default: break
            }
            return true
        }
        guard isWhole, let task else { return false }
        if kind == .removed, ["undone", "withdrawn"].contains(reason) { kind = .takenBack }
        if let undone { snooze = Self.snooze(bytes, undone, isInForce: false) }
        if let redone { snooze = Self.snooze(bytes, redone, isInForce: true) }
        return read(task: task, of: bytes, late: late.map { Int64(($0 * 1_000).rounded()) })
    }

    private mutating func read(task: Range<Int>, of bytes: UnsafeBufferPointer<UInt8>, late: Int64?) -> Bool {
        var (id, status): (TaskID?, String?)
        var (createdAt, completedAt): (UTCInstant?, UTCInstant?)
        var (tags, project): ([String], ProjectID?) = ([], nil)
        let namesTask = kind.namesTask
        let isWhole = JSONSkimmer.eachMember(of: bytes, in: task) { name, value in
            switch name.count {
            case 4 where name.elementsEqual("tags".utf8): tags = bytes.strings(in: value)
            case 9 where name.elementsEqual("projectId".utf8):
                project = bytes.string(in: value).flatMap { ProjectID($0) }
                // It stands behind the tags, and is the last that a reminder's event is asked for.
                return namesTask
            case 2 where namesTask && name.elementsEqual("id".utf8): id = bytes.string(in: value).flatMap { TaskID($0) }
            case 6 where namesTask && name.elementsEqual("status".utf8): status = bytes.string(in: value)
            case 9 where namesTask && name.elementsEqual("createdAt".utf8):
                createdAt = bytes.string(in: value).flatMap { UTCInstant($0) }
            case 11 where namesTask && name.elementsEqual("completedAt".utf8):
                completedAt = bytes.string(in: value).flatMap { UTCInstant($0) }
            default: break
            }
            return true
        }
        guard isWhole else { return false }
        groups = Set(tags).sorted().map { .tag($0) } + (project.map { [.project($0)] } ?? [])
        guard namesTask else { return true }
        guard let id, let createdAt, let status else { return false }
        let isCompleted = status == TaskStatus.completed.rawValue
        subject = Subject(
            id: id, createdAt: createdAt, completedAt: isCompleted ? completedAt : nil,
            lateness: isCompleted ? late : nil)
        return true
    }

    private static func snooze(
        _ bytes: UnsafeBufferPointer<UInt8>, _ range: Range<Int>, isInForce: Bool
    ) -> Snooze? {
        guard let value = bytes.value(in: range), value["kind"]?.string == Change.Kind.snooze.rawValue,
            let at = value["at"]?.string.flatMap({ UTCInstant($0) })
        else { return nil }
        return Snooze(at: at, isInForce: isInForce)
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

extension UnsafeBufferPointer<UInt8> {
    fileprivate func value(in range: Range<Int>) -> JSONValue? {
        try? JSONValue(json: UnsafeBufferPointer(rebasing: self[range]))
    }

    fileprivate func string(in range: Range<Int>) -> String? {
        guard self[range.lowerBound] == UInt8(ascii: "\"") else { return nil }
        let inner = self[range.lowerBound + 1..<range.upperBound - 1]
        return inner.contains(UInt8(ascii: "\\")) ? value(in: range)?.string : String(decoding: inner, as: UTF8.self)
    }

    fileprivate func strings(in range: Range<Int>) -> [String] {
        range.count <= 2 ? [] : value(in: range)?.array?.compactMap(\.string) ?? []
    }

    fileprivate func number(in range: Range<Int>) -> Double? {
        if case .number(let number) = value(in: range) { number } else { nil }
    }
}

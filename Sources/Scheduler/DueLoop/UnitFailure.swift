import Basics
import Recurrence
import Storage

extension Error {
    /// Whether it says something about one unit of work alone, and not about the store as a whole: then that unit is set
    /// aside, and everything else goes on.
    var isOfUnit: Bool {
        if self is CancellationError || self is UnfinishedUndo { return false }
        return (self as? StoreError).map { !$0.isOfWholeStore } ?? true
    }

    /// What is wrong, in words for the one who mends it.
    var wordsForUnit: String {
        switch self {
        case let error as SchedulerError: error.description
        case let error as StoreError: error.description
        case let error as RecurrenceError: error.description
        default: "\(self)"
        }
    }
}

extension SetAsideUnit {
    /// The unit that a series is set aside as: it is known by its last task, or, where nobody can say which that is, by
    /// an id like its own.
    init(ofSeries id: SeriesID, in reader: any StoreReader) throws {
        do { self = .series(of: try reader.frontier(of: id)?.task ?? TaskID(id.uuid)) } catch let error
            where error.isOfUnit
        {
            self = .series(of: TaskID(id.uuid))
        }
    }
}

/// Sets units of work aside, inside a transaction: lists each with its reason, and tells the log of events.
struct SetAsideTransaction {
    let transaction: any StoreTransaction
    let now: UTCInstant
    /// What was set aside that was not before.
    private(set) var noted: [SetAsideEntry] = []

    init(_ transaction: any StoreTransaction, now: UTCInstant) {
        (self.transaction, self.now) = (transaction, now)
    }

    /// Does something as a unit of its own; when it cannot be done, nothing of it is kept and it is set aside.
    ///
    /// - Returns: What `body` returns; nil where it was set aside.
    /// - Throws: An error of the store as a whole.
    mutating func attempt<Value>(_ unit: SetAsideUnit, _ body: () throws -> Value) throws -> Value? {
        do {
            return try transaction.asUnit(body)
        } catch let error where error.isOfUnit {
            try setAside(unit, reason: error.wordsForUnit)
            return nil
        }
    }

    /// Sets a unit aside.
    mutating func setAside(_ unit: SetAsideUnit, reason: String) throws {
        guard try transaction.setAside(unit, reason: reason, at: now) else { return }
        noted.append(SetAsideEntry(unit, reason: reason, since: now))
        try transaction.append([event(unit, reason: reason)])
    }

    /// Sets a task aside of which something cannot be read, unless that was done before.
    mutating func note(_ task: TaskItem) throws {
        guard let setAside = task.setAside, setAside.since == nil else { return }
        try self.setAside(.task(task.id), reason: setAside.reason)
    }

    private func event(_ unit: SetAsideUnit, reason: String) throws -> EventDraft {
        let task = try unit.task.flatMap { try transaction.task($0) }
        return .make(unit.eventType, about: task, now: now) { json in
            json.field("unit", unit.kind.rawValue)
            json.field("subject", unit.subject)
            json.field("reason", reason)
            if let task { json.field("task") { task.write(to: &$0, now: now) } }
        }
    }
}

extension SetAsideUnit {
    fileprivate var eventType: EventType {
        switch self {
        case .task, .reminder: .taskFailed
        case .series: .seriesFailed
        case .pause: .pauseFailed
        case .zone: .zoneFailed
        }
    }
}

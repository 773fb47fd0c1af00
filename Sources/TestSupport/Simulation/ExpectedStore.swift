import Recurrence
import Scheduler
import Storage

/// Every task of a simulation as it is to be, and what the due loop is to tell of it.
struct ExpectedStore {
    var configuration: SchedulerConfiguration
    let zones: ZoneDatabase
    var tasks: [TaskID: ExpectedTask] = [:]
    var pauses = ExpectedPauses()
    /// What was reported before: the same reminder at the same time is reported once.
    var ledger = ExpectedLedger()
    /// How often a reminder had to wait for quiet hours or a pause.
    var holds = 0
    /// The tasks in the order in which they came: unlike their ids it is the same in every run of a seed.
    private var order: [TaskID] = []

    init(_ configuration: SchedulerConfiguration, zones: ZoneDatabase) {
        (self.configuration, self.zones) = (configuration, zones)
    }

    var open: [ExpectedTask] { order.compactMap { tasks[$0] }.filter(\.isOpen) }

    var closed: [ExpectedTask] { order.compactMap { tasks[$0] }.filter { !$0.isOpen } }

    subscript(id: TaskID) -> ExpectedTask? {
        get { tasks[id] }
        set {
            if tasks[id] == nil, newValue != nil { order.append(id) }
            if newValue == nil { order.removeAll { $0 == id } }
            tasks[id] = newValue
        }
    }

    /// Completes a task, or skips it: in both cases the next of its series appears.
    mutating func close(_ id: TaskID, at now: UTCInstant) throws {
        guard let start = try tasks[id]?.startAfterClosing(at: now) else {
            closeAlone(id)
            return
        }
        let isFollowed = follower(of: id) != nil
        let next = tasks[id]?.successor(at: start)
        closeAlone(id)
        if let next, !isFollowed, tasks[next.id] == nil { self[next.id] = next }
    }

    /// Removes a task; where the one before it would make it again, that one recurs no more.
    mutating func delete(_ id: TaskID, at now: UTCInstant) throws {
        pauses.forget(.task(id))
        for reminder in tasks[id]?.reminders ?? [] { pauses.forget(.reminder(reminder.id)) }
        guard let place = tasks[id]?.place else {
            self[id] = nil
            return
        }
        self[id] = nil
        let previous = tasks.values.first {
            $0.place?.series == place.series && $0.place?.number == place.number - 1
        }
        guard let previous, previous.recurrence?.respawn == .schedule else { return }
        tasks[previous.id]?.recurrence = nil
        try review(previous.id, at: now)
    }

    /// Does what the due loop is to do at an instant.
    ///
    /// - Returns: What is to stand in the event log afterwards, each as ``SimulatedEvent/text`` has it.
    mutating func fireDue(at now: UTCInstant) throws -> [String] {
        var expected: [String] = []
        // Each look is the first of a run, which looks again at what the server's quiet hours hold.
        for id in order { try review(id, at: now) }
        var hasAppeared = true
        while hasAppeared {
            hasAppeared = false
            for id in order {
                expected += try remind(id, at: now)
                expected += tellOverdue(id, at: now)
                guard follower(of: id) == nil, let next = try tasks[id]?.appearance(by: now), tasks[next.id] == nil
                else { continue }
                self[next.id] = next
                expected.append(SimulatedEvent.text(ofRespawned: next.id))
                hasAppeared = true
            }
            let (ended, hasReleased) = endPauses(at: now)
            expected += ended
            hasAppeared = hasAppeared || hasReleased
        }
        for pause in pauses.over(at: now) { pauses.forget(pause.target) }
        return expected
    }

    private mutating func tellOverdue(_ id: TaskID, at now: UTCInstant) -> [String] {
        guard let task = tasks[id], task.isOpen, !task.isOverdueTold, task.overdueAt <= now else { return [] }
        tasks[id]?.isOverdueTold = true
        return [SimulatedEvent.text(ofOverdue: id)]
    }

    func follower(of id: TaskID) -> ExpectedTask? {
        guard let place = tasks[id]?.place else { return nil }
        return tasks.values.first { $0.place?.series == place.series && $0.place?.number == place.number + 1 }
    }
}

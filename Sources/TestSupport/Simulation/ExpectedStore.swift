import Recurrence
import Scheduler
import Storage

/// Every task of a simulation as it is to be, and what the due loop is to tell of it.
struct ExpectedStore {
    let configuration: SchedulerConfiguration
    let zones: ZoneDatabase
    var tasks: [TaskID: ExpectedTask] = [:]
    var pauses = ExpectedPauses()
    /// What went off before: the same reminder at the same time is told once.
    var told: Set<String> = []
    /// How often a reminder had to wait for quiet hours or a pause.
    var holds = 0
    /// The tasks in the order in which they came: unlike their ids it is the same in every run of a seed.
    private var order: [TaskID] = []

    init(_ configuration: SchedulerConfiguration, zones: ZoneDatabase) {
        (self.configuration, self.zones) = (configuration, zones)
    }

    var open: [ExpectedTask] { order.compactMap { tasks[$0] }.filter(\.isOpen) }

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
            tasks[id]?.close()
            return
        }
        let isFollowed = follower(of: id) != nil
        let next = tasks[id]?.successor(at: start)
        tasks[id]?.close()
        if let next, !isFollowed, tasks[next.id] == nil { self[next.id] = next }
    }

    /// Removes a task; where the one before it would make it again, that one recurs no more.
    mutating func delete(_ id: TaskID) {
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
        if let previous, previous.recurrence?.respawn == .schedule { tasks[previous.id]?.recurrence = nil }
    }

    /// Does what the due loop is to do at an instant.
    ///
    /// - Returns: What is to stand in the event log afterwards, each as ``SimulatedEvent/text`` has it.
    mutating func fireDue(at now: UTCInstant) throws -> [String] {
        var expected: [String] = []
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

    private func follower(of id: TaskID) -> ExpectedTask? {
        guard let place = tasks[id]?.place else { return nil }
        return tasks.values.first { $0.place?.series == place.series && $0.place?.number == place.number + 1 }
    }
}

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
    /// The tasks that something was done to so that they cannot be read or worked out.
    var sick: [TaskID: Sickness] = [:]
    /// How often a reminder had to wait for quiet hours or a pause.
    var holds = 0
    /// The tasks in the order in which they came: unlike their ids it is the same in every run of a seed.
    private var order: [TaskID] = []

    init(_ configuration: SchedulerConfiguration, zones: ZoneDatabase) {
        (self.configuration, self.zones) = (configuration, zones)
    }

    var open: [ExpectedTask] { order.compactMap { tasks[$0] }.filter { $0.isOpen && sick[$0.id] == nil } }

    var all: [ExpectedTask] { order.compactMap { tasks[$0] } }

    var closed: [ExpectedTask] { order.compactMap { tasks[$0] }.filter { !$0.isOpen } }

    subscript(id: TaskID) -> ExpectedTask? {
        get { tasks[id] }
        set {
            if tasks[id] == nil, newValue != nil { order.append(id) }
            if newValue == nil {
                order.removeAll { $0 == id }
                sick[id] = nil
            }
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
        if let next, !isFollowed, let born = born(next) { self[born.id] = born }
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
        if let columns = sick[previous.id]?.fault.columns, columns.contains("recurrence") {
            sick[previous.id]?.hasLostRules = true
        }
        try review(previous.id, at: now)
    }

    /// Does what the due loop is to do at an instant.
    ///
    /// - Returns: What is to stand in the event log afterwards, each as ``SimulatedEvent/text`` has it.
    mutating func fireDue(at now: UTCInstant) throws -> [String] {
        var expected: [String] = []
        // Each look is the first of a run, which looks again at what the server's quiet hours hold.
        for id in order where sick[id]?.isLoose != true { try review(id, at: now) }
        var hasAppeared = true
        while hasAppeared {
            hasAppeared = false
            for id in order {
                if sick[id]?.isLoose != true {
                    expected += try remind(id, at: now)
                    expected += tellOverdue(id, at: now)
                }
                guard sick[id] == nil, follower(of: id) == nil,
                    let next = try tasks[id]?.appearance(by: now).flatMap({ born($0) })
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
        guard let task = tasks[id], task.isOpen, !task.isOverdueNotified, let overdueAt = task.overdueAt,
            overdueAt <= now
        else { return [] }
        tasks[id]?.isOverdueNotified = true
        return [SimulatedEvent.text(ofOverdue: id)]
    }

    /// When there is something to do next, for one look at the instant before which all is done; nil where there is not.
    func nextWake() throws -> UTCInstant? {
        try order.compactMap { tasks[$0] }.flatMap { task -> [UTCInstant?] in
            guard sick[task.id]?.isLoose != true else { return [] }
            var wakes = task.isOpen ? task.reminders.map(\.wake) : []
            if task.isOpen, !task.isOverdueNotified { wakes.append(task.overdueAt) }
            if sick[task.id] == nil, follower(of: task.id) == nil { wakes.append(try task.nextAppearance()) }
            return wakes
        }.compactMap(\.self).min()
    }

    func follower(of id: TaskID) -> ExpectedTask? {
        guard let place = tasks[id]?.place else { return nil }
        return tasks.values.first { $0.place?.series == place.series && $0.place?.number == place.number + 1 }
    }
}

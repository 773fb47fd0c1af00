import Recurrence
import Scheduler
import Storage
import TestSupport

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
    /// The series, also those of which nothing is left but the ledger.
    var series: [SeriesID: ExpectedSeries] = [:]
    /// The series that something was done to so that they cannot be read or worked out.
    var sickSeries: [SeriesID: Sickness] = [:]
    /// How often a reminder had to wait for quiet hours or a pause.
    var holds = 0
    /// The tasks in the order in which they came: unlike their ids it is the same in every run of a seed.
    private var order: [TaskID] = []
    private var seriesOrder: [SeriesID] = []

    init(_ configuration: SchedulerConfiguration, zones: ZoneDatabase) {
        (self.configuration, self.zones) = (configuration, zones)
    }

    var open: [ExpectedTask] { all.filter { $0.isOpen && isHealthy($0) } }

    var all: [ExpectedTask] { order.compactMap { tasks[$0] } }

    var closed: [ExpectedTask] { all.filter { !$0.isOpen && isHealthy($0) } }

    /// Every series that anybody can follow, in the order in which they came.
    var allSeries: [ExpectedSeries] { seriesOrder.compactMap { series[$0] }.filter { !$0.isLost } }

    /// Whether all of a task, and of its series, can be read.
    private func isHealthy(_ task: ExpectedTask) -> Bool {
        sick[task.id] == nil && task.place.flatMap { sickSeries[$0.series] } == nil
    }

    mutating func add(_ series: ExpectedSeries) {
        seriesOrder.append(series.id)
        self.series[series.id] = series
    }

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
            for id in order where sick[id]?.isLoose != true {
                expected += try remind(id, at: now)
                expected += tellOverdue(id, at: now)
            }
            for id in seriesOrder {
                let born = try appear(id, by: now)
                expected += born.map { SimulatedEvent.text(ofRespawned: $0) }
                hasAppeared = hasAppeared || !born.isEmpty
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
        let wakes = all.flatMap { task -> [UTCInstant?] in
            guard sick[task.id]?.isLoose != true, task.isOpen else { return [] }
            return task.reminders.map(\.wake) + (task.isOverdueNotified ? [] : [task.overdueAt])
        }
        let appearances = try seriesOrder.filter { sickSeries[$0] == nil }.map { try series[$0]?.nextAppearance() }
        return (wakes + appearances).compactMap(\.self).min()
    }
}

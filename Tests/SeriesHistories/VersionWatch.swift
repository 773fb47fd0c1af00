import Recurrence
import Storage

/// Watches that (id, version) names one content for ever, that versions rise with each visible change and never fall,
/// and that they stay where nothing changed.
struct VersionWatch {
    private var shownTasks: [TaskID: [Int: ShownTask]] = [:]
    private var lastTasks: [TaskID: TaskItem] = [:]
    /// The tasks that were there at the last look; one that was not is born again, with a version of its own.
    private var present: Set<TaskID> = []
    private var shownSeries: [SeriesID: [Int: Series]] = [:]
    private var lastSeries: [SeriesID: Series] = [:]

    /// What is wrong with the versions of a further state, before which some births were taken back.
    mutating func check(_ state: EngineState, withdrawn: [TaskID], _ names: Names) -> [String] {
        var faults: [String] = []
        // It can be born again at once.
        present.subtract(withdrawn)
        for task in state.tasks.values {
            faults += check(task).map { "versions: task \(names.text(task.id)) \($0)" }
        }
        present = Set(state.tasks.keys)
        for facts in state.series.values {
            faults += check(facts.series).map { "versions: series \(names.text(facts.series.id)) \($0)" }
        }
        return faults
    }

    private mutating func check(_ task: TaskItem) -> [String] {
        var faults: [String] = []
        if let then = lastTasks[task.id] {
            if task.version < then.version + (present.contains(task.id) ? 0 : 1) {
                faults.append("fell from \(then.version) to \(task.version)")
            }
            if present.contains(task.id), task.version != then.version, task.withVersion(0) == then.withVersion(0) {
                faults.append("rose to \(task.version) for nothing")
            }
        }
        if let then = shownTasks[task.id]?[task.version], then != ShownTask(task) {
            faults.append("\(task.version) is two things")
        }
        shownTasks[task.id, default: [:]][task.version] = ShownTask(task)
        lastTasks[task.id] = task
        return faults
    }

    private mutating func check(_ series: Series) -> [String] {
        var faults: [String] = []
        if let then = lastSeries[series.id] {
            if series.version < then.version { faults.append("fell from \(then.version) to \(series.version)") }
            if series.version != then.version, series.shownAlone == then.shownAlone {
                faults.append("rose to \(series.version) for nothing")
            }
        }
        if let then = shownSeries[series.id]?[series.version], then != series.shownAlone {
            faults.append("\(series.version) is two things")
        }
        shownSeries[series.id, default: [:]][series.version] = series.shownAlone
        lastSeries[series.id] = series
        return faults
    }
}

extension TaskItem {
    fileprivate func withVersion(_ version: Int) -> TaskItem {
        var copy = self
        (copy.version, copy.updatedAt) = (version, createdAt)
        return copy
    }
}

extension Series {
    /// What a client sees of it.
    fileprivate var shownAlone: Series {
        var copy = self
        (copy.version, copy.sharedChanges, copy.projectedAt, copy.updatedAt) = (0, 0, nil, createdAt)
        return copy
    }
}

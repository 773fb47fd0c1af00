import Recurrence
import Storage

/// How the series of a task goes on behind it, as far as no task exists for it yet.
enum SeriesFollowing: Hashable {
    /// There is nothing to watch: it does not recur, a later task exists, or its rules have ended.
    case nothing
    /// The due loop is to look at it then.
    case at(UTCInstant)
    /// The following occurrence would lie beyond the ``TimeRange``.
    case beyondRange
    /// It appears by itself, and too many of its tasks are open.
    case stalled

    /// When the due loop is to look at it.
    var instant: UTCInstant? {
        if case .at(let instant) = self { instant } else { nil }
    }
}

/// The bounds of series whose tasks appear by themselves.
enum SeriesBounds {
    /// How many open tasks of a series keep it from making more.
    static let maxOpen = 1_000
    /// Among how many of its latest tasks the open ones are counted.
    static let latest = 2_000
    /// How many series the due loop follows in one transaction, each by one task.
    static let maxAtOnce = 100
    /// How many waiting occurrences are counted.
    static let maxCounted = 10_000
}

extension TaskCommands {
    /// When the due loop is to look at the series again: the following occurrence's first reminder, or, where it
    /// appears by itself, its start if that is earlier.
    func following(
        of task: TaskItem,
        plan: TaskPlan,
        in reader: any TaskReader,
        now: UTCInstant
    ) throws -> SeriesFollowing {
        guard let recurrence = task.recurrence, let place = task.occurrence else { return .nothing }
        let appearsByItself = recurrence.respawn == .schedule
        guard task.status.isOpen || appearsByItself,
            try reader.task(inSeries: place.series, number: place.number + 1) == nil,
            let series = try SeriesProjection(of: task, plan: plan, sets: ruleSets)
        else { return .nothing }
        guard appearsByItself else {
            // A projection that has passed is moved on.
            let first = series.firstFiring(from: now.advanced(by: .milliseconds(1)))
            return first.map { .at($0) } ?? .nothing
        }
        // An occurrence that appears by itself is never passed over.
        guard let slot = series.slots.next else {
            return series.slots.set.goesBeyondCalendar ? .beyondRange : .nothing
        }
        guard let instant = series.shape.appearance(at: slot) else { return .beyondRange }
        return try isStalled(task, at: place, in: reader) ? .stalled : .at(instant)
    }

    /// Whether so many tasks of a series are open that it makes no more, the task itself among them.
    private func isStalled(_ task: TaskItem, at place: SeriesOccurrence, in reader: any TaskReader) throws -> Bool {
        guard place.number >= SeriesBounds.maxOpen else { return false }
        let own = task.status.isOpen ? 1 : 0
        let numbers = max(1, place.number - SeriesBounds.latest + 1)..<place.number
        return try reader.openTasks(inSeries: place.series, numbers: numbers) + own >= SeriesBounds.maxOpen
    }

    /// The start of the occurrence that is to appear by itself now; nil for a task that is followed otherwise, or later.
    ///
    /// Where missed ones are skipped it is the latest whose time has come, for instance after the daemon was down.
    func startBySchedule(after task: TaskItem, now: UTCInstant) throws -> CivilTime? {
        guard let recurrence = task.recurrence, recurrence.respawn == .schedule,
            let series = try SeriesProjection(of: task, plan: plan(for: task.timeZone), sets: ruleSets)
        else { return nil }
        let next = series.slots.next.flatMap { slot in
            series.shape.appearance(at: slot).flatMap { $0 <= now ? slot : nil }
        }
        guard recurrence.missed == .skip, let next else { return next }
        let last = series.lastSlotToAppear(by: now)
        return last.flatMap { series.shape.exists(at: $0) ? max($0, next) : nil } ?? next
    }

    /// Lets a series go on that had too many open tasks, now that one of them is closed or gone.
    func goOnIfStalled(_ place: SeriesOccurrence?, in transaction: any StoreTransaction, now: UTCInstant) throws {
        guard let place, let last = try transaction.lastTask(inSeries: place.series), last.projectedAt == nil,
            last.setAside == nil, last.recurrence?.respawn == .schedule,
            (last.occurrence?.number ?? 0) >= SeriesBounds.maxOpen
        else { return }
        let plan = try plan(for: last.timeZone)
        guard case .at(let instant) = try following(of: last, plan: plan, in: transaction, now: now) else { return }
        try transaction.setProjection(of: last.id, to: instant)
    }

    /// How many occurrences behind a task have begun by now; nil for more than are counted.
    func waiting(behind task: TaskItem, now: UTCInstant) throws -> Int? {
        try SeriesProjection(of: task, plan: plan(for: task.timeZone), sets: ruleSets)?
            .slots.count(by: now, most: SeriesBounds.maxCounted)
    }
}

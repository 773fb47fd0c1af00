import Recurrence
import Storage

/// How a series goes on beyond its frontier, as far as no task exists for it yet.
enum SeriesFollowing: Hashable {
    /// There is nothing to watch: it has ended or waits for a completion, or its rules give no more.
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

/// The bounds of what is done to a series at once.
enum SeriesBounds {
    /// How many open tasks of a series keep it from making more by itself.
    static let maxOpen = 1_000
    /// How many tasks appear in one transaction, be they of one series or of several that share them out.
    static let maxBirths = 100
    /// How many series the due loop follows in one transaction.
    static let maxAtOnce = 50
    /// How many waiting occurrences are counted.
    static let maxCounted = 10_000
    /// How many passed over ones are counted.
    static let maxPassed = 1_000
    /// How many tasks are read at once.
    static let maxReadAtOnce = 200
}

extension TaskCommands {
    /// Opens the series of an occurrence.
    ///
    /// - Throws: ``SchedulerError`` with code `.notPossible` where it cannot be read.
    func open(
        _ place: SeriesOccurrence, in transaction: any StoreTransaction, now: UTCInstant
    ) throws -> SeriesTransaction {
        do {
            guard let series = try readableSeries(place.series, in: transaction) else {
                throw StoreError(.unreadable, "the series \(place.series) does not exist")
            }
            return try SeriesTransaction(series, self, in: transaction, now: now)
        } catch let error as StoreError where error.code == .unreadable {
            throw SchedulerError.unreadableSeries(error.description)
        }
    }

    /// A series that something is to be done to; nil when there is none.
    ///
    /// When to look at it follows from all else: where it is that which cannot be read, it is as if there were none yet.
    ///
    /// - Throws: ``StoreError`` with code `.unreadable`.
    func readableSeries(_ id: SeriesID, in transaction: any StoreTransaction) throws -> Series? {
        do { return try transaction.series(id) } catch let error as StoreError where error.code == .unreadable {
            try transaction.setProjection(of: id, to: nil)
            return try transaction.series(id)
        }
    }

    /// What is known of the occurrences beyond the frontier; nil where there are none to know of.
    func projection(of series: Series, in reader: any StoreReader) throws -> SeriesProjection? {
        guard series.isActive, let frontier = try reader.frontier(of: series.id) else { return nil }
        return try SeriesProjection(
            of: series, after: frontier.recurrenceID, births: reader.lastNumber(of: series.id),
            plan: plan(for: series.timeZone), sets: ruleSets)
    }

    /// When the due loop is to look at a series again: the following occurrence's first reminder, or, where it appears by
    /// itself, its start if that is earlier.
    func following(of series: Series, in reader: any StoreReader, now: UTCInstant) throws -> SeriesFollowing {
        guard series.isActive else { return .nothing }
        let appearsByItself = series.respawn == .schedule
        if !appearsByItself, try reader.frontier(of: series.id)?.state != .open { return .nothing }
        guard let projection = try projection(of: series, in: reader) else { return .nothing }
        guard appearsByItself else {
            // A projection that has passed is moved on.
            return projection.firstFiring(from: now.advanced(by: .milliseconds(1))).map { .at($0) } ?? .nothing
        }
        // An occurrence that appears by itself is never passed over.
        guard let slot = projection.slots.next else {
            return series.before == nil && projection.slots.set.goesBeyondCalendar ? .beyondRange : .nothing
        }
        guard let instant = projection.shape.appearance(at: slot) else { return .beyondRange }
        return try isStalled(series, births: projection.slots.births, in: reader) ? .stalled : .at(instant)
    }

    private func isStalled(_ series: Series, births: Int, in reader: any StoreReader) throws -> Bool {
        guard births >= SeriesBounds.maxOpen else { return false }
        return try reader.openCount(of: series.id, limit: SeriesBounds.maxOpen) >= SeriesBounds.maxOpen
    }

    /// Whether an active series' last occurrence is closed and nothing comes after it.
    func isFinished(_ series: Series, in reader: any StoreReader, now: UTCInstant) throws -> Bool {
        guard let frontier = try reader.frontier(of: series.id), frontier.state != .open else { return false }
        let rules = try SeriesRules(series, zone: zones.rules(for: series.timeZone), sets: ruleSets)
        let births = try reader.lastNumber(of: series.id)
        let next =
            switch series.respawn {
            case .completion: rules.next(after: frontier.recurrenceID, births: births, now: now)
            case .schedule: rules.slots(after: frontier.recurrenceID, births: births).next
            }
        return try next.map { try !isPossible($0, of: series, now: now) } ?? true
    }

    /// Whether the occurrence at a slot lies in the ``TimeRange``.
    private func isPossible(_ slot: CivilTime, of series: Series, now: UTCInstant) throws -> Bool {
        guard let task = series.task(at: slot, id: TaskID(series.id.uuid), number: 1, now: now) else { return false }
        return try plan(for: series.timeZone).represents(task)
    }

    /// How many occurrences beyond the frontier have begun by now; nil for more than are counted.
    func waiting(in series: Series, in reader: any StoreReader, now: UTCInstant) throws -> Int? {
        try projection(of: series, in: reader)?.slots.count(by: now, most: SeriesBounds.maxCounted)
    }

    /// The occurrence that the answer to a closing names: the next one that has a task, or the first of the series that
    /// was split off there.
    func next(after place: SeriesOccurrence, in reader: any StoreReader) throws -> TaskItem? {
        let withTask: Set<LedgerEntry.State> = [.open, .completed, .skipped, .cancelled]
        let later = try reader.entries(of: place.series, in: withTask, from: place.recurrenceID, limit: 2)
            .first { $0.recurrenceID != place.recurrenceID }
        if let later { return try reader.task(later.task) }
        // What was split off may have been split again, and its first part have no task left.
        var split = try reader.series(splitFrom: place.series).first
        while let series = split {
            if let first = try reader.entries(of: series, in: withTask, from: nil, limit: 1).first {
                return try reader.task(first.task)
            }
            split = try reader.series(splitFrom: series).first
        }
        return nil
    }
}

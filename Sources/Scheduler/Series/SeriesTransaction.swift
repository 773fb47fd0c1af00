import Recurrence
import Storage

/// What one command, or one look of the due loop, does to one series: it holds the series meanwhile, and bears at the end
/// what is to come next.
struct SeriesTransaction {
    let commands: TaskCommands
    let transaction: any StoreTransaction
    let now: UTCInstant
    /// The series as it is by now; ``commit()`` writes it.
    var series: Series
    /// The member of the change that moves the occurrences: what it leads out of range is reported there.
    var mover = "/due"
    /// The series as it was written last; nil while it is new.
    private var written: Series?
    private let wasFinished: Bool
    private let wasActive: Bool
    private var hasRaisedVersion = false
    private var hasRaisedShared = false
    /// The pause that holds what a split took from the series that the pause is of; nil for none.
    var copiedPause: PauseID?

    /// Opens a series that there is.
    init(_ series: Series, _ commands: TaskCommands, in transaction: any StoreTransaction, now: UTCInstant) throws {
        (self.series, self.commands, self.transaction, self.now) = (series, commands, transaction, now)
        written = series
        wasActive = series.isActive
        do {
            wasFinished = try series.isActive && commands.isFinished(series, in: transaction, now: now)
        } catch is RecurrenceError {
            // Rules that make no sense are found out where they are asked what comes next.
            wasFinished = false
        }
    }

    /// Begins a new one.
    init(new series: Series, _ commands: TaskCommands, in transaction: any StoreTransaction, now: UTCInstant) {
        (self.series, self.commands, self.transaction, self.now) = (series, commands, transaction, now)
        (written, wasActive, wasFinished) = (nil, true, false)
    }

    /// The rules of the series in its zone.
    var rules: SeriesRules {
        get throws { try SeriesRules(series, zone: zone, sets: commands.ruleSets) }
    }

    var zone: ZoneRules {
        get throws { try commands.zones.rules(for: series.timeZone) }
    }

    /// Writes the series where it was changed; what its tasks show of it counts in their versions.
    mutating func commit() throws {
        series.shown = try shownRecurrence()
        guard let old = written else {
            try transaction.save(series)
            written = series
            return
        }
        guard series != old else { return }
        if !hasRaisedVersion {
            series.version += 1
            hasRaisedVersion = true
        }
        if !hasRaisedShared, series.shown != old.shown || series.start != old.start {
            series.sharedChanges += 1
            hasRaisedShared = true
        }
        series.updatedAt = now
        try transaction.save(series)
        written = series
    }

    /// Whether the series was written with changes since it was opened.
    var isChanged: Bool { hasRaisedVersion }

    /// Counts a change that each task of the series shows, though the series itself does not.
    mutating func raiseSharedChanges() {
        series.sharedChanges += 1
        hasRaisedShared = true
    }

    /// Whether there are neither rules nor added dates, as a split can leave it: nothing can come of such a series.
    var hasNothingLeft: Bool { series.rules.isEmpty && series.dates.isEmpty }

    /// Ends the series, unless it ended before.
    mutating func end(_ reason: Series.End.Reason, by task: TaskID? = nil) throws {
        guard series.end == nil else { return }
        series.end = Series.End(reason, by: task)
        try commit()
        try transaction.append([.seriesEnded(series, now: now)])
    }

    /// Makes the series active again where an occurrence had ended it by being given up.
    mutating func revive(endedBy task: TaskID) {
        if series.end == Series.End(.cancelled, by: task) { series.end = nil }
    }

    // MARK: What comes next

    /// Bears what comes next where the frontier is closed, and writes when the due loop is to look again.
    ///
    /// Where that cannot be done, the series is set aside, and what the command did otherwise stays.
    ///
    /// - Parameter cause: The occurrence that was just closed or deleted; nil for none.
    /// - Returns: The task that was born; nil where none was.
    /// - Throws: What the store as a whole throws.
    @discardableResult
    mutating func conclude(cause: TaskID? = nil) throws -> TaskItem? {
        try commit()
        if !wasActive, series.isActive { try transaction.append([.seriesResumed(series, now: now)]) }
        guard let frontier = try transaction.frontier(of: series.id) else { return nil }
        var (setAside, before) = (SetAsideTransaction(transaction, now: now), self)
        if let born = try setAside.attempt(.series(of: frontier.task), { try goOn(after: frontier, cause: cause) }) {
            return born
        }
        before.series.projectedAt = nil
        before.written?.projectedAt = nil
        self = before
        try transaction.setProjection(of: series.id, to: nil)
        return nil
    }

    private mutating func goOn(after frontier: LedgerEntry, cause: TaskID?) throws -> TaskItem? {
        var born: TaskItem?
        var isBeyondRange = false
        if series.isActive, series.respawn == .completion, frontier.state != .open {
            let (rules, births) = (try rules, try transaction.lastNumber(of: series.id))
            if let slot = rules.next(after: frontier.recurrenceID, births: births, now: now) {
                born = try bear(slot, cause: cause)
                isBeyondRange = born == nil
            } else {
                isBeyondRange = rules.goesBeyondRange
            }
        }
        let following = try updateProjection()
        guard series.isActive else { return born }
        if born != nil {
            if wasFinished, wasActive { try transaction.append([.seriesResumed(series, now: now)]) }
        } else if frontier.state != .open, !wasFinished {
            switch following {
            case .nothing where isBeyondRange: try transaction.append([.seriesBeyondRange(series, now: now)])
            case .nothing: try transaction.append([.seriesFinished(series, now: now)])
            case .at, .beyondRange, .stalled: break
            }
        }
        return born
    }

    /// Makes the entry and the task of a slot; where the task would lie beyond the ``TimeRange``, neither.
    func bear(_ slot: CivilTime, cause: TaskID? = nil) throws -> TaskItem? {
        let known = try transaction.entry(of: series.id, at: slot)
        let ids = OccurrenceIDs(reader: transaction)
        let id = try known?.task ?? ids.newTask(of: series.id, at: slot)
        let number = try transaction.lastNumber(of: series.id) + 1
        let previous = try cause ?? transaction.frontier(of: series.id)?.task
        guard var task = series.task(at: slot, id: id, number: number, now: now),
            try commands.plan(for: series.timeZone).represents(task)
        else { return nil }
        var entry = LedgerEntry(recurrenceID: slot, task: id, number: number)
        (entry.cause, entry.passed) = (cause, try passedOver(before: slot))
        task.version = (known?.version ?? 0) + 1
        try ids.giveReminders(of: &task)
        try transaction.save(entry, of: series.id)
        try commands.save(&task, in: transaction, now: now)
        try transaction.append([.respawned(task, after: previous, by: entry, now: now)])
        return task
    }

    /// How many slots lie between the frontier and a slot beyond it, counted to a bound.
    ///
    /// Where the rules count from completion none are passed over: there is no set before the moment of closing.
    private func passedOver(before slot: CivilTime) throws -> Int {
        guard series.anchor == .due, let frontier = try transaction.frontier(of: series.id)?.recurrenceID,
            frontier < slot
        else { return 0 }
        let slots = try rules.slots(after: frontier, births: 0)
        if slots.next == slot { return 0 }
        let count = slots.count(after: frontier.localSeconds, through: slot, most: SeriesBounds.maxPassed)
        return (count ?? SeriesBounds.maxPassed + 1) - 1
    }

    /// Lets appear what is to appear by itself up to now, the oldest first.
    ///
    /// - Parameter limit: How many at most.
    /// - Returns: Whether the series stalled by it.
    /// - Throws: What the store throws, and `RecurrenceError` when the rules make no sense.
    mutating func appear(atMost limit: Int) throws -> Bool {
        var isStalled = false
        for _ in 0..<limit {
            guard series.respawn == .schedule,
                let slot = try commands.projection(of: series, in: transaction)?.slotToAppear(by: now),
                try commands.following(of: series, in: transaction, now: now) != .stalled,
                let task = try bear(slot)
            else { break }
            switch try commands.following(of: series, in: transaction, now: now) {
            case .beyondRange: try transaction.append([.seriesBeyondRange(series, with: task, now: now)])
            case .stalled:
                isStalled = true
                let waiting = try commands.waiting(in: series, in: transaction, now: now)
                try transaction.append([.seriesStalled(series, with: task, waiting: waiting, now: now)])
            case .nothing, .at: break
            }
        }
        try updateProjection()
        return isStalled
    }

    /// Writes when the due loop is to look at the series again.
    @discardableResult
    mutating func updateProjection() throws -> SeriesFollowing {
        let following = try commands.following(of: series, in: transaction, now: now)
        // What is due now and cannot appear is not looked for again and again.
        let instant = following.instant
        guard instant != series.projectedAt else { return following }
        series.projectedAt = instant
        written?.projectedAt = instant
        try transaction.setProjection(of: series.id, to: instant)
        return following
    }

    // MARK: Ledger

    /// The entry of one of the series' tasks.
    ///
    /// - Throws: ``StoreError`` with code `.unreadable` where there is none, which only damage can bring about.
    func entry(of place: SeriesOccurrence) throws -> LedgerEntry {
        guard let entry = try transaction.entry(of: series.id, at: place.recurrenceID) else {
            throw StoreError(
                .unreadable, "the ledger of the series \(series.id) has no entry for \(place.recurrenceID)")
        }
        return entry
    }

    func save(_ entry: LedgerEntry) throws {
        try transaction.save(entry, of: series.id)
    }
}

public import Recurrence

/// What a part of the log adds to the statistics, worked out from the events alone and from what was counted before them.
///
/// An event that makes, completes or reopens a task says what the task is since, so that what is counted of each task
/// follows from its last event, and what was counted before and holds no more is taken off where it was counted. What
/// happened to reminders, and that a task became overdue, are counted when they happened, and stay.
public struct StatisticsFold: Hashable, Sendable {
    /// What is counted together.
    public struct Place: Hashable, Sendable {
        /// For whom.
        public var group: StatisticsGroup
        /// When.
        public var slot: StatisticsSlot
    }

    /// The place in the log that was counted up to before.
    public let begin: Int64
    /// The place in the log that is counted up to with this.
    public private(set) var end: Int64
    /// When the first event of all that are counted happened; nil where there is none.
    public private(set) var since: UTCInstant?
    /// What is to be added where; what is to be taken off is negative.
    public private(set) var counts: [Place: StatisticsCounts] = [:]
    /// For whom something is added, in the order in which they first come up in the log: of several spellings of a tag
    /// the last of them is told.
    public private(set) var groups: [StatisticsGroup] = []
    /// What is counted of tasks since then.
    public private(set) var tasks: [TaskID: CountedTask] = [:]
    private var knownGroups: Set<StatisticsGroup> = []

    /// Counts the events that follow on what was counted.
    ///
    /// - Parameters:
    ///   - reader: Where the log is, and what was counted before.
    ///   - limit: How many events at most.
    /// - Throws: ``StoreError``.
    public init(_ reader: some EventReader & StatisticsReader, limit: Int) throws {
        let progress = try reader.statisticsProgress()
        (begin, end, since) = (progress.sequence, progress.sequence, progress.since)
        var facts: [StatisticsFact] = []
        // Nothing else can be read while events are.
        try reader.eachEvent(after: progress.sequence, limit: limit) { event in
            end = event.sequence
            if since == nil { since = event.timestamp }
            if let fact = StatisticsFact(event) { facts.append(fact) }
            return true
        }
        for fact in facts { try add(fact, reader) }
    }

    /// Whether there was nothing to count.
    public var isEmpty: Bool { begin == end }

    private mutating func add(_ fact: StatisticsFact, _ reader: some StatisticsReader) throws {
        switch fact.kind {
        case .overdue: count(\.overdue, at: fact.at, fact.groups)
        case .fired: count(\.fired, at: fact.at, fact.groups)
        case .snoozed: count(\.snoozed, at: fact.at, fact.groups)
        case .missed: count(\.missed, at: fact.at, fact.groups)
        case .made, .changed, .removed, .takenBack: try settle(fact, reader)
        }
        // One that was before anything was counted cannot be taken off.
        if let snooze = fact.snooze, let since, snooze.at >= since {
            count(\.snoozed, at: snooze.at, fact.groups, times: snooze.isInForce ? 1 : -1)
        }
    }

    /// Replaces what is counted of a task by what its event says that it is.
    private mutating func settle(_ fact: StatisticsFact, _ reader: some StatisticsReader) throws {
        guard let subject = fact.subject, fact.kind != .removed else { return }
        let before = try tasks[subject.id] ?? reader.countedTask(subject.id) ?? CountedTask()
        var task = before
        switch fact.kind {
        case .takenBack:
            task.set(.creation, to: nil)
            task.set(.completion, to: nil)
        case .made where task.creation == nil:
            task.set(.creation, to: CountedTask.Count(at: subject.createdAt, groups: fact.groups))
        default: break
        }
        if fact.kind != .takenBack {
            task.set(
                .completion,
                to: subject.completedAt.map { .init(at: $0, groups: fact.groups, lateness: subject.lateness) })
        }
        guard task != before else { return }
        tasks[subject.id] = task
        if before.creation != task.creation {
            if let old = before.creation { count(.creation, at: old.at, old.groups, times: -1) }
            if let new = task.creation { count(.creation, at: new.at, new.groups) }
        }
        if before.completion != task.completion {
            if let old = before.completion { count(.completion(old), at: old.at, old.groups, times: -1) }
            if let new = task.completion { count(.completion(new), at: new.at, new.groups) }
        }
    }

    private mutating func count(
        _ member: WritableKeyPath<StatisticsCounts, Int>, at instant: UTCInstant, _ groups: [StatisticsGroup],
        times factor: Int = 1
    ) {
        var counts = StatisticsCounts()
        counts[keyPath: member] = 1
        count(counts, at: instant, groups, times: factor)
    }

    private mutating func count(
        _ added: StatisticsCounts, at instant: UTCInstant, _ groups: [StatisticsGroup], times factor: Int = 1
    ) {
        let slot = StatisticsSlot(of: instant)
        counts[Place(group: .all, slot: slot), default: StatisticsCounts()].add(added, times: factor)
        for group in groups {
            counts[Place(group: group, slot: slot), default: StatisticsCounts()].add(added, times: factor)
            if knownGroups.insert(group).inserted { self.groups.append(group) }
        }
    }
}

extension StatisticsCounts {
    /// One creation.
    fileprivate static let creation: StatisticsCounts = {
        var counts = StatisticsCounts()
        counts.created = 1
        return counts
    }()

    /// One completion.
    fileprivate static func completion(_ count: CountedTask.Count) -> StatisticsCounts {
        var counts = StatisticsCounts()
        counts.completed = 1
        if let lateness = count.lateness {
            (counts.completedWithDue, counts.onTime, counts.lateness) = (1, lateness <= 0 ? 1 : 0, lateness)
        }
        return counts
    }
}

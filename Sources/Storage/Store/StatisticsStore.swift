public import Recurrence

/// Reads statistics: how often things happened, counted from the event log and kept beside it.
public protocol StatisticsReader {
    /// How far the log is counted.
    func statisticsProgress() throws -> StatisticsProgress

    /// What is counted of a task; nil where nothing is.
    func countedTask(_ id: TaskID) throws -> CountedTask?

    /// What happened in some ranges of time, as far as the log is counted. Cost: a row for each quarter of an hour in
    /// which something happened.
    ///
    /// - Parameters:
    ///   - group: For whom it is counted.
    ///   - ranges: The ranges; each bound counts as the beginning of the ``StatisticsSlot`` that it lies in.
    /// - Returns: The counts, in the order of the ranges.
    /// - Throws: ``StoreError``.
    func statistics(of group: StatisticsGroup, in ranges: [Range<UTCInstant>]) throws -> [StatisticsCounts]

    /// What happened in a range of time, for each group of a kind for which anything did, in the order of their names.
    ///
    /// - Parameters:
    ///   - kind: The kind of the groups.
    ///   - range: The range, as in ``statistics(of:in:)``.
    ///   - cursor: Where an earlier page ended; nil for the first.
    ///   - limit: How many groups at most.
    /// - Returns: The groups, and where the next page begins; nil when this is the last.
    /// - Throws: ``StoreError``.
    func statistics(
        by kind: StatisticsGroup.Kind, in range: Range<UTCInstant>, after cursor: StoreCursor?, limit: Int
    ) throws -> Page<GroupStatistics, StoreCursor>

    /// What became of the latest occurrences of a series, the latest first; those whose creation was undone left out.
    ///
    /// - Parameters:
    ///   - series: The series.
    ///   - limit: How many at most.
    /// - Returns: What became of each.
    /// - Throws: ``StoreError``.
    func outcomes(of series: SeriesID, limit: Int) throws -> [OccurrenceOutcome]
}

/// Writes statistics.
public protocol StatisticsWriter {
    /// Adds what a part of the log says, unless the log was counted further since that was worked out.
    ///
    /// - Parameter fold: What the part says.
    /// - Throws: ``StoreError``.
    func add(_ fold: StatisticsFold) throws
}

/// How far the log is counted.
public struct StatisticsProgress: Hashable, Sendable {
    /// The place of the last event that is counted; 0 for none.
    public var sequence: Int64
    /// When the first event that was counted happened; nil while none is.
    ///
    /// Statistics of earlier times are incomplete.
    public var since: UTCInstant?

    /// Makes one from its parts.
    public init(sequence: Int64, since: UTCInstant?) {
        (self.sequence, self.since) = (sequence, since)
    }
}

/// What happened for one group.
public struct GroupStatistics: Hashable, Sendable {
    /// The group.
    public var group: StatisticsGroup
    /// What happened.
    public var counts: StatisticsCounts

    /// Makes one from its parts.
    public init(group: StatisticsGroup, counts: StatisticsCounts) {
        (self.group, self.counts) = (group, counts)
    }
}

/// What became of one occurrence of a series.
public struct OccurrenceOutcome: Hashable, Sendable {
    /// What it is, or was before it was deleted.
    public var state: LedgerEntry.State
    /// Whether it was deleted.
    public var isDeleted: Bool
    /// How many slots before it were passed over when it was created.
    public var passed: Int
    /// How long after it was due it was closed, in milliseconds, negative before; nil while it is open, without a due
    /// time, and where its task is gone.
    public var lateness: Int64?
    /// The id of its task, also where there is none any more; nil for an occurrence that is of no store.
    public var task: TaskID?

    /// Makes one from its parts.
    public init(
        _ state: LedgerEntry.State, isDeleted: Bool = false, passed: Int = 0, lateness: Int64? = nil,
        task: TaskID? = nil
    ) {
        (self.state, self.isDeleted, self.passed, self.lateness) = (state, isDeleted, passed, lateness)
        self.task = task
    }
}

extension StoreTransaction {
    /// Counts the events that follow on what was counted.
    ///
    /// - Parameter limit: How many at most.
    /// - Throws: ``StoreError``.
    package func countEvents(limit: Int) throws {
        let fold = try StatisticsFold(self, limit: limit)
        if !fold.isEmpty { try add(fold) }
    }
}

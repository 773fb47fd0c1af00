public import Recurrence

/// Reads series and their ledgers.
public protocol SeriesReader {
    /// The series with an id; nil when there is none.
    ///
    /// - Throws: ``StoreError`` with code `.unreadable` where it cannot be read.
    func series(_ id: SeriesID) throws -> Series?

    /// The series that a task is or was an occurrence of, deleted ones among them; nil when it never was.
    func seriesID(ofTask id: TaskID) throws -> SeriesID?

    /// The ledger's entry of a task that is or was an occurrence, and its series; nil when it never was.
    func entry(ofTask id: TaskID) throws -> (series: SeriesID, entry: LedgerEntry)?

    /// The ledger's entry for a slot; nil when none was ever created for it.
    func entry(of series: SeriesID, at recurrenceID: CivilTime) throws -> LedgerEntry?

    /// The entry with the greatest slot that has an occurrence, in whatever state; nil when there is none.
    func frontier(of series: SeriesID) throws -> LedgerEntry?

    /// The greatest number of a series' entries; 0 when it has none. Cost: one index look-up.
    func lastNumber(of series: SeriesID) throws -> Int

    /// Entries of a ledger in the order of their slots.
    ///
    /// - Parameters:
    ///   - series: The series.
    ///   - states: Only those in one of these states; nil for all.
    ///   - slot: The first slot that counts; nil for all.
    ///   - limit: How many at most.
    /// - Returns: The entries, in that order.
    /// - Throws: ``StoreError``.
    func entries(
        of series: SeriesID, in states: Set<LedgerEntry.State>?, from slot: CivilTime?, limit: Int
    ) throws -> [LedgerEntry]

    /// How many entries of a ledger there are in each state. Cost: a row for each.
    func entryCounts(of series: SeriesID) throws -> [LedgerEntry.State: Int]

    /// How many occurrences of a series are open, counted to `limit` at most.
    func openCount(of series: SeriesID, limit: Int) throws -> Int

    /// Whether a ledger has occurrences with slots before one.
    func hasEntries(of series: SeriesID, before slot: CivilTime) throws -> Bool

    /// The series that were split from one, that which begins first before the others.
    func series(splitFrom id: SeriesID) throws -> [SeriesID]

    /// The series that are projected in a range of instants, in that order, then by id.
    ///
    /// - Parameters:
    ///   - last: The last of an earlier page; nil for the first page.
    ///   - end: The instant before which they end; nil for no end.
    ///   - limit: How many at most.
    /// - Returns: The series, each with its instant, in that order.
    /// - Throws: ``StoreError``.
    func projectedSeries(
        after last: ProjectedSeries?, before end: UTCInstant?, limit: Int
    ) throws -> [ProjectedSeries]

    /// What changes of a series have still to do to its open occurrences, in the order in which it is to be done.
    ///
    /// - Throws: ``StoreError`` with code `.unreadable` where it cannot be read.
    func pendingEdits(of series: SeriesID) throws -> [PendingEdit]

    /// The series that have pending edits, in an order of the store. Cost: a row for each.
    func seriesWithPendingEdits(limit: Int) throws -> [SeriesID]

    /// Active series, in an order of the store, for who looks at every one.
    ///
    /// - Parameters:
    ///   - zone: Only those in this zone; nil for all.
    ///   - cursor: Where an earlier call ended; nil for the first.
    ///   - limit: How many at most.
    /// - Returns: The series, and where the next call begins; nil when there are no more.
    /// - Throws: ``StoreError``.
    func activeSeries(
        inZone zone: String?, after cursor: StoreCursor?, limit: Int
    ) throws -> (series: [SeriesID], next: StoreCursor?)
}

/// Writes series and their ledgers.
public protocol SeriesWriter {
    /// Writes a series whole, new or not.
    ///
    /// The ledger keeps slots by their distance from the series' start: another start moves every entry along, and with
    /// it the recurrence id of every task. A series of local times that becomes one of days keeps each slot's day, and
    /// no withdrawn entry whose day is another's, too.
    ///
    /// - Throws: ``StoreError`` with code `.conflict` where two born entries would come to stand at one slot.
    func save(_ series: Series) throws

    /// Sets when the due loop is to look at a series again, and nothing else; nil for never.
    func setProjection(of series: SeriesID, to instant: UTCInstant?) throws

    /// Writes an entry of a ledger, new or not.
    ///
    /// - Throws: ``StoreError`` with code `.conflict` where its number belongs to another entry.
    func save(_ entry: LedgerEntry, of series: SeriesID) throws

    /// Gives open occurrences fields of a content, but for those that they override, by one statement for all: nothing
    /// but these fields, `version` and `updatedAt` changes, and only where a field is another one then.
    ///
    /// - Parameters:
    ///   - fields: Some of ``TaskFields/plain``.
    ///   - content: What they are to be.
    ///   - tasks: The tasks; one that is not there, or no open occurrence, stays as it is.
    ///   - now: The time of the change.
    /// - Returns: The tasks that were changed, in the order in which they were passed.
    /// - Throws: ``StoreError``.
    func give(_ fields: TaskFields, of content: TaskContent, to tasks: [TaskID], at now: UTCInstant) throws -> [TaskID]

    /// Keeps what changes of a series have still to do, instead of what was kept before; nothing where it is empty. The
    /// series must be there; it goes with the series.
    func setPendingEdits(_ edits: [PendingEdit], of series: SeriesID) throws

    /// Moves the entries from a slot on, and their tasks, from one series to another, where they are numbered from 1 in
    /// the order of their slots. Both series must be there.
    func moveEntries(of series: SeriesID, from slot: CivilTime, to other: SeriesID) throws
}

/// A series with the instant at which it is projected.
public struct ProjectedSeries: Hashable, Sendable {
    /// The instant.
    public let instant: UTCInstant
    /// The series.
    public let series: SeriesID

    /// Makes one from its parts.
    public init(instant: UTCInstant, series: SeriesID) {
        (self.instant, self.series) = (instant, series)
    }
}

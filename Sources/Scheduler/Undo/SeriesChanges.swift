import Storage

/// The changes of the series of one task, looked up once for all entries of its history.
struct SeriesChanges {
    /// How far back they are looked at: each is an index look-up.
    private static let limit = 200

    private var series: SeriesID?
    /// The latest first.
    private var changes: [ChangeID] = []

    /// Whether a change of a task changed how it repeats; false where it lies too far back to tell.
    mutating func changesRepetition(_ entry: TaskHistoryEntry, in reader: some StoreReader) throws -> Bool {
        guard [.update, .undo, .redo].contains(entry.change.kind), entry.before != nil,
            let series = entry.after?.occurrence?.series
        else {
            return false
        }
        try lookUp(series, in: reader)
        guard let place = changes.firstIndex(of: entry.change.id) else { return false }
        let after = try place == 0 ? reader.series(series) : reader.series(series, before: changes[place - 1])
        // A series that the change made goes on from another one, or is the first of a task that did not repeat.
        let before =
            try reader.series(series, before: entry.change.id)
            ?? after?.splitFrom.flatMap { try reader.series($0, before: entry.change.id) }
        return before.map(Repetition.init) != after.map(Repetition.init)
    }

    private mutating func lookUp(_ series: SeriesID, in reader: some StoreReader) throws {
        guard self.series != series else { return }
        (self.series, changes) = (series, [])
        while changes.count < Self.limit,
            let change = try reader.latestChange(of: .series(series), before: changes.last)
        {
            changes.append(change.id)
        }
    }
}

/// What says of a series when it comes again.
private struct Repetition: Equatable {
    private let rules: [String]
    private let dates: [String]
    private let exceptionDates: [String]
    private let anchor: TaskRecurrence.Anchor
    private let missed: TaskRecurrence.Missed
    private let respawn: TaskRecurrence.Respawn
    /// Whether somebody ended it, and not its rules or its last task.
    private let isStopped: Bool

    init(_ series: Series) {
        (rules, dates, exceptionDates) = (series.rules.map(\.text), series.dates, series.exceptionDates)
        (anchor, missed, respawn) = (series.anchor, series.missed, series.respawn)
        isStopped = series.end?.reason == .stopped
    }
}

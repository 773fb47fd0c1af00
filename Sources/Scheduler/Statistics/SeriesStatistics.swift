package import Storage

/// How regularly the occurrences of a series were done, from its ledger.
package struct SeriesStatistics: Hashable, Sendable {
    /// How many of the latest occurrences are looked at.
    package static let maxOccurrences = 20_000
    /// How many series are followed back from one that was split off to that which it was split off first.
    private static let maxOrigins = 100

    /// How many occurrences are open, were completed, skipped, cancelled, or deleted before they were closed.
    package var counts: [LedgerEntry.State: Int] = [:]
    /// How many slots were passed over, since they were past when the next occurrence was created.
    package var passed = 0
    /// How many were completed one after the other, up to now.
    package var currentStreak = 0
    /// How many were ever completed one after the other.
    package var longestStreak = 0
    /// How late those were done that were completed and had a due time, in milliseconds, negative before, in order.
    package var lateness: [Int64] = []
    /// Whether every occurrence was looked at.
    package var isComplete = true

    /// Counts the occurrences of a series, and of those before it that it continues.
    ///
    /// - Parameters:
    ///   - series: The series.
    ///   - reach: What whoever asks may know of: nothing else is counted; nil for everything.
    ///   - reader: Where its ledger is.
    /// - Throws: ``StoreError``.
    package init(of series: Series, within reach: (any CommandReach)? = nil, in reader: some StoreReader) throws {
        var (latestFirst, isComplete): ([OccurrenceOutcome], Bool) = ([], true)
        var current: Series? = series
        for _ in 0..<Self.maxOrigins {
            guard let found = current else { break }
            let room = Self.maxOccurrences - latestFirst.count
            let outcomes = try reader.outcomes(of: found.id, limit: room + 1)
            latestFirst += try outcomes.prefix(room).filter { outcome in
                guard let reach else { return true }
                return try outcome.task.map { try reach.holds($0, in: reader) } ?? false
            }
            if outcomes.count > room {
                isComplete = false
                break
            }
            current = try found.splitFrom.flatMap { origin in
                try reach?.holds(origin, in: reader) ?? true ? reader.series(origin) : nil
            }
        }
        self.init(latestFirst.reversed(), isComplete: isComplete)
    }

    /// Counts occurrences in the order of their slots.
    init(_ outcomes: some Sequence<OccurrenceOutcome>, isComplete: Bool = true) {
        self.isComplete = isComplete
        for outcome in outcomes { add(outcome) }
        longestStreak = max(longestStreak, currentStreak)
        lateness.sort()
    }

    private mutating func add(_ outcome: OccurrenceOutcome) {
        passed += outcome.passed
        if outcome.passed > 0 { endStreak() }
        let state = outcome.isDeleted && outcome.state == .open ? .deleted : outcome.state
        counts[state, default: 0] += 1
        switch state {
        case .completed:
            currentStreak += 1
            if let late = outcome.lateness { lateness.append(late) }
        case .cancelled: endStreak()
        case .open, .skipped, .deleted, .withdrawn: break
        }
    }

    private mutating func endStreak() {
        longestStreak = max(longestStreak, currentStreak)
        currentStreak = 0
    }

    /// How many of those with a due time were done on time.
    package var onTime: Int { lateness.count { $0 <= 0 } }

    /// The middle one of the times from due to done, in seconds; between two middle ones their mean; nil without any.
    package var medianLateness: Double? {
        guard !lateness.isEmpty else { return nil }
        let (low, high) = (lateness[(lateness.count - 1) / 2], lateness[lateness.count / 2])
        return (Double(low) + Double(high)) / 2_000
    }

    /// The mean of the times from due to done, in seconds; nil without any.
    package var meanLateness: Double? {
        lateness.isEmpty ? nil : lateness.reduce(0) { $0 + Double($1) } / Double(lateness.count) / 1_000
    }
}

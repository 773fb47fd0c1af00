public import Recurrence
public import Storage

/// A series with what follows from its ledger and the clock.
public struct SeriesView: Hashable, Sendable {
    /// Where a series stands.
    public enum State: String, CaseIterable, Hashable, Sendable {
        /// Occurrences are born of it.
        case active
        /// Its last occurrence is closed, and its rules give no more.
        case finished
        /// It was ended.
        case ended
    }

    /// The series.
    public let series: Series
    /// Where it stands.
    public let state: State
    /// The slot of the next occurrence that no task exists for; nil where none comes, or where it depends on when the open
    /// one is completed.
    public let next: CivilTime?
    /// How many occurrences there are in each state of the ledger.
    public let counts: [LedgerEntry.State: Int]
}

/// One occurrence of a series: an entry of its ledger, or a slot that no task exists for.
public struct SeriesSlot: Hashable, Sendable {
    /// Where an occurrence stands.
    public enum State: Hashable, Sendable {
        /// It stands in the ledger.
        case recorded(LedgerEntry)
        /// It is still to come.
        case projected
        /// It was passed over.
        case missed
    }

    /// The slot.
    public let recurrenceID: CivilTime
    /// Where it stands.
    public let state: State
}

extension TaskCommands {
    /// A series with what follows from its ledger and the clock.
    ///
    /// - Throws: ``SchedulerError`` with code `.notFound`.
    public func view(of id: SeriesID, in reader: any StoreReader, now: UTCInstant) throws -> SeriesView {
        let series = try series(id, in: reader)
        let isFinished = try series.isActive && self.isFinished(series, in: reader, now: now)
        return SeriesView(
            series: try shown(series, in: reader),
            state: series.isActive ? isFinished ? .finished : .active : .ended,
            next: try nextSlot(of: series, in: reader, now: now),
            counts: try (reach?.counts(of: id, in: reader) ?? reader.entryCounts(of: id)).filter {
                $0.key != .withdrawn
            })
    }

    /// A series without the names of what whoever asks may not know of.
    private func shown(_ series: Series, in reader: any StoreReader) throws -> Series {
        guard let reach else { return series }
        var shown = series
        if let task = series.end?.by, try !reach.holds(task, in: reader) { shown.end?.by = nil }
        if let origin = series.splitFrom, try !reach.holds(origin, in: reader) { shown.splitFrom = nil }
        return shown
    }

    /// The occurrences of a series in a window, in the order of their slots: those of the ledger, those that were passed
    /// over, and those that are still to come.
    ///
    /// - Parameters:
    ///   - id: The series.
    ///   - start: The first local time; nil for the beginning.
    ///   - end: The local time before which they end; nil for no end.
    ///   - limit: How many at most.
    ///   - reader: The store that it is in.
    ///   - now: The current time.
    /// - Returns: The occurrences, and the slot with which the next page begins; nil when this is the last.
    /// - Throws: ``SchedulerError`` with code `.notFound`.
    public func occurrences(
        of id: SeriesID, from start: CivilTime?, until end: CivilTime?, limit: Int, in reader: any StoreReader,
        now: UTCInstant
    ) throws -> Page<SeriesSlot, CivilTime> {
        let series = try series(id, in: reader)
        let states = Set(LedgerEntry.State.allCases).subtracting([.withdrawn])
        let entries = try reader.entries(of: id, in: states, from: start, limit: limit + 1)
        var found = entries.map { SeriesSlot(recurrenceID: $0.recurrenceID, state: .recorded($0)) }
        let born = Set(entries.map(\.recurrenceID))
        if series.anchor == .due, let frontier = try reader.frontier(of: id)?.recurrenceID {
            let rules = try SeriesRules(series, zone: zones.rules(for: series.timeZone), sets: ruleSets)
            let first = max(start ?? series.start, series.start)
            // Where a page of entries ends before the frontier, so do the slots that are of interest.
            let last = entries.count > limit ? entries.last?.recurrenceID : nil
            let behind = rules.slots(from: first, through: last.map { min($0, frontier) } ?? frontier, limit: limit + 1)
            found += behind.filter { !born.contains($0) }.map { SeriesSlot(recurrenceID: $0, state: .missed) }
            if series.isActive, last == nil {
                let shape = OccurrenceShape(of: series, plan: try plan(for: series.timeZone))
                found += rules.slots(toCome: first, after: frontier, limit: limit + 1, now: now)
                    .prefix { shape.exists(at: $0) }.map { SeriesSlot(recurrenceID: $0, state: .projected) }
            }
        }
        let inOrder = found.filter { slot in end.map { slot.recurrenceID < $0 } ?? true }
            .sorted { $0.recurrenceID < $1.recurrenceID }
        return Page(
            items: Array(inOrder.prefix(limit)), next: inOrder.count > limit ? inOrder[limit].recurrenceID : nil)
    }
}

extension TaskCommands {
    /// The first slot to come.
    private func nextSlot(of series: Series, in reader: any StoreReader, now: UTCInstant) throws -> CivilTime? {
        guard series.anchor == .due, let projection = try projection(of: series, in: reader) else { return nil }
        let rules = try SeriesRules(series, zone: projection.slots.zone, sets: ruleSets)
        let next = rules.next(after: projection.slots.frontier, births: projection.slots.births, now: now)
        return next.flatMap { projection.shape.exists(at: $0) ? $0 : nil }
    }
}

extension SeriesRules {
    /// The slots from one on, at most so many.
    fileprivate func slots(from first: CivilTime, through last: CivilTime, limit: Int) -> [CivilTime] {
        let slots = slots(after: first.justBefore, births: 0)
        var found: [CivilTime] = []
        var after = first.localSeconds - 1
        while found.count < limit, let slot = slots.first(after: after), slot <= last {
            found.append(slot)
            after = slot.localSeconds
        }
        return found
    }

    /// The slots beyond the frontier from one on, at most so many; where `missed` skips, none that is past.
    fileprivate func slots(
        toCome first: CivilTime, after frontier: CivilTime, limit: Int, now: UTCInstant
    ) -> [CivilTime] {
        let slots = slots(after: frontier, births: 0)
        let leavesPastOut = series.missed == .skip
        guard let next = next(after: frontier, births: 0, now: now) else { return [] }
        var found: [CivilTime] = []
        var after = max(first, next).localSeconds - 1
        while found.count < limit, let slot = slots.first(after: after) {
            // Beside a gap one that is past can follow one that is not.
            if !leavesPastOut || !isPast(slot, at: now) { found.append(slot) }
            after = slot.localSeconds
        }
        return found
    }
}

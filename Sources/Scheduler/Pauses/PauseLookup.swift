import Filters
import Recurrence
import Storage

/// Finds the pause that a reminder falls in, within one transaction.
///
/// While there is no pause at all, nothing is looked up.
struct PauseLookup {
    private let reader: any StoreReader
    /// Whether there is any pause.
    let hasPauses: Bool
    private var known: [PauseTarget: Pause?] = [:]
    /// Those with a filter, and what it asks for now.
    private let filters: [(pause: Pause, filter: ResolvedFilter)]

    /// - Parameters:
    ///   - reader: Where the pauses are.
    ///   - zone: The zone of the days in filters; one that this machine does not know any more is taken for UTC.
    ///   - now: The instant that relative times in them count from.
    /// - Throws: ``StoreError``.
    init(_ reader: any StoreReader, zone: @autoclosure () throws -> ZoneRules, now: UTCInstant) throws {
        self.reader = reader
        hasPauses = try reader.hasPauses()
        let pauses = hasPauses ? try reader.filterPauses() : []
        let rules = pauses.isEmpty ? .utc : (try? zone()) ?? .utc
        filters = pauses.compactMap { pause in
            // One that this version cannot read holds nothing, as a pause that cannot be read.
            guard case .filter(let text) = pause.target, let filter = try? TaskFilter(text) else { return nil }
            return (pause, filter.resolved(now: now, zone: rules))
        }
    }

    /// The pause that keeps a reminder from going off; nil when none does.
    ///
    /// One that is over still counts for what became due while it lasted, so that its own word on missed reminders
    /// holds even if nobody looked meanwhile.
    mutating func pause(
        for reminder: ReminderID,
        dueAt: UTCInstant,
        of task: TaskItem,
        now: UTCInstant
    ) throws -> Pause? {
        guard hasPauses else { return nil }
        for target in Self.targets(of: reminder, of: task) {
            if let pause = try find(target), pause.counts(for: dueAt, now: now) { return pause }
        }
        return try filters.first { pause, filter in
            try pause.counts(for: dueAt, now: now) && task.matches(filter, in: reader)
        }?.pause
    }

    /// Whether a pause is about a reminder.
    func isAbout(_ reminder: ReminderID, of task: TaskItem, _ pause: PauseID) throws -> Bool {
        if Self.targets(of: reminder, of: task).contains(where: { PauseID(pausing: $0) == pause }) { return true }
        return try filters.contains { try $0.pause.id == pause && task.matches($0.filter, in: reader) }
    }

    private mutating func find(_ target: PauseTarget) throws -> Pause? {
        if let known = known[target] { return known }
        let pause = try reader.pause(PauseID(pausing: target))
        known[target] = .some(pause)
        return pause
    }

    /// What a pause of the reminder can be about, other than a filter.
    private static func targets(of reminder: ReminderID, of task: TaskItem) -> [PauseTarget] {
        [.all] + task.tags.map(PauseTarget.tag) + (task.occurrence.map { [.series($0.series)] } ?? [])
            + [.task(task.id), .reminder(reminder)]
    }
}

extension Pause {
    /// Whether it keeps what is due at an instant from going off now.
    fileprivate func counts(for dueAt: UTCInstant, now: UTCInstant) -> Bool {
        isLasting(at: now) || (since <= dueAt && isLasting(at: dueAt))
    }
}

extension PauseReader {
    /// The pauses with a filter, ended ones that still hold reminders among them.
    func filterPauses() throws -> [Pause] {
        // Their targets stand side by side. Undoing may bring back some that were ended to make room.
        try pauses(after: .filter(""), limit: 2 * PauseTarget.maxFilters).filter { pause in
            if case .filter = pause.target { true } else { false }
        }
    }
}

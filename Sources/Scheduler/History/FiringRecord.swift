public import Recurrence
public import Storage

/// A firing of the past, and all that is known of it.
public struct FiringRecord: Hashable, Sendable {
    /// The firing; of one that was missed, `firedAt` is when that was told.
    public var firing: Firing
    /// Whether it was told as missed.
    public var isMissed: Bool
    /// Why it was late or missed, one of the words of ``LateReason``; nil when it was on time.
    public var lateReason: String?
    /// The firing that it was put off from, by its scheduled instant; nil when it was not.
    public var snoozedFrom: UTCInstant?
    /// What was put off from it.
    public var snooze: ReminderNote?
    /// Who has seen it, and when.
    public var acknowledgement: ReminderNote?
    /// Where its event went.
    public var deliveries: [Delivery]
}

/// The firings of a task's reminders.
public struct FiringHistory: Hashable, Sendable {
    /// What is to come, soonest first; those of the next occurrence that no task exists for yet are the last.
    public var planned: [PlannedRecord]
    /// What was, latest first.
    public var past: [FiringRecord]
    /// Where the next page of the past begins; nil when this is the last.
    public var next: Firing?
}

extension TaskCommands {
    /// The firings of a task's reminders, planned and past, and why each is where it is.
    ///
    /// - Parameters:
    ///   - id: The task.
    ///   - place: Where the page of the past begins; nil for the first, which alone has what is planned.
    ///   - limit: How many of the past at most.
    ///   - reader: Where it is read.
    ///   - now: The current time.
    /// - Returns: The firings.
    /// - Throws: ``SchedulerError``: `.notFound`.
    public func firings(
        of id: TaskID,
        before place: Firing? = nil,
        limit: Int = 100,
        in reader: any StoreReader,
        now: UTCInstant
    ) throws -> FiringHistory {
        let task = try task(id, version: nil, in: reader)
        let fired = try reader.firings(of: id, before: place, limit: limit + 1)
        let earliest = fired.count > limit ? fired[limit].scheduledAt : UTCInstant(millisecondsSinceEpoch: .min)
        let latest = place?.scheduledAt ?? UTCInstant(millisecondsSinceEpoch: .max)
        var notes: [ReminderID: [ReminderNote]] = [:]
        for reminder in task.reminders {
            notes[reminder.id] = try reader.notes(on: reminder.id, from: earliest, through: latest)
        }
        let missed = notes.values.joined().compactMap(\.missedFiring).filter { firing in
            place.map { firing.isBefore($0) } ?? true
        }
        let all = (fired.map { ($0, false) } + missed.map { ($0, true) }).sorted { $1.0.isBefore($0.0) }
        let past = try all.prefix(limit).map { firing, isMissed in
            var record = FiringRecord(firing, isMissed: isMissed, notes: notes[firing.reminder] ?? [])
            record.deliveries = try reader.deliveries(of: firing)
            return record
        }
        return FiringHistory(
            planned: place == nil ? try planned(of: task, in: reader, now: now) : [],
            past: past,
            next: all.count > limit ? past.last?.firing : nil
        )
    }
}

extension FiringRecord {
    fileprivate init(_ firing: Firing, isMissed: Bool, notes: [ReminderNote]) {
        let own = notes.filter { $0.scheduledAt == firing.scheduledAt }
        self.init(
            firing: firing,
            isMissed: isMissed,
            lateReason: own.last { $0.kind == .late || $0.kind == .missed }?.reason,
            snoozedFrom: notes.last { $0.kind == .snoozed && $0.until == firing.scheduledAt }?.scheduledAt,
            snooze: own.last { $0.kind == .snoozed },
            acknowledgement: own.last { $0.kind == .acknowledged },
            deliveries: []
        )
    }
}

extension ReminderNote {
    fileprivate var missedFiring: Firing? {
        guard kind == .missed, let scheduledAt else { return nil }
        return Firing(reminder: reminder, scheduledAt: scheduledAt, firedAt: at, missedCount: missedCount)
    }
}

extension Firing {
    /// Whether it comes earlier in the order of the past, which runs by instant, then by reminder.
    fileprivate func isBefore(_ other: Firing) -> Bool {
        (scheduledAt, reminder) < (other.scheduledAt, other.reminder)
    }
}

public import Recurrence
public import Storage

/// A firing of the past, and all that is known of it.
public struct FiringRecord: Hashable, Sendable {
    /// The firing, gone off or missed.
    public var firing: Firing
    /// Whether it was reported as missed.
    public var isMissed: Bool { firing.isMissed }
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
        let past = try fired.prefix(limit).map { firing in
            let notes = try reader.latestNotes(on: firing.reminder, about: firing.scheduledAt)
            var record = FiringRecord(firing, notes: notes)
            record.deliveries = try reader.deliveries(of: firing)
            return record
        }
        return FiringHistory(
            planned: place == nil ? try planned(of: task, in: reader, now: now) : [],
            past: past,
            next: fired.count > limit ? past.last?.firing : nil
        )
    }
}

extension FiringRecord {
    fileprivate init(_ firing: Firing, notes: [ReminderNote]) {
        let own = notes.filter { $0.scheduledAt == firing.scheduledAt }
        self.init(
            firing: firing,
            lateReason: own.last { $0.kind == (firing.isMissed ? .missed : .late) }?.reason,
            snoozedFrom: notes.last { $0.kind == .snoozed && $0.until == firing.scheduledAt }?.scheduledAt,
            snooze: own.last { $0.kind == .snoozed },
            acknowledgement: own.last { $0.kind == .acknowledged },
            deliveries: []
        )
    }
}

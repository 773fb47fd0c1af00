package import Basics
public import Recurrence

/// The id of an event, `evt_` and 32 hexadecimal digits: the `webhook-id` of every attempt to deliver it.
public struct EventID: Hashable, Sendable {
    /// The bare UUID.
    public let uuid: UUIDValue

    /// Wraps a UUID.
    public init(_ uuid: UUIDValue) {
        self.uuid = uuid
    }

    /// Makes a new id that sorts by the time it was made.
    public init(madeAt now: UTCInstant) {
        self.init(TaskID(madeAt: now).uuid)
    }

    /// The id of the event that reports a firing; it follows from the firing's, so it too is the same for ever.
    public init(firing: FiringID) {
        self.init(firing.uuid)
    }
}

extension EventID: LosslessStringConvertible {
    /// `evt_` and the UUID's 32 digits.
    public var description: String {
        String(unsafeUninitializedCapacity: 36) { buffer in
            _ = buffer.initialize(from: "evt_".utf8)
            uuid.writeDigits { buffer[4 + $0] = $1 }
            return 36
        }
    }

    /// Reads what `description` writes.
    public init?(_ text: String) {
        guard text.hasPrefix("evt_") else { return nil }
        let digits = Array(text.dropFirst(4))
        guard digits.count == 32 else { return nil }
        let groups = [digits[0..<8], digits[8..<12], digits[12..<16], digits[16..<20], digits[20..<32]]
        guard let uuid = UUIDValue(groups.map { String($0) }.joined(separator: "-")) else { return nil }
        self.init(uuid)
    }
}

/// What kind of thing happened.
///
/// The set is open: a reader must expect types that it does not know.
public struct EventType: RawRepresentable, Hashable, Sendable {
    /// The text on the wire, such as `reminder.due`.
    public let rawValue: String

    /// Takes a type's text.
    public init(rawValue: String) {
        self.rawValue = rawValue
    }

    /// A reminder fired.
    public static let reminderDue = EventType(rawValue: "reminder.due")
    /// A reminder's time passed too long ago for it to fire.
    public static let reminderMissed = EventType(rawValue: "reminder.missed")
    /// A reminder was snoozed.
    public static let reminderSnoozed = EventType(rawValue: "reminder.snoozed")
    /// A person has seen a reminder.
    public static let reminderAcknowledged = EventType(rawValue: "reminder.acknowledged")
    /// A task was made.
    public static let taskCreated = EventType(rawValue: "task.created")
    /// A task was changed.
    public static let taskUpdated = EventType(rawValue: "task.updated")
    /// A task was done.
    public static let taskCompleted = EventType(rawValue: "task.completed")
    /// A closed task was opened again.
    public static let taskReopened = EventType(rawValue: "task.reopened")
    /// An occurrence was passed over.
    public static let taskSkipped = EventType(rawValue: "task.skipped")
    /// The next task of a series was created.
    public static let taskRespawned = EventType(rawValue: "task.respawned")
    /// A task's time passed while it was open.
    public static let taskOverdue = EventType(rawValue: "task.overdue")
    /// A task, or a reminder of it, cannot be read or evaluated and was set aside.
    public static let taskFailed = EventType(rawValue: "task.failed")
    /// The next occurrence of a series cannot be evaluated or created, and the series was set aside.
    public static let seriesFailed = EventType(rawValue: "series.failed")
    /// A pause cannot be read and was set aside; what it held fires.
    public static let pauseFailed = EventType(rawValue: "pause.failed")
    /// The machine does not know a time zone that tasks use.
    public static let zoneFailed = EventType(rawValue: "zone.failed")
    /// A task that waited for others waits for none that is open any more.
    public static let taskUnblocked = EventType(rawValue: "task.unblocked")
    /// A task was deleted.
    public static let taskDeleted = EventType(rawValue: "task.deleted")
    /// A series was made.
    public static let seriesCreated = EventType(rawValue: "series.created")
    /// The rules or the content of a series were changed.
    public static let seriesUpdated = EventType(rawValue: "series.updated")
    /// A series was split in two.
    public static let seriesSplit = EventType(rawValue: "series.split")
    /// A series that had ended or was finished creates occurrences again.
    public static let seriesResumed = EventType(rawValue: "series.resumed")
    /// The last occurrence of a series is closed, and its rules give no more.
    public static let seriesFinished = EventType(rawValue: "series.finished")
    /// A series ended for a reason that its rules do not give.
    public static let seriesEnded = EventType(rawValue: "series.ended")
    /// A series makes no more tasks by itself until one of its open ones is closed.
    public static let seriesStalled = EventType(rawValue: "series.stalled")
    /// A project was made, or is there again.
    public static let projectCreated = EventType(rawValue: "project.created")
    /// A project was changed.
    public static let projectUpdated = EventType(rawValue: "project.updated")
    /// A project was deleted; its tasks are in none.
    public static let projectDeleted = EventType(rawValue: "project.deleted")
    /// Somebody made a tag, or it is there again; one that merely comes with a task is not told of.
    public static let tagCreated = EventType(rawValue: "tag.created")
    /// A tag was changed; with another name, so were all tasks and series that have it.
    public static let tagUpdated = EventType(rawValue: "tag.updated")
    /// A tag was deleted, and taken off all that had it.
    public static let tagDeleted = EventType(rawValue: "tag.deleted")
    /// Reminders are held until somebody says otherwise.
    public static let pauseStarted = EventType(rawValue: "pause.started")
    /// Reminders that were paused fire again.
    public static let pauseEnded = EventType(rawValue: "pause.ended")
    /// The rules of a time zone changed, and instants of tasks with them.
    public static let zoneChanged = EventType(rawValue: "zone.changed")
    /// A hook was switched off because its receiver is gone.
    public static let hookDisabled = EventType(rawValue: "hook.disabled")

    /// A delivery was set aside because taskd ended, again, while it was in flight.
    public static let deliveryCrashed = EventType(rawValue: "delivery.crashed")

    /// Every type that taskd reports today.
    public static let known: [EventType] = [
        .reminderDue, .reminderMissed, .reminderSnoozed, .reminderAcknowledged,
        .taskCreated, .taskUpdated, .taskCompleted, .taskReopened, .taskSkipped, .taskRespawned, .taskOverdue,
        .taskUnblocked, .taskDeleted, .taskFailed, .seriesCreated, .seriesUpdated, .seriesSplit, .seriesResumed,
        .seriesFinished,
        .seriesEnded, .seriesStalled, .seriesFailed, .pauseFailed, .zoneFailed,
        .projectCreated, .projectUpdated, .projectDeleted, .tagCreated, .tagUpdated, .tagDeleted,
        .pauseStarted, .pauseEnded, .zoneChanged, .hookDisabled, .deliveryCrashed,
    ]
}

/// What is to be appended to the log; the store gives it its sequence.
public struct EventDraft: Sendable {
    /// The id of the event.
    public var id: EventID
    /// What happened.
    public var type: EventType
    /// When it happened.
    public var timestamp: UTCInstant
    /// The event's `data`: one JSON object as UTF-8.
    public var data: [UInt8]
    /// The task that it is about; nil when it is about none.
    public var subject: EventSubject?

    /// The version of the form of `data`, its member `dataVersion`.
    ///
    /// Members that are added leave it as it is; it rises when one goes or changes its meaning. What was recorded before
    /// there was the member has the form of version 1.
    package static let dataVersion = 1

    /// Makes a draft from its parts.
    public init(id: EventID, type: EventType, timestamp: UTCInstant, data: [UInt8], subject: EventSubject? = nil) {
        self.id = id
        self.type = type
        self.timestamp = timestamp
        self.data = data
        self.subject = subject
    }
}

/// Something that happened, as it is in the ordered, append-only log.
public struct Event: Hashable, Sendable {
    /// Its position in the log, from 1: greater than that of every event before it, and never given twice.
    ///
    /// There may be gaps.
    public let sequence: Int64
    /// Its id.
    public let id: EventID
    /// What happened.
    public let type: EventType
    /// When it happened.
    public let timestamp: UTCInstant
    /// One JSON object as UTF-8, frozen when the event was recorded.
    public let data: [UInt8]

    /// Makes an event from its parts.
    public init(sequence: Int64, id: EventID, type: EventType, timestamp: UTCInstant, data: [UInt8]) {
        self.sequence = sequence
        self.id = id
        self.type = type
        self.timestamp = timestamp
        self.data = data
    }

    /// What ``body`` has around the data takes fewer bytes than this.
    package static let maxFrame = 512

    /// The event as one JSON object without a line break: the bytes that every hook is sent and every signature covers.
    ///
    /// A delivery that was begun with these bytes goes on with them, also after taskd was replaced by a newer one: they
    /// stay as they are.
    public var body: [UInt8] {
        var json = JSONWriter()
        json.object { json in
            write(headTo: &json)
            json.field("data", raw: data)
        }
        return json.bytes
    }

    /// Writes what every event has before its data.
    package func write(headTo json: inout JSONWriter) {
        json.field("id", id.description)
        json.field("seq", sequence)
        json.field("type", type.rawValue)
        json.field("timestamp", timestamp)
    }
}

public import Recurrence

/// The id of one `Subject`: a UUID that cannot be mistaken for the id of something else.
public struct Identifier<Subject>: Hashable, Comparable, Sendable {
    /// The bare UUID.
    public let uuid: UUIDValue

    /// Wraps a UUID that is known to belong to a `Subject`.
    public init(_ uuid: UUIDValue) {
        self.uuid = uuid
    }

    /// Makes a new id that sorts by the time it was made (UUID version 7).
    ///
    /// - Parameter now: The time to embed.
    public init(madeAt now: UTCInstant) {
        self.init(UUIDValue.version7(millisecondsSinceEpoch: now.millisecondsSinceEpoch))
    }

    /// Orders as the UUIDs do.
    public static func < (left: Identifier, right: Identifier) -> Bool {
        left.uuid < right.uuid
    }
}

extension Identifier: LosslessStringConvertible {
    /// The lower-case text of the UUID.
    public var description: String { uuid.description }

    /// Reads a UUID's text; nil when it is none.
    public init?(_ text: String) {
        guard let uuid = UUIDValue(text) else { return nil }
        self.init(uuid)
    }
}

/// The id of a task.
///
/// A client may choose it; a respawned task's is derived (see ``TaskID/init(series:recurrenceID:)``).
public typealias TaskID = Identifier<TaskItem>
/// The id of a series.
public typealias SeriesID = Identifier<Series>
/// The id of a reminder on one task.
public typealias ReminderID = Identifier<Reminder>
/// The id of a subtask.
public typealias SubtaskID = Identifier<Subtask>
/// The id of a firing: one moment at which one reminder goes off.
public typealias FiringID = Identifier<Firing>
/// The id of a hook.
public typealias HookID = Identifier<Hook>
/// The id of a pause; it follows from what the pause is about.
public typealias PauseID = Identifier<Pause>

package import Basics
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
/// A client may choose it; a respawned task's is derived (see ``Identifier/init(series:recurrenceID:attempt:)``).
public typealias TaskID = Identifier<TaskItem>
/// The id of a series.
public typealias SeriesID = Identifier<Series>
/// The id of a reminder on one task.
public typealias ReminderID = Identifier<Reminder>
/// The id of a subtask.
public typealias SubtaskID = Identifier<Subtask>
/// The id of a firing: one moment at which one reminder fires.
public typealias FiringID = Identifier<Firing>
/// The id of a hook.
public typealias HookID = Identifier<Hook>
/// The id of a pause; it follows from what the pause is about.
public typealias PauseID = Identifier<Pause>

extension JSONWriter {
    /// Writes a field that is an id; null where there is none.
    @inline(__always)
    package mutating func field<Subject>(_ name: StaticString, _ id: Identifier<Subject>?) {
        field(name) { json in
            if let id { json.uuid(id.uuid) } else { json.null() }
        }
    }

    private mutating func uuid(_ value: UUIDValue) {
        withUnsafeTemporaryAllocation(of: UInt8.self, capacity: 38) { text in
            text[0] = UInt8(ascii: "\"")
            value.write { text[$0 + 1] = $1 }
            text[37] = UInt8(ascii: "\"")
            raw(text)
        }
    }
}

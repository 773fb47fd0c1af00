public import Storage

/// Why a command was refused; nothing was changed.
public struct SchedulerError: Error, Hashable, Sendable, CustomStringConvertible {
    /// What kind of refusal it is; more kinds may come.
    public struct Code: Hashable, Sendable {
        private let name: String

        /// Fields of the input make no sense; ``SchedulerError/problems`` says which.
        public static let invalidInput = Code(name: "invalidInput")
        /// The machine has no zone of that name.
        public static let unknownZone = Code(name: "unknownZone")
        /// What the command names does not exist.
        public static let notFound = Code(name: "notFound")
        /// The task was changed since the version that the caller knows.
        public static let stale = Code(name: "stale")
        /// The id that the caller chose is taken.
        public static let conflict = Code(name: "conflict")
        /// The task does not stand where the command could be carried out.
        public static let notPossible = Code(name: "notPossible")
    }

    /// What kind of refusal it is.
    public let code: Code
    /// What is wrong and how to mend it.
    public let description: String
    /// The fields at fault; empty unless the input is invalid.
    public let problems: [InputProblem]

    /// Makes an error from its parts.
    public init(_ code: Code, _ description: String, problems: [InputProblem] = []) {
        self.code = code
        self.description = description
        self.problems = problems
    }

    static func unknownZone(_ identifier: String) -> SchedulerError {
        SchedulerError(
            .unknownZone,
            "there is no time zone \"\(identifier.prefix(64))\"; use an IANA name such as Europe/Berlin"
        )
    }

    static func noTask(_ id: TaskID) -> SchedulerError {
        SchedulerError(.notFound, "there is no task \(id)")
    }

    static func noSeries(_ id: SeriesID) -> SchedulerError {
        SchedulerError(.notFound, "there is no series \(id)")
    }

    /// The series of a task cannot be read, so nothing can be done to it.
    static func unreadableSeries(_ reason: String) -> SchedulerError {
        SchedulerError(
            .notPossible,
            "the series is set aside, since \(reason); mend it by a PATCH of the task's recurrence, or delete the task")
    }

    /// An input with one field at fault.
    static func invalid(_ detail: String, at pointer: String) -> SchedulerError {
        SchedulerError(.invalidInput, detail, problems: [InputProblem(pointer: pointer, detail: detail)])
    }

    /// What an input leads to lies beyond the ``TimeRange``.
    static func beyondRange(at pointer: String) -> SchedulerError {
        invalid("leads an occurrence too far: each \(TimeRange.requirement)", at: pointer)
    }

    static func noReminder(_ id: ReminderID) -> SchedulerError {
        SchedulerError(.notFound, "there is no reminder \(id)")
    }
}

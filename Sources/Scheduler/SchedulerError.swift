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
        /// A later change stands in the way of undoing one; ``SchedulerError/laterChange`` says which.
        public static let overtaken = Code(name: "overtaken")
        /// The task does not stand where the command could be carried out.
        public static let notPossible = Code(name: "notPossible")
    }

    /// What kind of refusal it is.
    public let code: Code
    /// What is wrong and how to mend it.
    public let description: String
    /// The fields at fault; empty unless the input is invalid.
    public let problems: [InputProblem]
    /// The later change that stands in the way of undoing one; nil unless the code is `.overtaken`.
    public private(set) var laterChange: ChangeID?

    /// Makes an error from its parts.
    public init(_ code: Code, _ description: String, problems: [InputProblem] = []) {
        self.code = code
        self.description = description
        self.problems = problems
    }

    /// A change cannot be undone, since a later one wrote the same.
    static func overtaken(_ what: String, by change: ChangeID) -> SchedulerError {
        var error = SchedulerError(
            .overtaken, "\(what) has been changed since, by the change \(change); undo that change first")
        error.laterChange = change
        return error
    }

    static func unknownZone(_ identifier: String, nearest: String? = nil) -> SchedulerError {
        let way = nearest.map { "did you mean \($0)?" } ?? "use an IANA name such as Europe/Berlin"
        return SchedulerError(.unknownZone, "there is no time zone \"\(identifier.prefix(64))\"; \(way)")
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
            "the series is set aside: \(reason); repair it by a PATCH of the task's recurrence, or delete the task")
    }

    /// An input with one field at fault.
    static func invalid(_ detail: String, at pointer: String) -> SchedulerError {
        SchedulerError(.invalidInput, detail, problems: [InputProblem(pointer: pointer, detail: detail)])
    }

    /// What an input leads to lies beyond the ``TimeRange``.
    static func beyondRange(at pointer: String) -> SchedulerError {
        invalid("puts an occurrence out of range: each \(TimeRange.requirement)", at: pointer)
    }

    /// The error as one of a patch: what is wrong between two members stands at the one that the patch names.
    ///
    /// - Parameters:
    ///   - fields: The patch.
    ///   - times: The member of the patch that says where its times lie; nil where they are members of their own.
    /// - Returns: The error, with each problem at its member.
    func placed(in fields: Patch<TaskDraft>, times: String? = nil) -> SchedulerError {
        func place(_ pointer: String) -> String {
            switch pointer {
            case "/recurrence/anchor" where !fields.holds("recurrence/anchor") && fields.holds("recurrence/respawn"):
                "/recurrence/respawn"
            case "/recurrence/rrule" where !fields.holds("recurrence/rrule") && fields.holds("recurrence/rdate"):
                "/recurrence/rdate"
            case "/start", "/due": times ?? pointer
            default: pointer
            }
        }
        return SchedulerError(
            code, description,
            problems: problems.map { InputProblem(pointer: place($0.pointer), detail: $0.detail) })
    }

    static func noReminder(_ id: ReminderID) -> SchedulerError {
        SchedulerError(.notFound, "there is no reminder \(id)")
    }
}

public import Recurrence
public import Storage

/// What a new task may well have, by what earlier tasks with a word of its title have.
public struct TaskSuggestion: Hashable, Sendable {
    /// What of a task is suggested.
    public enum Field: String, CaseIterable, Hashable, Sendable {
        /// The project, a tag, the priority.
        case project = "projectId"
        case tag = "tags"
        case priority
        /// The time of day at which it is due, the day of the week, and how long after it was made.
        case dueTime, dueWeekday, dueLead
        /// A reminder before it is due.
        case reminder = "reminders"
    }

    /// What is suggested for it.
    public enum Value: Hashable, Sendable {
        /// A project.
        case project(ProjectID)
        /// A tag.
        case tag(String)
        /// A priority.
        case priority(TaskPriority)
        /// Seconds after local midnight.
        case time(Int)
        /// A day of the week.
        case weekday(Weekday)
        /// So many days after it was made.
        case lead(Int)
        /// So far from its due time.
        case offset(CalendarDuration)

        /// Of which field it is.
        public var field: Field {
            switch self {
            case .project: .project
            case .tag: .tag
            case .priority: .priority
            case .time: .dueTime
            case .weekday: .dueWeekday
            case .lead: .dueLead
            case .offset: .reminder
            }
        }
    }

    /// What is suggested.
    public var value: Value
    /// The word of the title that it follows from.
    public var word: String
    /// How many earlier tasks with the word have it.
    public var count: Int
    /// Of how many that could have it.
    public var total: Int

    /// Whether it follows more surely than another: by what is expected of the next task, (count + 1) / (total + 2).
    func isSurer(than other: TaskSuggestion) -> Bool {
        let (mine, theirs) = ((count + 1) * (other.total + 2), (other.count + 1) * (total + 2))
        return mine == theirs ? count > other.count : mine > theirs
    }
}

/// A set of the fields of a task that the occurrences of a series have in common unless one was changed alone.
///
/// The raw values stand in stores.
public struct TaskFields: OptionSet, Hashable, Sendable {
    /// A bit for each field.
    public let rawValue: Int

    /// Takes the bits.
    public init(rawValue: Int) {
        self.rawValue = rawValue
    }

    /// The member `title`.
    public static let title = TaskFields(rawValue: 1 << 0)
    /// The member `description`.
    public static let details = TaskFields(rawValue: 1 << 1)
    /// The member `priority`.
    public static let priority = TaskFields(rawValue: 1 << 2)
    /// The member `tags`.
    public static let tags = TaskFields(rawValue: 1 << 3)
    /// The member `location`.
    public static let location = TaskFields(rawValue: 1 << 4)
    /// The member `quietHours`.
    public static let quietHours = TaskFields(rawValue: 1 << 5)
    /// The member `reminders`.
    public static let reminders = TaskFields(rawValue: 1 << 6)
    /// The member `subtasks`, but for whether they are done.
    public static let subtasks = TaskFields(rawValue: 1 << 7)
    /// The members `start`, `due` and `timeZone`.
    public static let times = TaskFields(rawValue: 1 << 8)
    /// The members `start` or `due`, where a change names ``times``; not a field by itself, and never in a store.
    public static let startOrDue = TaskFields(rawValue: 1 << 9)
    /// The member `timeZone`, where a change names ``times``; not a field by itself, and never in a store.
    public static let timeZone = TaskFields(rawValue: 1 << 10)

    /// What a store can give to many tasks at once: nothing follows from it.
    public static let plain: TaskFields = [.title, .details, .priority, .tags, .location]

    /// What an occurrence is made from, without its times.
    public static let template: TaskFields = [
        .title, .details, .priority, .tags, .location, .quietHours, .reminders, .subtasks,
    ]
}

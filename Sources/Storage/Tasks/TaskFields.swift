/// A set of the fields of a task that the occurrences of a series have in common unless one was changed alone.
///
/// The raw values stand in stores: a bit that was released keeps its meaning, and a new field takes the next one. Those of
/// ``TaskContent`` are declared with it.
public struct TaskFields: OptionSet, Hashable, Sendable {
    /// A bit for each field.
    public let rawValue: Int

    /// Takes the bits.
    public init(rawValue: Int) {
        self.rawValue = rawValue
    }

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
    public static let plain = content.subtracting(.quietHours)

    /// What an occurrence is made from, without its times: the content, its reminders and its parts.
    public static let template = content.union([.reminders, .subtasks])

    private static let content = TaskContent.fieldList.reduce(into: [] as TaskFields) { $0.formUnion($1.bit) }
}

extension TaskFields {
    /// The members of a task's JSON, each with the field that it belongs to; three of them share one.
    private static let members: [(String, TaskFields)] =
        TaskContent.fieldList.map { ($0.name, $0.bit) } + [
            ("reminders", .reminders), ("subtasks", .subtasks), ("start", [.times, .startOrDue]),
            ("due", [.times, .startOrDue]), ("timeZone", [.times, .timeZone]),
        ]

    /// The fields that members of a task's JSON belong to; others, such as `status`, belong to none.
    package init(members names: some Sequence<String>) {
        let names = Set(names)
        self.init(Self.members.filter { names.contains($0.0) }.map(\.1))
    }

    /// The fields by their names in JSON; `times` stands for `start`, `due` and `timeZone`.
    package var fieldNames: [String] {
        Self.members.filter { !$0.1.contains(.times) && contains($0.1) }.map(\.0)
            + (contains(.times) ? ["times"] : [])
    }
}

extension TaskFields {
    /// The members of a task's JSON, each with the field that it belongs to; three of them share one.
    private static let members: [(name: String, field: TaskFields)] = [
        ("title", .title), ("description", .details), ("priority", .priority), ("tags", .tags), ("location", .location),
        ("quietHours", .quietHours), ("reminders", .reminders), ("subtasks", .subtasks),
        ("start", [.times, .startOrDue]), ("due", [.times, .startOrDue]), ("timeZone", [.times, .timeZone]),
    ]

    /// The fields that members of a task's JSON belong to; others, such as `status`, belong to none.
    package init(members names: some Sequence<String>) {
        let names = Set(names)
        self.init(Self.members.filter { names.contains($0.name) }.map(\.field))
    }

    /// The fields by their names in JSON; `times` stands for `start`, `due` and `timeZone`.
    package var fieldNames: [String] {
        Self.members.filter { !$0.field.contains(.times) && contains($0.field) }.map(\.name)
            + (contains(.times) ? ["times"] : [])
    }
}

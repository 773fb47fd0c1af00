/// What a task says of itself, whenever it is and wherever it stands: what the occurrences of a series have in common.
///
/// Tasks, drafts of them and series hold one each, and have its fields as their own.
public struct TaskContent: Hashable, Sendable {
    /// What there is to do, 1 to 500 characters.
    public var title: String
    /// More about it, as plain text.
    public var details: String?
    /// How much it matters.
    public var priority: TaskPriority = .none
    /// Words it is found by, each once, in the order given.
    public var tags: [String] = []
    /// Where it is to be done.
    public var location: TaskLocation?
    /// When it is not to remind; nil for the server's quiet hours.
    public var quietHours: QuietHoursChoice?

    /// Makes the content of a task with nothing but a title.
    public init(title: String) {
        self.title = title
    }
}

extension TaskContent {
    /// One of the fields, for what is done to each alike.
    package struct Field: Sendable {
        /// Its place in sets of fields.
        package let bit: TaskFields
        private let differs: @Sendable (TaskContent, TaskContent) -> Bool
        private let copy: @Sendable (TaskContent, inout TaskContent) -> Void

        private init<Value: Equatable & Sendable>(
            _ bit: TaskFields, _ path: any WritableKeyPath<TaskContent, Value> & Sendable
        ) {
            self.bit = bit
            differs = { $0[keyPath: path] != $1[keyPath: path] }
            copy = { $1[keyPath: path] = $0[keyPath: path] }
        }

        package static let all = [
            Field(.title, \.title), Field(.details, \.details), Field(.priority, \.priority), Field(.tags, \.tags),
            Field(.location, \.location), Field(.quietHours, \.quietHours),
        ]

        fileprivate func differs(in content: TaskContent, from other: TaskContent) -> Bool { differs(content, other) }
        fileprivate func copy(from content: TaskContent, to other: inout TaskContent) { copy(content, &other) }
    }

    /// The fields that are not what they are in another content.
    package func fields(differingFrom other: TaskContent) -> TaskFields {
        TaskFields(Field.all.filter { $0.differs(in: self, from: other) }.map(\.bit))
    }

    /// Takes some fields over from another content.
    package mutating func take(_ fields: TaskFields, from other: TaskContent) {
        for field in Field.all where fields.contains(field.bit) { field.copy(from: other, to: &self) }
    }
}

/// Something that has the content of a task, and its fields as its own.
@dynamicMemberLookup
public protocol TaskContentHolder {
    /// What the task says of itself.
    var content: TaskContent { get set }
}

extension TaskContentHolder {
    /// A field of the content.
    @inlinable
    public subscript<Value>(dynamicMember field: WritableKeyPath<TaskContent, Value>) -> Value {
        get { content[keyPath: field] }
        set { content[keyPath: field] = newValue }
        _modify { yield &content[keyPath: field] }
    }
}

public import Basics
public import Recurrence

/// What a task is about, apart from its times and its status: what the occurrences of a series have in common.
///
/// Tasks, drafts of them and series hold one each, and have its fields as their own.
public struct TaskContent: Hashable, Sendable {
    /// What there is to do, 1 to 500 characters.
    @Verbatim public var title: String
    /// More about it, as plain text.
    @Verbatim public var details: String? = nil
    /// How much it matters.
    public var priority: TaskPriority = .none
    /// Words it is found by, each once, in the order given.
    public var tags: [String] = []
    /// Where it is to be done.
    public var location: TaskLocation?
    /// When it is not to remind; nil for the server's quiet hours.
    public var quietHours: QuietHoursChoice?
    /// How long it is expected to take: positive, at most ten years of days; nil where nobody said.
    ///
    /// It changes no time of the task (JSCalendar, RFC 8984 §5.2.4, has the same field; iCalendar gets it as
    /// ESTIMATED-DURATION with draft-ietf-calext-ical-tasks).
    public var estimatedDuration: CalendarDuration?
    /// The project that it is in, or was in when that was deleted; ``projectID`` is the one that it is in.
    public var project: ProjectMembership?
    /// Links and contents that belong to it, each with an id of its own.
    public var attachments: [Attachment] = []
    /// What others say of it, which taskd keeps and does not read; nil for nothing.
    public var properties: TaskProperties?

    /// Makes the content of a task with nothing but a title.
    public init(title: String) {
        self.title = title
    }
}

extension TaskFields {
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
    /// The member `estimatedDuration`.
    public static let estimatedDuration = TaskFields(rawValue: 1 << 11)
    /// The member `projectId`.
    public static let project = TaskFields(rawValue: 1 << 12)
    /// The member `attachments`.
    public static let attachments = TaskFields(rawValue: 1 << 13)
    /// The member `properties`.
    public static let properties = TaskFields(rawValue: 1 << 14)
}

extension TaskContent: FieldHolder {
    /// How long its texts may be, in Unicode scalars, and how many tags there may be.
    package enum Bounds {
        package static let titleLength = 500
        package static let detailsLength = 50_000
        package static let tags = 50
        package static let tagLength = 100
        package static let estimatedDays = 3_660
    }

    /// Each field, declared once: reading, merge patches, writing, checking and the scopes of edits follow from it.
    package static func visitFields(_ fields: inout some FieldVisitor<TaskContent>) {
        fields.field(
            "title", \.title, or: "", bit: .title,
            .text(1...Bounds.titleLength).required.described("What there is to do."))
        fields.field(
            "description", \.details, or: nil, bit: .details,
            .text(atMost: Bounds.detailsLength).described("More about it, as plain text."))
        fields.field("priority", \.priority, or: .none, bit: .priority, .any.described("How much it matters."))
        fields.field(
            "tags", \.tags, or: [], bit: .tags,
            .texts(atMost: Bounds.tags, each: 1...Bounds.tagLength, uniqueBy: \.asTagKey)
                .described("Words that it is found by, each once."))
        fields.field("location", \.location, or: nil, bit: .location, .any.described("Where it is to be done."))
        fields.field(
            "quietHours", \.quietHours, or: nil, omitsNil: true, bit: .quietHours,
            .any.described("When its reminders wait; missing where the server's quiet hours count."))
        fields.field(
            "estimatedDuration", \.estimatedDuration, or: nil, bit: .estimatedDuration,
            .positive(days: Bounds.estimatedDays).described("How long it is expected to take."))
        fields.field("projectId", \.project, or: nil, bit: .project, .any.described("The project that it is in."))
        fields.field(
            "attachments", \.attachments, or: [], bit: .attachments,
            .list(atMost: Attachment.Bounds.count).described("Links and contents that belong to it."))
        fields.field(
            "properties", \.properties, or: nil, omitsNil: true, bit: .properties,
            .any.described("What other programs say of it, which taskd keeps and does not read."))
    }

    /// The fields that are not what they are in another content.
    package func fields(differingFrom other: TaskContent) -> TaskFields {
        var comparison = FieldComparison(left: self, right: other)
        Self.visitFields(&comparison)
        return comparison.differing
    }

    /// Takes some fields over from another content.
    package mutating func take(_ fields: TaskFields, from other: TaskContent) {
        var copy = FieldCopy(source: other, target: self, fields: fields)
        Self.visitFields(&copy)
        self = copy.target
    }
}

/// Finds the fields in which two contents differ.
private struct FieldComparison: FieldVisitor {
    let left: TaskContent
    let right: TaskContent
    var differing: TaskFields = []

    mutating func field<Value: FieldValue>(
        _ name: StaticString, _ path: any WritableKeyPath<TaskContent, Value> & Sendable,
        or standard: @autoclosure () -> Value, omitsNil: Bool, bit: TaskFields,
        _ rule: @autoclosure () -> FieldRule<Value>
    ) {
        if !left[keyPath: path].isSame(as: right[keyPath: path]) { differing.formUnion(bit) }
    }

    mutating func part<Part: FieldHolder>(_ path: any WritableKeyPath<TaskContent, Part> & Sendable) {}
}

/// Copies some of the fields from one content to another.
private struct FieldCopy: FieldVisitor {
    let source: TaskContent
    var target: TaskContent
    let fields: TaskFields

    mutating func field<Value: FieldValue>(
        _ name: StaticString, _ path: any WritableKeyPath<TaskContent, Value> & Sendable,
        or standard: @autoclosure () -> Value, omitsNil: Bool, bit: TaskFields,
        _ rule: @autoclosure () -> FieldRule<Value>
    ) {
        if fields.contains(bit) { target[keyPath: path] = source[keyPath: path] }
    }

    mutating func part<Part: FieldHolder>(_ path: any WritableKeyPath<TaskContent, Part> & Sendable) {}
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

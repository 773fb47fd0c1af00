import Recurrence
import Storage

/// The content of a task as columns, each declared once; tags have a table of their own.
enum ContentRow {
    /// Names each column once, in their order; one that was released stays.
    @inline(__always)
    private static func visitColumns(_ columns: inout some ContentColumnVisitor) {
        columns.column("title", of: "title", \.title, or: "", { $0 }, { $0 })
        columns.optional("details", of: "description", \.details, { $0 }, { $0 })
        columns.column("priority", of: "priority", \.priority, or: .none, \.code, TaskPriority.init(readingCode:))
        columns.optional(
            "location", of: "location", \.location, { LocationColumn($0).text },
            { try LocationColumn(text: $0).location })
        columns.optional("quiet_hours", of: "quietHours", \.quietHours, \.column, QuietHoursChoice.init(column:))
        columns.optional(
            "estimated_duration", of: "estimatedDuration", \.estimatedDuration, \.description,
            { try CalendarDuration($0) })
        columns.optional(ProjectMembership.column, of: "projectId", \.project, { $0 }, { $0 })
        columns.optional(
            "attachments", of: "attachments", \.keptAttachments, { $0.map { AttachmentColumn($0) }.text },
            { try [AttachmentColumn](text: $0).map(\.attachment) })
        columns.optional("properties", of: "properties", \.properties, \.json, TaskProperties.init(column:))
    }

    /// What is read for a column of a row of a table.
    static func reading(_ column: String, of table: String) -> String {
        column == ProjectMembership.column ? ProjectMembership.reading(of: table) : "\(table).\(column)"
    }

    /// The names of the columns.
    static let columns = declared.map(\.name)

    /// The fields that the columns hold.
    static let fields = declared.map { TaskFields(members: [$0.member]) }

    private static let declared = {
        var names = ColumnNames()
        visitColumns(&names)
        return names.names
    }()

    /// The values of the columns.
    static func values(of content: TaskContent) -> Arguments {
        var values: Arguments = []
        append(content, to: &values)
        return values
    }

    /// Adds the values of the columns to those of others.
    static func append(_ content: TaskContent, to values: inout Arguments) {
        var columns = ColumnValues(content: content, values: values)
        values = []
        visitColumns(&columns)
        values = columns.values
    }

    /// The content of a row that stands on the first of ``columns``; what cannot be read of it is as in a new task.
    static func content(from column: inout ColumnReader, _ faults: inout RowFaults) -> TaskContent {
        var contents = ColumnContents(column: column, faults: faults)
        visitColumns(&contents)
        (column, faults) = (contents.column, contents.faults)
        return contents.content
    }
}

/// Goes through the columns of a content.
private protocol ContentColumnVisitor {
    /// Does what the visitor does with one column.
    ///
    /// - Parameters:
    ///   - name: The column.
    ///   - member: The member of a task's JSON, by which a fault is reported.
    ///   - path: The field.
    ///   - standard: What the field is where the column cannot be read.
    ///   - write: The column's value by the field's.
    ///   - read: The field's value by the column's.
    mutating func column<Value, Stored: ColumnValue>(
        _ name: String, of member: String, _ path: WritableKeyPath<TaskContent, Value>, or standard: Value,
        _ write: (Value) -> Stored, _ read: (Stored) throws -> Value)

    /// The same for a field that may be nil, which is kept as NULL.
    mutating func optional<Value, Stored: ColumnValue>(
        _ name: String, of member: String, _ path: WritableKeyPath<TaskContent, Value?>,
        _ write: (Value) -> Stored, _ read: (Stored) throws -> Value)
}

private struct ColumnNames: ContentColumnVisitor {
    var names: [(name: String, member: String)] = []

    mutating func column<Value, Stored: ColumnValue>(
        _ name: String, of member: String, _ path: WritableKeyPath<TaskContent, Value>, or standard: Value,
        _ write: (Value) -> Stored, _ read: (Stored) throws -> Value
    ) { names.append((name, member)) }

    mutating func optional<Value, Stored: ColumnValue>(
        _ name: String, of member: String, _ path: WritableKeyPath<TaskContent, Value?>,
        _ write: (Value) -> Stored, _ read: (Stored) throws -> Value
    ) { names.append((name, member)) }
}

private struct ColumnValues: ContentColumnVisitor {
    let content: TaskContent
    var values: Arguments

    @inline(__always)
    mutating func column<Value, Stored: ColumnValue>(
        _ name: String, of member: String, _ path: WritableKeyPath<TaskContent, Value>, or standard: Value,
        _ write: (Value) -> Stored, _ read: (Stored) throws -> Value
    ) { values.append(write(content[keyPath: path])) }

    @inline(__always)
    mutating func optional<Value, Stored: ColumnValue>(
        _ name: String, of member: String, _ path: WritableKeyPath<TaskContent, Value?>,
        _ write: (Value) -> Stored, _ read: (Stored) throws -> Value
    ) { values.append(content[keyPath: path].map(write)) }
}

private struct ColumnContents: ContentColumnVisitor {
    var column: ColumnReader
    var faults: RowFaults
    var content = TaskContent(title: "")

    @inline(__always)
    mutating func column<Value, Stored: ColumnValue>(
        _ name: String, of member: String, _ path: WritableKeyPath<TaskContent, Value>, or standard: Value,
        _ write: (Value) -> Stored, _ read: (Stored) throws -> Value
    ) { content[keyPath: path] = faults.read(member, or: standard) { try read(column.next()) } }

    @inline(__always)
    mutating func optional<Value, Stored: ColumnValue>(
        _ name: String, of member: String, _ path: WritableKeyPath<TaskContent, Value?>,
        _ write: (Value) -> Stored, _ read: (Stored) throws -> Value
    ) { content[keyPath: path] = faults.read(member, or: nil) { try column.next().map(read) } }
}

extension TaskContent {
    /// The attachments, and nil for none, which is kept as NULL.
    fileprivate var keptAttachments: [Attachment]? {
        get { attachments.isEmpty ? nil : attachments }
        set { attachments = newValue ?? [] }
    }
}

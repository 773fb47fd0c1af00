import Storage

/// The content of a task as columns, and its values in their order; tags have a table of their own.
enum ContentRow {
    static let columns = ["title", "details", "priority", "location", "quiet_hours"]

    static func values(of content: TaskContent) -> Arguments {
        [
            content.title, content.details, content.priority.code, content.location.map { LocationColumn($0).text },
            content.quietHours?.column,
        ]
    }

    /// The content of a row that stands on the first of ``columns``; what cannot be read of it is as in a new task.
    static func content(from column: inout ColumnReader, _ faults: inout RowFaults) -> TaskContent {
        var content = TaskContent(title: faults.read("title", or: "") { try column.next(String.self) })
        content.details = faults.read("description", or: nil) { try column.next() }
        content.priority = faults.read("priority", or: .none) { try column.nextCode(TaskPriority.self) }
        content.location = faults.read("location", or: nil) {
            try column.next().map { try LocationColumn(text: $0).location }
        }
        content.quietHours = faults.read("quietHours", or: nil) {
            try column.next().map { try QuietHoursChoice(column: $0) }
        }
        return content
    }
}

extension QuietHoursChoice {
    /// The text it is kept as.
    var column: String {
        switch self {
        case .off: "off"
        case .window(let hours): hours.description
        }
    }

    init(column text: String) throws {
        if text == Self.off.column {
            self = .off
        } else if let window = QuietHours(text) {
            self = .window(window)
        } else {
            throw StoreError(.unreadable, "\"\(text.prefix(80))\" is no window such as 22:00-07:00")
        }
    }
}

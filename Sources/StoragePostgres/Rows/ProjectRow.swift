import Recurrence
import Storage

/// A project as a row: the columns, and a project's values in their order.
enum ProjectRow {
    static let columns = [
        "id", "version", "name", "details", "color", "icon", "parent_id", "is_archived", "sort_order", "created_at",
        "updated_at", "deleted_at",
    ]

    static let list = columns.joined(separator: ", ")

    static let upsert = """
        INSERT INTO project (\(list), handle) VALUES (\(columns.map { _ in "?" }.joined(separator: ", ")), ?)
        ON CONFLICT (id) DO UPDATE SET
        \(columns.dropFirst().map { "\($0) = excluded.\($0)" }.joined(separator: ", "))
        """

    static func values(of project: Project) -> Arguments {
        [
            project.id, project.version, project.name, project.details, project.color, project.icon, project.parent,
            project.isArchived, project.sortOrder, project.createdAt, project.updatedAt, project.deletedAt,
            project.id.handle,
        ]
    }

    /// The project of a row that stands on the first of ``columns``.
    static func project(from column: inout ColumnReader) throws -> Project {
        let id = try column.next(ProjectID.self)
        let version = try column.next(Int.self)
        let name = try column.next(String.self)
        let (details, color, icon): (String?, String?, String?) = (
            try column.next(), try column.next(), try column.next()
        )
        let (parent, isArchived, order): (ProjectID?, Bool, Double) = (
            try column.next(), try column.next(), try column.next()
        )
        var project = Project(id: id, name: name, now: try column.next(UTCInstant.self))
        (project.version, project.details, project.color, project.icon) = (version, details, color, icon)
        (project.parent, project.isArchived, project.sortOrder) = (parent, isArchived, order)
        project.updatedAt = try column.next(UTCInstant.self)
        project.deletedAt = try column.next()
        return project
    }
}

/// The project of a task or a series, which its column names by its id.
///
/// What is read has a byte behind the id where the project is deleted.
extension ProjectMembership: ColumnValue {
    static let column = "project_id"

    /// What is read of a row of a table: the id that stands in it, or nothing where there is no such project any more.
    static func reading(of table: String) -> String {
        """
        (SELECT uuid_send(project.id) || CASE WHEN deleted_at IS NULL THEN ''::bytea ELSE '\\x00'::bytea END
            FROM project WHERE project.id = \(table).\(column))
        """
    }

    static var serverType: ServerType { .uuid }
    func write(to bytes: inout [UInt8]) { id.write(to: &bytes) }

    init?(from bytes: UnsafeRawBufferPointer) {
        guard bytes.count == 16 || bytes.count == 17, let uuid = UUIDValue(bytes: bytes.prefix(16)) else { return nil }
        self.init(ProjectID(uuid), isDeleted: bytes.count > 16)
    }
}

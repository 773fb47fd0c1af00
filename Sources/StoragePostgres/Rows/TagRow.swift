import Recurrence
import Storage

/// A tag as a row: the columns, and a tag's values in their order.
///
/// Where tags are kept in a list they stand as their keys, in an array.
enum TagRow {
    private static let columns = [
        "version", "name", "folded", "color", "icon", "is_kept", "created_at", "updated_at", "deleted_at",
    ]

    static let list = columns.joined(separator: ", ")

    /// What ``tag(from:)`` reads of the table of tags.
    static let selection = "key, task_count, series_count, \(list)"

    /// Whether somebody made a tag that is there, or something has it.
    static let isListed = "deleted_at IS NULL AND (is_kept OR task_count > 0 OR series_count > 0)"

    static let insert = """
        INSERT INTO tag (\(list)) VALUES (\(columns.map { _ in "?" }.joined(separator: ", "))) RETURNING key
        """

    /// Writes the columns of a tag whose key is the last parameter.
    static let update = "UPDATE tag SET \(columns.map { "\($0) = ?" }.joined(separator: ", ")) WHERE key = ?"

    static func values(of tag: Tag) -> Arguments {
        [
            tag.version, tag.name, tag.name.asTagKey, tag.color, tag.icon, tag.isKept, tag.createdAt, tag.updatedAt,
            tag.deletedAt,
        ]
    }

    /// The tag of a row that stands on the first column of ``selection``.
    static func tag(from column: inout ColumnReader) throws -> Tag {
        let id = TagID(number: try column.next())
        let (tasks, series): (Int, Int) = (try column.next(), try column.next())
        let version = try column.next(Int.self)
        let (name, _, color, icon): (String, String, String?, String?) = (
            try column.next(), try column.next(), try column.next(), try column.next()
        )
        let isKept = try column.next(Bool.self)
        var tag = Tag(id: id, name: name, now: try column.next(UTCInstant.self))
        (tag.taskCount, tag.seriesCount) = (tasks, series)
        (tag.version, tag.color, tag.icon, tag.isKept) = (version, color, icon, isKept)
        tag.updatedAt = try column.next(UTCInstant.self)
        tag.deletedAt = try column.next()
        return tag
    }

    /// The key of the tag that is there under a name, which is a parameter: its ``Swift/String/asTagKey``.
    static let keyByName = "(SELECT key FROM tag WHERE folded = ? AND deleted_at IS NULL)"

    /// Whether a task has the tag of a name, which is a parameter as that of ``keyByName``: a condition on the rows of
    /// `task`.
    static let isTagged = "task.key IN (SELECT task_key FROM task_tag WHERE tag = \(keyByName))"

    /// Selects the names of the tags of a task, in their order.
    static func namesOfTask(_ key: String) -> String {
        """
        SELECT name FROM task_tag JOIN tag ON tag.key = task_tag.tag
        WHERE task_key = \(key) AND deleted_at IS NULL ORDER BY position
        """
    }

    /// The names of the tags of a list, in its order.
    static func names(in list: String) -> String {
        """
        ARRAY(SELECT name FROM unnest(\(list)) WITH ORDINALITY AS held (key, place) JOIN tag ON tag.key = held.key
            WHERE deleted_at IS NULL ORDER BY place)
        """
    }
}

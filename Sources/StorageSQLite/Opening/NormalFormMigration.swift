import Foundation
import GRDB
import Recurrence
import Storage

/// Brings the tags of an older store, and what names tags, into the one form that they are compared in.
extension Migrations {
    /// Whether a text holds anything but ASCII, which is in that form as it is.
    private static func hasOther(_ column: String) -> String { "\(column) GLOB '*[^ -~]*'" }

    static func normalizeTags(_ db: Database) throws {
        try normalizeTaskTags(db)
        try normalizeTemplates(db)
        try normalizeHooks(db)
        try normalizePauses(db)
    }

    private static func normalizeTaskTags(_ db: Database) throws {
        let rows = try Row.fetchAll(db, sql: "SELECT tag, task_key FROM task_tag WHERE \(hasOther("tag"))")
        for row in rows {
            let (tag, task): (String, Int64) = (row["tag"], row["task_key"])
            guard !tag.isInNormalForm else { continue }
            try db.execute(
                sql: "UPDATE OR IGNORE task_tag SET tag = ? WHERE tag = ? AND task_key = ?",
                arguments: [tag.inNormalForm, tag, task])
            // The task may have had it in both forms.
            try db.execute(sql: "DELETE FROM task_tag WHERE tag = ? AND task_key = ?", arguments: [tag, task])
            try db.execute(sql: "UPDATE task SET version = version + 1 WHERE key = ?", arguments: [task])
        }
    }

    private static func normalizeTemplates(_ db: Database) throws {
        let rows = try Row.fetchAll(db, sql: "SELECT key, template FROM task WHERE \(hasOther("template"))")
        for row in rows {
            var template = try OldTemplateColumn(text: row["template"])
            template.normalizeTags()
            try db.execute(
                sql: "UPDATE task SET template = ? WHERE key = ?", arguments: [template.text, row["key"] as Int64])
        }
    }

    private static func normalizeHooks(_ db: Database) throws {
        let rows = try Row.fetchAll(db, sql: "SELECT key, tags FROM hook WHERE \(hasOther("tags"))")
        for row in rows {
            let tags = try JSONDecoder().decode([String].self, from: Data((row["tags"] as String).utf8))
            let text = String(decoding: try JSONEncoder().encode(tags.inNormalForm), as: UTF8.self)
            try db.execute(sql: "UPDATE hook SET tags = ? WHERE key = ?", arguments: [text, row["key"] as Int64])
        }
    }

    /// A pause's id follows from what it is about; of two that become one, that which ends later stays.
    private static func normalizePauses(_ db: Database) throws {
        let end = "coalesce(ended_at, until, \(Int64.max))"
        let rows = try Row.fetchAll(db, sql: "SELECT id, target, \(end) AS ends FROM pause WHERE \(hasOther("target"))")
        for row in rows {
            let (id, text, ends): (Data, String, Int64) = (row["id"], row["target"], row["ends"])
            guard !text.isInNormalForm, let target = PauseTarget(text.inNormalForm) else { continue }
            let newID = Data(PauseID(pausing: target).uuid.bytes)
            try db.execute(sql: "DELETE FROM pause WHERE id = ? AND \(end) < ?", arguments: [newID, ends])
            try db.execute(
                sql: "UPDATE OR IGNORE pause SET id = ?, target = ? WHERE id = ?",
                arguments: [newID, target.description, id])
            try db.execute(sql: "DELETE FROM pause WHERE id = ?", arguments: [id])
            try db.execute(sql: "UPDATE reminder SET held_by = ? WHERE held_by = ?", arguments: [newID, id])
        }
    }
}

extension String {
    fileprivate var isInNormalForm: Bool { utf8.elementsEqual(inNormalForm.utf8) }
}

extension [String] {
    /// Each once, in the order given.
    var inNormalForm: [String] {
        var seen: Set<String> = []
        return map(\.inNormalForm).filter { seen.insert($0).inserted }
    }
}

import Foundation
import GRDB
import Storage

/// Looks whether tasks are found and ordered by what they say.
struct SearchInspection {
    let db: Database

    /// What is wrong; what cannot be read of a task is not looked at here.
    ///
    /// The texts of all tasks are folded again, and the index is read through once.
    func faults(atMost limit: Int) throws -> [StoreFault] {
        try entries(atMost: limit) + index()
    }

    /// Each task has the entry that follows from it, unless it still waits for that since a tag of it was renamed.
    private func entries(atMost limit: Int) throws -> [StoreFault] {
        var faults: [StoreFault] = []
        try SQLiteTransaction(db).each(
            """
            SELECT task.id, title_key, words, task_search.project_id IS iif(status < 2, task.project_id, NULL), \(SearchEntry.source)
            FROM task LEFT JOIN task_search ON task_search.key = task.key WHERE NOT EXISTS (
                SELECT 1 FROM task_tag JOIN tag ON tag.key = tag WHERE task_key = task.key AND task_key > indexed_to)
            ORDER BY task.key
            """, []
        ) { column in
            guard let id = try? column.next(TaskID.self) else { return true }
            let (titleKey, words): (Data?, String?) = (try column.next(), try column.next())
            let isInProject = try column.next(Bool.self)
            guard let entry = try? SearchEntry(fromTask: &column) else { return true }
            let wrong = [
                entry.words == words ? nil : "it is not found by its words",
                entry.titleKey == titleKey ? nil : "it is in the wrong place when sorted by title",
                isInProject ? nil : "it is missing from the titles of its project",
            ].compactMap(\.self)
            if !wrong.isEmpty { faults.append(StoreFault(.search, "task \(id)", wrong.joined(separator: "; "))) }
            return faults.count < limit
        }
        return faults
    }

    /// The index has as many words of each task as its entry, or as is pending: their number, and the sum of the keys.
    private func index() throws -> [StoreFault] {
        do {
            try db.execute(
                sql: "CREATE VIRTUAL TABLE temp.task_words_found USING fts5vocab (main, task_words, instance)")
            defer { try? db.execute(sql: "DROP TABLE temp.task_words_found") }
            let isWhole = try Bool.fetchOne(
                db,
                sql: """
                    WITH indexed AS (
                        SELECT key, words FROM task_search WHERE key NOT IN (SELECT key FROM task_words_pending)
                        UNION ALL SELECT key, indexed FROM task_words_pending WHERE indexed IS NOT NULL
                    ), entry AS (
                        SELECT key, iif(words = '', 0, 1 + length(words) - length(replace(words, ' ', ''))) AS number
                        FROM indexed)
                    SELECT (SELECT count(*) FROM task_words_found) = (SELECT total(number) FROM entry)
                        AND (SELECT total(doc) FROM task_words_found) = (SELECT total(key * number) FROM entry)
                    """)
            return isWhole == true ? [] : [StoreFault(.search, "index task_words", "does not agree with task_search")]
        } catch let error as DatabaseError where error.resultCode == .SQLITE_CORRUPT {
            return [StoreFault(.search, "index task_words", error.message ?? "cannot be read")]
        }
    }
}

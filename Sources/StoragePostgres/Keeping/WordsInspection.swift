import Foundation
import Storage

/// Looks whether tasks are found and ordered by what they say.
struct WordsInspection {
    /// How many tasks are read at a time.
    private static let step = 500

    let snapshot: PostgresSnapshot

    /// What is wrong, as far as `limit` goes; the texts of all tasks are folded again.
    ///
    /// What cannot be read of a task is not looked at here.
    func faults(atMost limit: Int) throws -> [StoreFault] {
        var (faults, last): ([StoreFault], Int64?) = ([], .min)
        while let first = last, faults.count < limit {
            do { last = try inspect(after: first, &faults) } catch let error as PostgresError
                where error.kind != .connection
            {
                let part = "table \(snapshot.schema).task_search"
                return faults + [StoreFault(.damage, part, "the server cannot read it: \(error)")]
            }
        }
        return Array(faults.prefix(limit))
    }

    /// Looks at some tasks.
    ///
    /// - Returns: The key of the last of them; nil where there are no more.
    private func inspect(after first: Int64, _ faults: inout [StoreFault]) throws -> Int64? {
        var last: Int64?
        // A task still waits for its entry where a tag of it was renamed.
        let found = try snapshot.rows(
            """
            SELECT task.key, task.id, title_key, words, title_words, details_words, EXISTS (
                SELECT 1 FROM task_tag JOIN tag ON tag.key = tag WHERE task_key = task.key AND task_key > indexed_to),
            \(SearchEntry.source)
            FROM task LEFT JOIN task_search ON task_search.key = task.key
            WHERE task.key > ? ORDER BY task.key LIMIT \(Self.step)
            """, [first]
        ) { column in
            last = try column.next(Int64.self)
            return try Self.fault(&column)
        }
        faults += found.compactMap(\.self)
        return last
    }

    private static func fault(_ column: inout ColumnReader) throws -> StoreFault? {
        let id: TaskID = try column.next()
        let (titleKey, words): (Data?, String?) = (try column.next(), try column.next())
        let (titleWords, detailsWords): (String?, String?) = (try column.next(), try column.next())
        guard try !column.next(Bool.self), let entry = try? SearchEntry(fromTask: &column) else { return nil }
        let isFound = entry.words == words && entry.titleWords == titleWords && entry.detailsWords == detailsWords
        let wrong = [
            isFound ? nil : "it is not found by its words",
            entry.titleKey == titleKey ? nil : "it is in the wrong place when sorted by title",
        ].compactMap(\.self)
        return wrong.isEmpty ? nil : StoreFault(.search, "task \(id)", wrong.joined(separator: "; "))
    }
}

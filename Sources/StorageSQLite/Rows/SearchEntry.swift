import Foundation
import Storage

/// What a task is found and ordered by: a row of `task_search`, which follows from the task.
///
/// The full-text index `task_words` follows from these rows at the end of each commit (``PendingWords``): triggers keep what
/// a row held before, which the index is told word by word, even where what texts are folded to has changed since.
struct SearchEntry: Hashable, Sendable {
    /// The fields that it follows from, among those that many tasks may be given at once.
    static let fields: TaskFields = [.title, .details, .tags]

    /// What the task is ordered by among titles.
    let titleKey: Data
    /// The words by which it is found.
    let words: String

    private init(title: String, words: SearchWords) {
        titleKey = Data(TitleOrder.key(of: title))
        self.words = words.text
    }

    init(of task: TaskItem) {
        self.init(title: task.title, words: SearchWords(of: task))
    }

    /// The columns of tasks that an entry is read from.
    static let source = """
        task.title, task.details, task.subtasks, (SELECT json_group_array(name) FROM (\(TagRow.namesOfTask("task.key"))))
        """

    /// Makes the entry of a row of tasks, which stands on the first column of ``source``.
    ///
    /// Where parts of the row cannot be read, what can be read counts.
    init(fromTask column: inout ColumnReader) throws {
        let (title, details): (String, String?) = (try column.next(), try column.next())
        let (subtasks, tags): (String?, String) = (try column.next(), try column.next())
        let parts = subtasks.flatMap { text in try? [SubtaskColumn](text: text).map { try $0.subtask.title } }
        let words = SearchWords(
            title: title, details: details, subtasks: parts ?? [], tags: (try? [String](column: tags)) ?? [])
        self.init(title: title, words: words)
    }

    /// Writes the entry of a key; one that is as it was is not written, and its words not indexed again.
    ///
    /// That of an open task has its project, which a trigger sees to when it is another one.
    static let upsert = """
        INSERT INTO task_search (key, title_key, words, project_id)
        SELECT key, ?2, ?3, iif(status < 2, project_id, NULL) FROM task WHERE key = ?1 ON CONFLICT (key) DO UPDATE
        SET title_key = excluded.title_key, words = excluded.words
        WHERE title_key <> excluded.title_key OR words <> excluded.words
        """
}

extension SQLiteTransaction {
    /// Writes what a task is found and ordered by.
    func save(_ entry: SearchEntry, key: Int64) throws {
        try statement(SearchEntry.upsert).run(key, entry.titleKey, entry.words)
    }

    /// Writes what the task of a row is found and ordered by, after the row was changed.
    func saveSearchEntry(ofTask key: Int64) throws {
        let entries = try statement("SELECT \(SearchEntry.source) FROM task WHERE key = ?").rows(key) {
            try SearchEntry(fromTask: &$0)
        }
        for entry in entries { try save(entry, key: key) }
    }
}

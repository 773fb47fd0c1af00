import Foundation
import Storage

/// What a task is found and ordered by: a row of `task_search`, which follows from the task.
struct SearchEntry: Hashable, Sendable {
    /// The fields that it follows from, among those that many tasks may be given at once.
    static let fields: TaskFields = [.title, .details, .tags]

    /// What the task is ordered by among titles.
    let titleKey: Data
    /// The words by which it is found.
    let words: String
    /// Those of its title, and those of its description.
    let titleWords: String
    let detailsWords: String

    private init(title: String, details: String?, words: SearchWords) {
        titleKey = Data(TitleOrder.key(of: title))
        self.words = words.text
        titleWords = SearchWords(of: [title]).text
        detailsWords = SearchWords(of: [details ?? ""]).text
    }

    init(of task: TaskItem) {
        self.init(title: task.title, details: task.details, words: SearchWords(of: task))
    }

    /// The columns of tasks that an entry is read from.
    static let source = "task.title, task.details, task.subtasks, ARRAY(\(TagRow.namesOfTask("task.key")))"

    /// Makes the entry of a row of tasks, which stands on the first column of ``source``.
    ///
    /// Where parts of the row cannot be read, what can be read counts.
    init(fromTask column: inout ColumnReader) throws {
        let (title, details): (String, String?) = (try column.next(), try column.next())
        let (subtasks, tags): (String?, [String]) = (try column.next(), try column.next())
        let parts = subtasks.flatMap { text in try? [SubtaskColumn](text: text).map { try $0.subtask.title } }
        let words = SearchWords(title: title, details: details, subtasks: parts ?? [], tags: tags)
        self.init(title: title, details: details, words: words)
    }

    /// Writes the entry of a key; one that is as it was is not written, and its words not indexed again.
    static let upsert = """
        INSERT INTO task_search (key, title_key, words, title_words, details_words) VALUES (?, ?, ?, ?, ?)
        ON CONFLICT (key) DO UPDATE SET title_key = excluded.title_key, words = excluded.words,
        title_words = excluded.title_words, details_words = excluded.details_words
        WHERE task_search.title_key <> excluded.title_key OR task_search.words <> excluded.words
        OR task_search.title_words <> excluded.title_words OR task_search.details_words <> excluded.details_words
        """

    /// The parameters of ``upsert``.
    func values(key: Int64) -> Arguments { [key, titleKey, words, titleWords, detailsWords] }
}

extension PostgresTransaction {
    /// Writes what a task is found and ordered by.
    func save(_ entry: SearchEntry, key: Int64, isNew: Bool = false) {
        if isNew { add(entry.values(key: key), to: .search) } else { post(SearchEntry.upsert, entry.values(key: key)) }
    }

    /// Writes what the tasks of rows are found and ordered by, after the rows were changed.
    func saveSearchEntries(ofTasks keys: [Int64]) throws {
        let entries = try rows("SELECT task.key, \(SearchEntry.source) FROM task WHERE key = ANY (?)", [keys]) {
            (key: try $0.next(Int64.self), entry: try SearchEntry(fromTask: &$0))
        }
        for (key, entry) in entries { save(entry, key: key) }
    }
}

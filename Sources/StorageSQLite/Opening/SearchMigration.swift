import GRDB
import Storage

/// Gives tasks what they are found and ordered by, in place of an index of the words that SQLite finds in a text.
extension Migrations {
    // The words are those of `SearchWords`, between which there are spaces alone, so that the plainest tokenizer is the
    // right one. What stands in the index stands in the table too: SQLite 3.40 can only take away what it is told, and
    // what is told must be what was put in. Its triggers see to that, also where a task goes with its row alone.
    private static let searchSchema = """
        DROP TRIGGER task_text_insert;
        DROP TRIGGER task_text_delete;
        DROP TRIGGER task_text_update;
        DROP TABLE task_text;

        CREATE TABLE task_search (
            key INTEGER PRIMARY KEY REFERENCES task (key) ON DELETE CASCADE,
            title_key BLOB NOT NULL,
            words TEXT NOT NULL
        ) STRICT;
        CREATE INDEX task_search_title ON task_search (title_key);

        CREATE VIRTUAL TABLE task_words USING fts5 (
            words, content = 'task_search', content_rowid = 'key', columnsize = 0, tokenize = 'ascii'
        );
        CREATE TRIGGER task_words_insert AFTER INSERT ON task_search BEGIN
            INSERT INTO task_words (rowid, words) VALUES (new.key, new.words);
        END;
        CREATE TRIGGER task_words_delete AFTER DELETE ON task_search BEGIN
            INSERT INTO task_words (task_words, rowid, words) VALUES ('delete', old.key, old.words);
        END;
        CREATE TRIGGER task_words_update AFTER UPDATE OF words ON task_search WHEN old.words <> new.words BEGIN
            INSERT INTO task_words (task_words, rowid, words) VALUES ('delete', old.key, old.words);
            INSERT INTO task_words (rowid, words) VALUES (new.key, new.words);
        END;
        """

    // What `SearchEntry` is made of, as it stood in the tables then.
    private static let tasks = """
        task.title, task.details, task.subtasks, (SELECT json_group_array(tag) FROM (
            SELECT tag FROM task_tag WHERE task_key = task.key ORDER BY position))
        """

    /// Indexes every task, one after the other.
    static func makeSearch(_ db: Database) throws {
        try db.execute(sql: searchSchema)
        let store = SQLiteTransaction(db)
        try store.each("SELECT task.key, \(tasks) FROM task ORDER BY task.key", []) { column in
            let key = try column.next(Int64.self)
            let entry = try SearchEntry(fromTask: &column)
            try store.run(
                "INSERT INTO task_search (key, title_key, words) VALUES (?, ?, ?)", [key, entry.titleKey, entry.words])
            return true
        }
    }
}

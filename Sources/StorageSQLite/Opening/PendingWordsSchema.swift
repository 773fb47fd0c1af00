extension Migrations {
    // The words of a commit are indexed together at its end: inside a transaction, FTS5 writes what it has gathered at each
    // statement that may have to be taken back, which made every new task a segment of its own, to be merged with others.
    // A row says what the index still holds of a task's words; NULL for nothing.
    static let pendingWordsSchema = """
        CREATE TABLE task_words_pending (key INTEGER PRIMARY KEY, indexed TEXT) STRICT;

        DROP TRIGGER task_words_insert;
        DROP TRIGGER task_words_delete;
        DROP TRIGGER task_words_update;
        CREATE TRIGGER task_words_insert AFTER INSERT ON task_search BEGIN
            INSERT INTO task_words_pending (key) VALUES (new.key) ON CONFLICT (key) DO NOTHING;
        END;
        CREATE TRIGGER task_words_delete AFTER DELETE ON task_search BEGIN
            INSERT INTO task_words_pending (key, indexed) VALUES (old.key, old.words) ON CONFLICT (key) DO NOTHING;
        END;
        CREATE TRIGGER task_words_update AFTER UPDATE OF words ON task_search WHEN old.words <> new.words BEGIN
            INSERT INTO task_words_pending (key, indexed) VALUES (old.key, old.words) ON CONFLICT (key) DO NOTHING;
        END;
        """
}

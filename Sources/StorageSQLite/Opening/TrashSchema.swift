extension Migrations {
    // What is in the trash is kept by the change that deleted it, and goes with it; an entry says where to look.
    static let trashSchema = """
        CREATE TABLE trash (
            task_id BLOB PRIMARY KEY CHECK (length(task_id) = 16),
            change_key INTEGER NOT NULL REFERENCES change (key) ON DELETE CASCADE
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX trash_change ON trash (change_key, task_id);
        """
}

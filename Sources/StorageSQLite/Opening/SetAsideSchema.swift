extension Migrations {
    // What is set aside is rare: it stands in a table of its own, so that no row that is read or written all the time
    // is wider for it. `fire_at` is when a reminder that was taken out of the due queue was to go off.
    static let setAsideSchema = """
        CREATE TABLE set_aside (
            kind TEXT NOT NULL,
            subject TEXT NOT NULL,
            task_key INTEGER REFERENCES task (key) ON DELETE CASCADE,
            reason TEXT NOT NULL,
            since INTEGER NOT NULL,
            fire_at INTEGER,
            PRIMARY KEY (kind, subject)
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX set_aside_task ON set_aside (task_key) WHERE task_key IS NOT NULL;
        """
}

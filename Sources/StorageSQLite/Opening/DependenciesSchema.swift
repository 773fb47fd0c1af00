extension Migrations {
    // What a task waits for stands by its id: a task that is deleted is waited for again once it is back, and nothing need
    // be written for those that wait. Whether it is open stands beside it, so that what is blocked is found without looking
    // at what blocks it; triggers see to that, which do nothing for a task that nothing waits for.
    static let dependenciesSchema = """
        CREATE TABLE task_blocker (
            task_key INTEGER NOT NULL REFERENCES task (key) ON DELETE CASCADE,
            blocker_id BLOB NOT NULL CHECK (length(blocker_id) = 16),
            position INTEGER NOT NULL,
            is_open INTEGER NOT NULL DEFAULT 0 CHECK (is_open IN (0, 1)),
            PRIMARY KEY (task_key, position, blocker_id)
        ) STRICT, WITHOUT ROWID;
        CREATE UNIQUE INDEX task_blocker_blocker ON task_blocker (blocker_id, task_key);
        CREATE INDEX task_blocker_open ON task_blocker (task_key) WHERE is_open = 1;

        CREATE TRIGGER task_blocker_other BEFORE INSERT ON task_blocker
        WHEN new.blocker_id = (SELECT id FROM task WHERE key = new.task_key) BEGIN
            SELECT RAISE(ABORT, 'a task waits for itself');
        END;
        CREATE TRIGGER task_blocker_begins AFTER INSERT ON task_blocker BEGIN
            UPDATE task_blocker SET is_open = EXISTS (SELECT 1 FROM task WHERE id = new.blocker_id AND status < 2)
            WHERE task_key = new.task_key AND blocker_id = new.blocker_id;
        END;
        CREATE TRIGGER task_blocker_comes AFTER INSERT ON task
        WHEN EXISTS (SELECT 1 FROM task_blocker WHERE blocker_id = new.id) BEGIN
            UPDATE task_blocker SET is_open = new.status < 2 WHERE blocker_id = new.id;
        END;
        CREATE TRIGGER task_blocker_changes AFTER UPDATE OF status ON task
        WHEN (old.status < 2) <> (new.status < 2) BEGIN
            UPDATE task_blocker SET is_open = new.status < 2 WHERE blocker_id = new.id;
        END;
        CREATE TRIGGER task_blocker_goes AFTER DELETE ON task BEGIN
            UPDATE task_blocker SET is_open = 0 WHERE blocker_id = old.id;
        END;

        ALTER TABLE task_before ADD COLUMN blockers TEXT;
        """
}

extension Migrations {
    // What lists of open tasks are read along, in each order that they can have. Open tasks are few beside those that are
    // done, and closing one takes it out of all four, so that the indexes stay as small as what there is to do. A status
    // is looked up only where it is rare: that of closed tasks in an index that open ones have no entry in.
    static let queriesSchema = """
        DROP INDEX task_status;
        CREATE INDEX task_closed ON task (status) WHERE status > 1;
        CREATE INDEX task_open_due ON task (\(TaskRow.dueOrder)) WHERE status < 2;
        CREATE INDEX task_open_priority ON task (priority) WHERE status < 2;
        CREATE INDEX task_open_created ON task (created_at) WHERE status < 2;
        CREATE INDEX task_open_updated ON task (updated_at) WHERE status < 2;

        CREATE TABLE saved_view (
            key INTEGER PRIMARY KEY,
            id BLOB NOT NULL UNIQUE CHECK (length(id) = 16),
            version INTEGER NOT NULL CHECK (version > 0),
            name TEXT NOT NULL UNIQUE,
            filter TEXT,
            sort TEXT,
            time_zone TEXT,
            created_at INTEGER NOT NULL,
            updated_at INTEGER NOT NULL
        ) STRICT;
        """
}

import Storage

extension Migrations {
    // Tasks and series name their project by its id, as everything that is copied whole does, such as the images of
    // changes. A project that was deleted stays, with the time of it: who deletes one with a million tasks writes one row,
    // and who undoes that too. Counts follow by triggers, which do nothing for tasks without a project.
    static let projectsSchema = """
        CREATE TABLE project (
            key INTEGER PRIMARY KEY,
            id BLOB NOT NULL UNIQUE CHECK (length(id) = 16),
            version INTEGER NOT NULL CHECK (version > 0),
            name TEXT NOT NULL,
            details TEXT,
            color TEXT,
            icon TEXT,
            parent_id BLOB REFERENCES project (id),
            is_archived INTEGER NOT NULL CHECK (is_archived IN (0, 1)),
            sort_order REAL NOT NULL,
            created_at INTEGER NOT NULL,
            updated_at INTEGER NOT NULL,
            deleted_at INTEGER,
            open_count INTEGER NOT NULL DEFAULT 0 CHECK (open_count >= 0),
            completed_count INTEGER NOT NULL DEFAULT 0 CHECK (completed_count >= 0)
        ) STRICT;
        CREATE INDEX project_place ON project (sort_order, key) WHERE deleted_at IS NULL;
        CREATE INDEX project_parent ON project (parent_id, sort_order) WHERE deleted_at IS NULL;
        CREATE INDEX project_name ON project (name) WHERE deleted_at IS NULL;

        \(nesting("insert", "INSERT ON project WHEN new.parent_id IS NOT NULL"))
        \(nesting("update", """
        UPDATE OF parent_id ON project
        WHEN new.parent_id IS NOT NULL AND new.parent_id IS NOT old.parent_id
        """))

        ALTER TABLE task ADD COLUMN project_id BLOB REFERENCES project (id);
        ALTER TABLE series ADD COLUMN project_id BLOB REFERENCES project (id);
        ALTER TABLE task_before ADD COLUMN project_id BLOB;
        ALTER TABLE series_before ADD COLUMN project_id BLOB;
        CREATE INDEX task_project ON task (project_id) WHERE project_id IS NOT NULL;
        CREATE INDEX task_open_project ON task (project_id, \(TaskRow.dueOrder))
            WHERE project_id IS NOT NULL AND status < 2;
        CREATE INDEX task_project_overdue ON task (project_id, overdue_at)
            WHERE project_id IS NOT NULL AND status < 2 AND overdue_at IS NOT NULL;
        CREATE INDEX series_project ON series (project_id) WHERE project_id IS NOT NULL;

        CREATE TRIGGER task_project_insert AFTER INSERT ON task WHEN new.project_id IS NOT NULL BEGIN
            \(count("new", "+"))
        END;
        CREATE TRIGGER task_project_delete AFTER DELETE ON task WHEN old.project_id IS NOT NULL BEGIN
            \(count("old", "-"))
        END;
        CREATE TRIGGER task_project_update AFTER UPDATE OF project_id, status ON task
        WHEN old.project_id IS NOT new.project_id OR new.project_id IS NOT NULL AND old.status <> new.status BEGIN
            \(count("old", "-"))
            \(count("new", "+"))
        END;

        CREATE TABLE project_before (
            change_key INTEGER NOT NULL,
            id BLOB NOT NULL,
            version INTEGER NOT NULL,
            name TEXT NOT NULL,
            details TEXT,
            color TEXT,
            icon TEXT,
            parent_id BLOB,
            is_archived INTEGER NOT NULL,
            sort_order REAL NOT NULL,
            created_at INTEGER NOT NULL,
            updated_at INTEGER NOT NULL,
            deleted_at INTEGER,
            PRIMARY KEY (change_key, id)
        ) STRICT, WITHOUT ROWID;

        \(moreKindsOfChangedRows)
        """

    // The table had a CHECK of the kinds that there were; which ones there are the program knows.
    private static let moreKindsOfChangedRows = """
        CREATE TABLE change_row_kept (
            change_key INTEGER NOT NULL REFERENCES change (key),
            kind INTEGER NOT NULL CHECK (kind >= 0),
            id BLOB NOT NULL CHECK (length(id) = 16),
            was_there INTEGER NOT NULL CHECK (was_there IN (0, 1)),
            PRIMARY KEY (change_key, kind, id)
        ) STRICT, WITHOUT ROWID;
        INSERT INTO change_row_kept SELECT change_key, kind, id, was_there FROM change_row;
        DROP TABLE change_row;
        ALTER TABLE change_row_kept RENAME TO change_row;
        CREATE INDEX change_row_subject ON change_row (id, kind, change_key);
        """

    /// Adds a task to the counts of its project, or takes it off them.
    private static func count(_ row: String, _ sign: String) -> String {
        """
        UPDATE project SET open_count = open_count \(sign) (\(row).status < 2),
            completed_count = completed_count \(sign) (\(row).status = \(TaskStatus.completed.code))
        WHERE id = \(row).project_id;
        """
    }

    /// Refuses a project that would stand in itself, or with its projects too deep.
    private static func nesting(_ name: String, _ event: String) -> String {
        """
        CREATE TRIGGER project_nesting_\(name) AFTER \(event) BEGIN
            SELECT RAISE(ABORT, 'projects stand too deep in each other') WHERE (
                WITH RECURSIVE above (id, depth) AS (
                    SELECT new.parent_id, 1 UNION ALL
                    SELECT parent_id, depth + 1 FROM above JOIN project USING (id)
                    WHERE parent_id IS NOT NULL AND depth <= \(Project.maxDepth)
                ) SELECT max(depth) FROM above
            ) + (
                WITH RECURSIVE below (id, depth) AS (
                    SELECT new.id, 1 UNION ALL
                    SELECT project.id, depth + 1 FROM below JOIN project ON parent_id = below.id
                    WHERE deleted_at IS NULL AND depth <= \(Project.maxDepth)
                ) SELECT max(depth) FROM below
            ) > \(Project.maxDepth);
        END;
        """
    }
}

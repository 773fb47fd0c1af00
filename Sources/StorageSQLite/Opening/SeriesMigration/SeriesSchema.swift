import Storage

extension Migrations {
    // A slot is known by its distance from its series' start, in seconds of local time, whole days for dates: moving a
    // series as a whole is a change of one row. Rules, dates and templates are only ever read with their series, so they
    // are JSON in its row.
    static let seriesSchema = """
        CREATE TABLE series (
            key INTEGER PRIMARY KEY,
            id BLOB NOT NULL UNIQUE CHECK (length(id) = 16),
            version INTEGER NOT NULL CHECK (version > 0),
            -- Changes that each of its tasks shows: they count in their versions, and need not touch their rows.
            shared_changes INTEGER NOT NULL CHECK (shared_changes >= 0),
            time_zone TEXT NOT NULL,
            start TEXT NOT NULL,
            rules TEXT NOT NULL CHECK (json_valid(rules)),
            rdates TEXT NOT NULL CHECK (json_valid(rdates)),
            exdates TEXT NOT NULL CHECK (json_valid(exdates)),
            anchor INTEGER NOT NULL CHECK (anchor IN (0, 1)),
            missed INTEGER NOT NULL CHECK (missed IN (0, 1)),
            respawn INTEGER NOT NULL CHECK (respawn IN (0, 1)),
            before TEXT,
            title TEXT NOT NULL,
            details TEXT,
            priority INTEGER NOT NULL CHECK (priority BETWEEN 0 AND 4),
            location TEXT CHECK (location IS NULL OR json_valid(location)),
            quiet_hours TEXT,
            tags TEXT NOT NULL CHECK (json_valid(tags)),
            reminders TEXT NOT NULL CHECK (json_valid(reminders)),
            subtasks TEXT NOT NULL CHECK (json_valid(subtasks)),
            has_start INTEGER NOT NULL CHECK (has_start IN (0, 1)),
            has_due INTEGER NOT NULL CHECK (has_due IN (0, 1)),
            span INTEGER NOT NULL,
            end_reason INTEGER CHECK (end_reason BETWEEN 0 AND 3),
            ended_by BLOB CHECK (length(ended_by) = 16),
            split_from BLOB CHECK (length(split_from) = 16),
            shown TEXT CHECK (shown IS NULL OR json_valid(shown)),
            projected_at INTEGER,
            created_at INTEGER NOT NULL,
            updated_at INTEGER NOT NULL,
            CHECK (ended_by IS NULL OR end_reason IS NOT NULL)
        ) STRICT;
        CREATE INDEX series_projected ON series (projected_at, id) WHERE projected_at IS NOT NULL;
        CREATE INDEX series_split ON series (split_from, start) WHERE split_from IS NOT NULL;

        CREATE TABLE occurrence (
            series_key INTEGER NOT NULL REFERENCES series (key) ON DELETE CASCADE,
            slot INTEGER NOT NULL,
            number INTEGER CHECK (number > 0),
            state INTEGER NOT NULL CHECK (state BETWEEN 0 AND 5),
            outcome INTEGER CHECK (outcome BETWEEN 0 AND 5),
            task_id BLOB NOT NULL CHECK (length(task_id) = 16),
            cause BLOB CHECK (length(cause) = 16),
            overrides INTEGER NOT NULL,
            touched INTEGER NOT NULL CHECK (touched IN (0, 1)),
            passed INTEGER NOT NULL CHECK (passed >= 0),
            version INTEGER NOT NULL CHECK (version >= 0),
            closed_at INTEGER,
            PRIMARY KEY (series_key, slot),
            UNIQUE (series_key, number),
            CHECK ((number IS NULL) = (state = \(LedgerEntry.State.withdrawn.code)))
        ) STRICT, WITHOUT ROWID;
        -- Not unique: a task that was deleted may be made again with its id, in another series.
        CREATE INDEX occurrence_task ON occurrence (task_id);
        CREATE INDEX occurrence_open ON occurrence (series_key, slot) WHERE state = \(LedgerEntry.State.open.code);
        """

    // SQLite can neither take columns off a table whose CHECKs name them nor add a key of two columns to one, so the
    // table is made anew, with the keys that its rows had. Nothing but its own triggers goes with the old one, and the
    // full-text index holds what it held, since it knows the rows by those keys.
    static let taskSchema = """
        CREATE TABLE task_kept (
            key INTEGER PRIMARY KEY,
            id BLOB NOT NULL UNIQUE CHECK (length(id) = 16),
            -- Without what its series counts, which it may have come to after many changes.
            version INTEGER NOT NULL,
            title TEXT NOT NULL,
            details TEXT,
            status INTEGER NOT NULL CHECK (status BETWEEN 0 AND 3),
            priority INTEGER NOT NULL CHECK (priority BETWEEN 0 AND 4),
            start TEXT,
            due TEXT,
            time_zone TEXT NOT NULL,
            start_at INTEGER,
            due_at INTEGER,
            overdue_at INTEGER,
            is_overdue_told INTEGER NOT NULL CHECK (is_overdue_told IN (0, 1)),
            series_key INTEGER,
            slot INTEGER,
            subtasks TEXT CHECK (subtasks IS NULL OR json_valid(subtasks)),
            location TEXT CHECK (location IS NULL OR json_valid(location)),
            quiet_hours TEXT,
            own_progress INTEGER NOT NULL CHECK (own_progress BETWEEN 0 AND 100),
            created_at INTEGER NOT NULL,
            updated_at INTEGER NOT NULL,
            completed_at INTEGER,
            CHECK ((series_key IS NULL) = (slot IS NULL)),
            FOREIGN KEY (series_key, slot) REFERENCES occurrence (series_key, slot)
                ON UPDATE CASCADE DEFERRABLE INITIALLY DEFERRED
        ) STRICT;
        INSERT INTO task_kept (
            key, id, version, title, details, status, priority, start, due, time_zone, start_at, due_at, overdue_at,
            is_overdue_told, series_key, slot, subtasks, location, quiet_hours, own_progress, created_at, updated_at,
            completed_at
        ) SELECT
            key, id, task.version, title, details, status, priority, start, due, time_zone, start_at, due_at, overdue_at,
            is_overdue_told, series_key, slot, subtasks, location, quiet_hours, own_progress, created_at, updated_at,
            completed_at
        FROM task LEFT JOIN occurrence ON task_id = id AND state < \(LedgerEntry.State.deleted.code)
        ORDER BY key;
        DROP TABLE task;
        ALTER TABLE task_kept RENAME TO task;

        CREATE UNIQUE INDEX task_slot ON task (series_key, slot) WHERE series_key IS NOT NULL;
        CREATE INDEX task_due ON task (\(TaskRow.dueOrder));
        CREATE INDEX task_completed ON task (completed_at) WHERE completed_at IS NOT NULL;
        CREATE INDEX task_status ON task (status);
        CREATE INDEX task_untold_overdue ON task (overdue_at)
            WHERE overdue_at IS NOT NULL AND is_overdue_told = 0 AND status < 2;

        CREATE TRIGGER task_text_insert AFTER INSERT ON task BEGIN
            INSERT INTO task_text (rowid, title, details) VALUES (new.key, new.title, new.details);
        END;
        CREATE TRIGGER task_text_delete AFTER DELETE ON task BEGIN
            INSERT INTO task_text (task_text, rowid, title, details)
                VALUES ('delete', old.key, old.title, old.details);
        END;
        CREATE TRIGGER task_text_update AFTER UPDATE OF title, details ON task
            WHEN old.title IS NOT new.title OR old.details IS NOT new.details
        BEGIN
            INSERT INTO task_text (task_text, rowid, title, details)
                VALUES ('delete', old.key, old.title, old.details);
            INSERT INTO task_text (rowid, title, details) VALUES (new.key, new.title, new.details);
        END;
        """
}

extension Migrations {
    // What undoing needs: which rows a change wrote, and what stood in them before. A row that was not there before has no
    // image, so that making a task costs a row of 30 bytes. Images are copied by INSERT … SELECT and have the columns of
    // what they are images of, but that a series is known by its id: it may get another key when it comes back. They have
    // no CHECKs, since they hold what had passed them.
    static let changesSchema = """
        CREATE TABLE change (
            key INTEGER PRIMARY KEY,
            id BLOB NOT NULL UNIQUE CHECK (length(id) = 16),
            kind TEXT NOT NULL,
            at INTEGER NOT NULL,
            author TEXT,
            undoes BLOB CHECK (length(undoes) = 16),
            -- Some of its rows were removed, since it is old: it cannot be undone.
            is_trimmed INTEGER NOT NULL DEFAULT 0 CHECK (is_trimmed IN (0, 1))
        ) STRICT;
        CREATE INDEX change_author ON change (author);

        CREATE TABLE change_row (
            change_key INTEGER NOT NULL REFERENCES change (key),
            kind INTEGER NOT NULL CHECK (kind BETWEEN 0 AND 3),
            id BLOB NOT NULL CHECK (length(id) = 16),
            was_there INTEGER NOT NULL CHECK (was_there IN (0, 1)),
            PRIMARY KEY (change_key, kind, id)
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX change_row_subject ON change_row (id, kind, change_key);

        CREATE TABLE task_before (
            change_key INTEGER NOT NULL,
            id BLOB NOT NULL,
            version INTEGER NOT NULL,
            title TEXT NOT NULL,
            details TEXT,
            status INTEGER NOT NULL,
            priority INTEGER NOT NULL,
            start TEXT,
            due TEXT,
            time_zone TEXT NOT NULL,
            start_at INTEGER,
            due_at INTEGER,
            overdue_at INTEGER,
            is_overdue_told INTEGER NOT NULL,
            series_id BLOB,
            slot INTEGER,
            tags TEXT NOT NULL,
            subtasks TEXT,
            location TEXT,
            quiet_hours TEXT,
            estimated_duration TEXT,
            own_progress INTEGER NOT NULL,
            created_at INTEGER NOT NULL,
            updated_at INTEGER NOT NULL,
            completed_at INTEGER,
            PRIMARY KEY (change_key, id)
        ) STRICT, WITHOUT ROWID;

        CREATE TABLE reminder_before (
            change_key INTEGER NOT NULL,
            task_id BLOB NOT NULL,
            position INTEGER NOT NULL,
            id BLOB NOT NULL,
            origin BLOB NOT NULL,
            at TEXT,
            offset TEXT,
            relative_to INTEGER,
            repeat_every TEXT,
            repeat_count INTEGER,
            state INTEGER NOT NULL,
            scheduled_at INTEGER,
            next_fire_at INTEGER,
            snoozed_until INTEGER,
            repetitions_done INTEGER NOT NULL,
            catch_up INTEGER,
            is_kept INTEGER NOT NULL,
            hold_reason INTEGER,
            held_from INTEGER,
            held_by BLOB,
            suspended TEXT,
            task_changes INTEGER NOT NULL,
            PRIMARY KEY (change_key, task_id, position, id)
        ) STRICT, WITHOUT ROWID;

        CREATE TABLE series_before (
            change_key INTEGER NOT NULL,
            id BLOB NOT NULL,
            version INTEGER NOT NULL,
            shared_changes INTEGER NOT NULL,
            time_zone TEXT NOT NULL,
            start TEXT NOT NULL,
            rules TEXT NOT NULL,
            rdates TEXT NOT NULL,
            exdates TEXT NOT NULL,
            anchor INTEGER NOT NULL,
            missed INTEGER NOT NULL,
            respawn INTEGER NOT NULL,
            before TEXT,
            title TEXT NOT NULL,
            details TEXT,
            priority INTEGER NOT NULL,
            location TEXT,
            quiet_hours TEXT,
            estimated_duration TEXT,
            tags TEXT NOT NULL,
            reminders TEXT NOT NULL,
            subtasks TEXT NOT NULL,
            has_start INTEGER NOT NULL,
            has_due INTEGER NOT NULL,
            span INTEGER NOT NULL,
            end_reason INTEGER,
            ended_by BLOB,
            split_from BLOB,
            shown TEXT,
            projected_at INTEGER,
            created_at INTEGER NOT NULL,
            updated_at INTEGER NOT NULL,
            PRIMARY KEY (change_key, id)
        ) STRICT, WITHOUT ROWID;

        CREATE TABLE occurrence_before (
            change_key INTEGER NOT NULL,
            task_id BLOB NOT NULL,
            series_id BLOB NOT NULL,
            slot INTEGER NOT NULL,
            number INTEGER,
            state INTEGER NOT NULL,
            outcome INTEGER,
            cause BLOB,
            overrides INTEGER NOT NULL,
            touched INTEGER NOT NULL,
            passed INTEGER NOT NULL,
            version INTEGER NOT NULL,
            closed_at INTEGER,
            PRIMARY KEY (change_key, task_id)
        ) STRICT, WITHOUT ROWID;

        CREATE TABLE pause_before (
            change_key INTEGER NOT NULL,
            id BLOB NOT NULL,
            target TEXT NOT NULL,
            since INTEGER NOT NULL,
            until INTEGER,
            ended_at INTEGER,
            missed INTEGER NOT NULL,
            note TEXT,
            author TEXT,
            PRIMARY KEY (change_key, id)
        ) STRICT, WITHOUT ROWID;
        """
}

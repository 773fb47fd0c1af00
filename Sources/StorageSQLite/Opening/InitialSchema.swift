import Storage

extension Migrations {
    // Instants are milliseconds since 1970 UTC, ids are the 16 bytes of a UUID, local times are their text. Rows are
    // joined by their small integer keys, which keeps every index narrow and its inserts at its right end; the ids
    // that the world sees stand in one unique index each.
    static let initialSchema = """
        PRAGMA application_id = \(StoreFile.applicationID);

        CREATE TABLE task (
            key INTEGER PRIMARY KEY,
            id BLOB NOT NULL UNIQUE CHECK (length(id) = 16),
            version INTEGER NOT NULL CHECK (version > 0),
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
            recurrence TEXT CHECK (recurrence IS NULL OR json_valid(recurrence)),
            series_id BLOB CHECK (length(series_id) = 16),
            series_start TEXT,
            occurrence INTEGER CHECK (occurrence > 0),
            recurrence_id TEXT,
            projected_at INTEGER,
            subtasks TEXT CHECK (subtasks IS NULL OR json_valid(subtasks)),
            location TEXT CHECK (location IS NULL OR json_valid(location)),
            quiet_hours TEXT,
            template TEXT CHECK (template IS NULL OR json_valid(template)),
            own_progress INTEGER NOT NULL CHECK (own_progress BETWEEN 0 AND 100),
            created_at INTEGER NOT NULL,
            updated_at INTEGER NOT NULL,
            completed_at INTEGER,
            CHECK ((series_id IS NULL) = (occurrence IS NULL)),
            CHECK ((series_id IS NULL) = (recurrence_id IS NULL))
        ) STRICT;
        CREATE UNIQUE INDEX task_series ON task (series_id, occurrence) WHERE series_id IS NOT NULL;
        CREATE INDEX task_due ON task (\(TaskRow.dueOrder));
        CREATE INDEX task_completed ON task (completed_at) WHERE completed_at IS NOT NULL;
        CREATE INDEX task_status ON task (status);
        CREATE INDEX task_untold_overdue ON task (overdue_at)
            WHERE overdue_at IS NOT NULL AND is_overdue_told = 0 AND status < 2;
        CREATE INDEX task_projected ON task (projected_at, id) WHERE projected_at IS NOT NULL;

        CREATE TABLE task_tag (
            tag TEXT NOT NULL,
            task_key INTEGER NOT NULL REFERENCES task (key) ON DELETE CASCADE,
            position INTEGER NOT NULL,
            PRIMARY KEY (tag, task_key)
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX task_tag_task ON task_tag (task_key, position);

        CREATE VIRTUAL TABLE task_text USING fts5 (
            title, details, content = 'task', content_rowid = 'key', tokenize = 'unicode61 remove_diacritics 2'
        );
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

        CREATE TABLE reminder (
            key INTEGER PRIMARY KEY,
            id BLOB NOT NULL UNIQUE CHECK (length(id) = 16),
            task_key INTEGER NOT NULL REFERENCES task (key) ON DELETE CASCADE,
            position INTEGER NOT NULL,
            origin BLOB NOT NULL CHECK (length(origin) = 16),
            at TEXT,
            offset TEXT,
            relative_to INTEGER CHECK (relative_to IN (0, 1)),
            repeat_every TEXT,
            repeat_count INTEGER,
            state INTEGER NOT NULL CHECK (state BETWEEN 0 AND 5),
            scheduled_at INTEGER,
            next_fire_at INTEGER,
            snoozed_until INTEGER,
            repetitions_done INTEGER NOT NULL,
            catch_up INTEGER CHECK (catch_up >= 0),
            is_kept INTEGER NOT NULL DEFAULT 0 CHECK (is_kept IN (0, 1)),
            hold_reason INTEGER CHECK (hold_reason BETWEEN 0 AND 2),
            held_from INTEGER,
            held_by BLOB CHECK (length(held_by) = 16),
            -- Changes of the task by firings since it was written whole: they count in its version, and need not touch
            -- its row, which is large and lies elsewhere.
            task_changes INTEGER NOT NULL DEFAULT 0,
            CHECK ((hold_reason IS NULL) = (held_from IS NULL)),
            CHECK ((at IS NULL) = (offset IS NOT NULL)),
            CHECK ((offset IS NULL) = (relative_to IS NULL)),
            CHECK ((repeat_every IS NULL) = (repeat_count IS NULL))
        ) STRICT;
        CREATE INDEX reminder_task ON reminder (task_key, position);
        CREATE INDEX reminder_due ON reminder (next_fire_at, id) WHERE next_fire_at IS NOT NULL;

        CREATE INDEX reminder_held ON reminder (held_by) WHERE held_by IS NOT NULL;
        CREATE TABLE reminder_note (
            key INTEGER PRIMARY KEY,
            reminder_key INTEGER NOT NULL REFERENCES reminder (key) ON DELETE CASCADE,
            kind INTEGER NOT NULL CHECK (kind BETWEEN 0 AND 3),
            scheduled_at INTEGER,
            at INTEGER NOT NULL,
            until INTEGER,
            reason TEXT,
            author TEXT,
            missed_count INTEGER NOT NULL
        ) STRICT;
        CREATE INDEX reminder_note_reminder ON reminder_note (reminder_key, scheduled_at);
        CREATE INDEX reminder_note_until ON reminder_note (reminder_key, until) WHERE until IS NOT NULL;

        CREATE TABLE pause (
            id BLOB PRIMARY KEY CHECK (length(id) = 16),
            target TEXT NOT NULL UNIQUE,
            since INTEGER NOT NULL,
            until INTEGER,
            ended_at INTEGER,
            missed INTEGER NOT NULL CHECK (missed IN (0, 1)),
            note TEXT,
            author TEXT
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX pause_end ON pause (coalesce(ended_at, until)) WHERE coalesce(ended_at, until) IS NOT NULL;

        CREATE TABLE zone (
            name TEXT PRIMARY KEY,
            digest INTEGER
        ) STRICT, WITHOUT ROWID;

        CREATE TABLE firing (
            reminder_key INTEGER NOT NULL REFERENCES reminder (key) ON DELETE CASCADE,
            scheduled_at INTEGER NOT NULL,
            fired_at INTEGER NOT NULL,
            missed_count INTEGER NOT NULL,
            event_seq INTEGER,
            PRIMARY KEY (reminder_key, scheduled_at)
        ) STRICT, WITHOUT ROWID;

        CREATE TABLE event (
            seq INTEGER PRIMARY KEY,
            id BLOB NOT NULL CHECK (length(id) = 16),
            type TEXT NOT NULL,
            at INTEGER NOT NULL,
            data TEXT NOT NULL
        ) STRICT;

        CREATE TABLE hook (
            key INTEGER PRIMARY KEY,
            id BLOB NOT NULL UNIQUE CHECK (length(id) = 16),
            version INTEGER NOT NULL CHECK (version > 0),
            kind TEXT NOT NULL,
            url TEXT,
            command TEXT NOT NULL DEFAULT '[]' CHECK (json_valid(command)),
            payload TEXT NOT NULL DEFAULT 'full',
            preset TEXT,
            template_format TEXT,
            template TEXT,
            body_limit INTEGER NOT NULL DEFAULT 262144,
            tls_authorities TEXT,
            tls_certificate TEXT,
            tls_key BLOB,
            events TEXT NOT NULL CHECK (json_valid(events)),
            tags TEXT NOT NULL DEFAULT '[]' CHECK (json_valid(tags)),
            priorities TEXT NOT NULL DEFAULT '[]' CHECK (json_valid(priorities)),
            ordering TEXT NOT NULL DEFAULT 'parallel',
            rate_per_second REAL,
            rate_burst INTEGER,
            concurrency INTEGER,
            retry_waits TEXT CHECK (retry_waits IS NULL OR json_valid(retry_waits)),
            expiry INTEGER,
            is_enabled INTEGER NOT NULL CHECK (is_enabled IN (0, 1)),
            disabled_reason TEXT,
            created_at INTEGER NOT NULL,
            updated_at INTEGER NOT NULL,
            CHECK ((template IS NULL) = (template_format IS NULL)),
            CHECK (template IS NULL OR preset IS NULL)
        ) STRICT;
        CREATE TABLE hook_secret (
            hook_key INTEGER NOT NULL REFERENCES hook (key) ON DELETE CASCADE,
            position INTEGER NOT NULL,
            sealed BLOB NOT NULL,
            PRIMARY KEY (hook_key, position)
        ) STRICT, WITHOUT ROWID;

        CREATE TABLE hook_header (
            hook_key INTEGER NOT NULL REFERENCES hook (key) ON DELETE CASCADE,
            position INTEGER NOT NULL,
            name TEXT NOT NULL,
            value TEXT,
            sealed BLOB,
            PRIMARY KEY (hook_key, position),
            CHECK ((value IS NULL) = (sealed IS NOT NULL))
        ) STRICT, WITHOUT ROWID;
        CREATE TABLE hook_health (
            hook_key INTEGER PRIMARY KEY REFERENCES hook (key) ON DELETE CASCADE,
            consecutive_failures INTEGER NOT NULL,
            failing_since INTEGER,
            last_failure_at INTEGER,
            last_success_at INTEGER,
            suspects TEXT NOT NULL CHECK (json_valid(suspects)),
            trips INTEGER NOT NULL,
            resumes_at INTEGER
        ) STRICT;

        -- The key of a delivery is made of its hook's and its event's: those of a hook stand side by side in the order of
        -- the log, and that of an event for a hook is found, without an index that every event would have to be put in.
        CREATE TABLE delivery (
            key INTEGER PRIMARY KEY,
            hook_key INTEGER NOT NULL GENERATED ALWAYS AS (key >> \(DeliveryKey.sequenceBits)) VIRTUAL,
            event_seq INTEGER NOT NULL GENERATED ALWAYS AS (key & \(DeliveryKey.maxSequence)) VIRTUAL,
            state INTEGER NOT NULL DEFAULT 0 CHECK (state BETWEEN 0 AND 3),
            attempts_made INTEGER NOT NULL DEFAULT 0,
            attempts_before_replay INTEGER NOT NULL DEFAULT 0,
            replayed_at INTEGER,
            is_retry INTEGER NOT NULL GENERATED ALWAYS AS (attempts_made > 0 OR replayed_at IS NOT NULL) VIRTUAL,
            is_claimed INTEGER NOT NULL DEFAULT 0 CHECK (is_claimed IN (0, 1)),
            lane INTEGER,
            is_blocked INTEGER NOT NULL DEFAULT 0 CHECK (is_blocked IN (0, 1)),
            next_attempt_at INTEGER,
            -- What its attempts send: not settled yet, the whole event, or what stands in delivery_body.
            body_kind INTEGER NOT NULL DEFAULT 0 CHECK (body_kind BETWEEN 0 AND 2),
            CHECK ((state = 0) = (next_attempt_at IS NOT NULL)),
            CHECK (is_blocked = 0 OR lane IS NOT NULL)
        ) STRICT;
        CREATE INDEX delivery_dead ON delivery (key, state) WHERE state > 1;
        CREATE INDEX delivery_pending ON delivery (hook_key, is_retry, next_attempt_at, key)
            WHERE state = 0 AND is_blocked = 0;
        CREATE INDEX delivery_lane ON delivery (hook_key, lane, is_blocked, key)
            WHERE state = 0 AND lane IS NOT NULL;
        CREATE INDEX delivery_claimed ON delivery (key) WHERE is_claimed = 1;
        -- In a lane, which holds the deliveries of one task, only the first that is pending is not blocked.
        CREATE TRIGGER delivery_lane_moves AFTER UPDATE OF state ON delivery
            WHEN old.state = 0 AND new.state <> 0 AND new.lane IS NOT NULL
        BEGIN
            UPDATE delivery SET is_blocked = 0 WHERE key = (
                SELECT min(key) FROM delivery
                WHERE state = 0 AND hook_key = new.hook_key AND lane = new.lane AND is_blocked = 1
            );
        END;

        CREATE TABLE delivery_body (
            delivery_key INTEGER PRIMARY KEY REFERENCES delivery (key) ON DELETE CASCADE,
            media_type TEXT NOT NULL,
            bytes BLOB NOT NULL
        ) STRICT;
        CREATE TRIGGER delivery_body_ends AFTER UPDATE OF body_kind, state ON delivery
            WHEN old.body_kind = 2 AND (new.body_kind <> 2 OR new.state <> 0)
        BEGIN
            DELETE FROM delivery_body WHERE delivery_key = new.key;
        END;

        CREATE TABLE attempt (
            delivery_key INTEGER NOT NULL REFERENCES delivery (key) ON DELETE CASCADE,
            number INTEGER NOT NULL,
            started_at INTEGER NOT NULL,
            duration_ms INTEGER NOT NULL,
            outcome TEXT NOT NULL,
            status_code INTEGER,
            detail TEXT,
            response_excerpt TEXT,
            address TEXT,
            look_up_ms INTEGER,
            connection_ms INTEGER,
            first_byte_ms INTEGER,
            PRIMARY KEY (delivery_key, number)
        ) STRICT, WITHOUT ROWID;

        CREATE TABLE identity (
            name TEXT PRIMARY KEY,
            value TEXT NOT NULL
        ) STRICT, WITHOUT ROWID;

        CREATE TABLE access_token (
            digest BLOB PRIMARY KEY CHECK (length(digest) = 32),
            name TEXT NOT NULL,
            scopes TEXT NOT NULL,
            created_at INTEGER NOT NULL
        ) STRICT, WITHOUT ROWID;

        CREATE TABLE remembered_answer (
            token_digest BLOB NOT NULL,
            key TEXT NOT NULL,
            request_digest BLOB NOT NULL,
            status INTEGER NOT NULL,
            headers TEXT NOT NULL,
            body BLOB NOT NULL,
            answered_at INTEGER NOT NULL,
            PRIMARY KEY (token_digest, key)
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX remembered_answer_age ON remembered_answer (answered_at);
        """
}

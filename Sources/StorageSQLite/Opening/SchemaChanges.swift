import Storage

// Migrations that are SQL alone, in the order in which they came; what has shipped is never edited.
extension Migrations {
    // How much speaks for it that a delivery ends the process: what is suspect stands in an index of its own, so that
    // claiming the others does not meet it.
    static let suspects = """
        ALTER TABLE delivery ADD COLUMN suspicion INTEGER NOT NULL DEFAULT 0 CHECK (suspicion >= 0);
        DROP INDEX delivery_pending;
        CREATE INDEX delivery_pending ON delivery (hook_key, is_retry, next_attempt_at, key)
            WHERE state = 0 AND is_blocked = 0 AND suspicion < 3;
        CREATE INDEX delivery_suspect ON delivery (hook_key, next_attempt_at, key)
            WHERE state = 0 AND is_blocked = 0 AND suspicion >= 3;
        """

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

    // How far each part of the history was trimmed. What is removed leaves the low end of a primary key, so one number
    // for each part says all, and no index on age is needed: the log's order is the order of time.
    static let keepingSchema = """
        CREATE TABLE retention (
            name TEXT PRIMARY KEY,
            place INTEGER NOT NULL
        ) STRICT, WITHOUT ROWID;
        """

    // The text of an RFC 5545 DURATION, such as PT1H30M; it is only ever read with its row.
    static let estimatedDurationSchema = """
        ALTER TABLE task ADD COLUMN estimated_duration TEXT;
        ALTER TABLE series ADD COLUMN estimated_duration TEXT;
        """

    // Whose claim a delivery is under; NULL where it is under none, or was claimed before claims had owners, whose
    // process is gone. It is compared in rows that were found by their keys, so there is no index on it.
    static let claimOwnerSchema = "ALTER TABLE delivery ADD COLUMN claim_owner INTEGER"

    // Why a firing was late or missed, where a note of its own would say nothing more: after a downtime every firing is
    // late, and a row with an index for each would cost as much as the firing itself.
    static let lateReasonSchema = """
        ALTER TABLE firing ADD COLUMN late_reason TEXT;
        """

    // Which tasks' events a hook wants, as somebody wrote it, and the zone of the days in it.
    static let hookFilterSchema = """
        ALTER TABLE hook ADD COLUMN filter TEXT;
        ALTER TABLE hook ADD COLUMN time_zone TEXT;
        """

    // The trace in which an event was recorded, as the header `traceparent` has it; NULL for none. It is read with the
    // event when that is delivered.
    static let eventTraceSchema = "ALTER TABLE event ADD COLUMN trace TEXT"

    // The priorities of tasks beside their tags, so that tasks of a tag and a priority are counted without reading them.
    static let tagPrioritySchema = """
        ALTER TABLE task_tag ADD COLUMN task_priority INTEGER NOT NULL DEFAULT 0;
        UPDATE task_tag SET task_priority = priority FROM task WHERE key = task_key AND priority > 0;
        CREATE TRIGGER task_tag_priority AFTER UPDATE OF priority ON task WHEN old.priority <> new.priority BEGIN
            UPDATE task_tag SET task_priority = new.priority WHERE task_key = new.key;
        END;
        """

    // Tasks of no project, counted as those of each project are; a row that is there, and alone.
    static let looseTasksSchema = """
        CREATE TABLE loose_tasks (
            key INTEGER PRIMARY KEY CHECK (key = 1),
            open_count INTEGER NOT NULL CHECK (open_count >= 0),
            completed_count INTEGER NOT NULL CHECK (completed_count >= 0),
            cancelled_count INTEGER NOT NULL CHECK (cancelled_count >= 0)
        ) STRICT;
        INSERT INTO loose_tasks
            SELECT 1, count(*) FILTER (WHERE status < 2),
                count(*) FILTER (WHERE status = \(TaskStatus.completed.code)),
                count(*) FILTER (WHERE status = \(TaskStatus.cancelled.code))
            FROM task WHERE project_id IS NULL;
        CREATE TRIGGER loose_task_insert AFTER INSERT ON task WHEN new.project_id IS NULL BEGIN
            \(countLoose("new", "+"))
        END;
        CREATE TRIGGER loose_task_delete AFTER DELETE ON task WHEN old.project_id IS NULL BEGIN
            \(countLoose("old", "-"))
        END;
        CREATE TRIGGER loose_task_update AFTER UPDATE OF project_id, status ON task
        WHEN (old.project_id IS NULL OR new.project_id IS NULL)
            AND (old.project_id IS NOT new.project_id OR old.status <> new.status) BEGIN
            \(countLoose("old", "-"))
            \(countLoose("new", "+"))
        END;
        """

    /// Adds a task to the count of those of no project, or takes it off, if it is of none.
    private static func countLoose(_ row: String, _ sign: String) -> String {
        """
        UPDATE loose_tasks SET open_count = open_count \(sign) (\(row).status < 2),
            completed_count = completed_count \(sign) (\(row).status = \(TaskStatus.completed.code)),
            cancelled_count = cancelled_count \(sign) (\(row).status = \(TaskStatus.cancelled.code))
        WHERE \(row).project_id IS NULL;
        """
    }
}

import GRDB
import Storage

extension Migrations {
    // Counts by quarters of an hour, for all (the group 0), for each tag and for each project; a zone's days are made of
    // whole quarters. They are written behind the log and not with each event, so that what happens does not wait for
    // them. What is counted of a task is remembered, also when the task is gone, so that it can be taken off again, and
    // what was taken off, so that it can be put back; the groups in which it is counted are a list of their keys.
    static let statisticsSchema = """
        CREATE TABLE statistic_group (
            key INTEGER PRIMARY KEY,
            kind INTEGER NOT NULL CHECK (kind BETWEEN 0 AND 2),
            name TEXT NOT NULL,
            UNIQUE (kind, name)
        ) STRICT;
        INSERT INTO statistic_group (key, kind, name) VALUES (0, 0, '');

        CREATE TABLE statistic (
            group_key INTEGER NOT NULL REFERENCES statistic_group (key),
            slot INTEGER NOT NULL,
            created INTEGER NOT NULL,
            completed INTEGER NOT NULL,
            overdue INTEGER NOT NULL,
            fired INTEGER NOT NULL,
            snoozed INTEGER NOT NULL,
            missed INTEGER NOT NULL,
            completed_with_due INTEGER NOT NULL,
            on_time INTEGER NOT NULL,
            lateness INTEGER NOT NULL,
            PRIMARY KEY (group_key, slot)
        ) STRICT, WITHOUT ROWID;

        CREATE TABLE statistic_task (
            task_id BLOB PRIMARY KEY CHECK (length(task_id) = 16),
            created_at INTEGER,
            created_in TEXT CHECK (created_in IS NULL OR json_valid(created_in)),
            completed_at INTEGER,
            completed_in TEXT CHECK (completed_in IS NULL OR json_valid(completed_in)),
            lateness INTEGER,
            former TEXT CHECK (former IS NULL OR json_valid(former))
        ) STRICT, WITHOUT ROWID;

        -- One row: from which event on, and up to which one the log is counted.
        CREATE TABLE statistic_progress (
            key INTEGER PRIMARY KEY CHECK (key = 0),
            begun_after INTEGER NOT NULL,
            sequence INTEGER NOT NULL,
            since INTEGER
        ) STRICT;
        INSERT INTO statistic_progress (key, begun_after, sequence)
            SELECT 0, place, place FROM (SELECT coalesce(
                (SELECT place FROM retention WHERE name = '\(RetentionPart.events.rawValue)'), 0) AS place);
        """

    // A tag may have been spelled in several ways: its groups keep their keys, which lists name, and are read as one.
    static func foldGroups(_ db: Database) throws {
        try db.execute(
            sql: """
                ALTER TABLE statistic_group ADD COLUMN folded TEXT NOT NULL DEFAULT '';
                UPDATE statistic_group SET folded = name;
                CREATE INDEX statistic_group_folded ON statistic_group (kind, folded);
                """)
        let tags = try Row.fetchAll(
            db, sql: "SELECT key, name FROM statistic_group WHERE kind = ?", arguments: [StatisticsGroup.Kind.tag.code])
        for tag in tags {
            let (key, name): (Int64, String) = (tag["key"], tag["name"])
            try db.execute(
                sql: "UPDATE statistic_group SET folded = ? WHERE key = ?", arguments: [name.asTagKey, key])
        }
    }
}

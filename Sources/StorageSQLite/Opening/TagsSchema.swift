import GRDB
import Storage

/// Makes rows of tags, which stood as texts wherever something had them.
extension Migrations {
    // Whatever has a tag names it by its key, images of changes too, so that a new name is written once. A tag that was
    // deleted stays, with the time of it: what had it has it again when that is undone.
    private static let tagTable = """
        CREATE TABLE tag (
            key INTEGER PRIMARY KEY AUTOINCREMENT,
            version INTEGER NOT NULL CHECK (version > 0),
            name TEXT NOT NULL,
            folded TEXT NOT NULL,
            color TEXT,
            icon TEXT,
            is_kept INTEGER NOT NULL CHECK (is_kept IN (0, 1)),
            created_at INTEGER NOT NULL,
            updated_at INTEGER NOT NULL,
            deleted_at INTEGER,
            -- Nobody deleted it: nothing had it when another one took its name.
            has_given_way INTEGER NOT NULL DEFAULT 0 CHECK (has_given_way IN (0, 1)),
            task_count INTEGER NOT NULL DEFAULT 0 CHECK (task_count >= 0),
            series_count INTEGER NOT NULL DEFAULT 0 CHECK (series_count >= 0),
            indexed_to INTEGER
        ) STRICT;
        CREATE UNIQUE INDEX tag_folded ON tag (folded) WHERE deleted_at IS NULL;
        CREATE INDEX tag_deleted ON tag (deleted_at) WHERE deleted_at IS NOT NULL;
        CREATE INDEX tag_renamed ON tag (key) WHERE indexed_to IS NOT NULL;

        CREATE TABLE tag_before (
            change_key INTEGER NOT NULL,
            id BLOB NOT NULL,
            version INTEGER NOT NULL,
            name TEXT NOT NULL,
            folded TEXT NOT NULL,
            color TEXT,
            icon TEXT,
            is_kept INTEGER NOT NULL,
            created_at INTEGER NOT NULL,
            updated_at INTEGER NOT NULL,
            deleted_at INTEGER,
            PRIMARY KEY (change_key, id)
        ) STRICT, WITHOUT ROWID;
        """

    // Open tasks of a tag are read in the order of their due times along an index, which closed ones have no entry in.
    private static let taggedTasks = """
        CREATE TABLE task_tag_new (
            tag INTEGER NOT NULL REFERENCES tag (key),
            task_key INTEGER NOT NULL REFERENCES task (key) ON DELETE CASCADE,
            position INTEGER NOT NULL,
            due_order INTEGER,
            PRIMARY KEY (tag, task_key)
        ) STRICT, WITHOUT ROWID;
        INSERT OR IGNORE INTO task_tag_new (tag, task_key, position, due_order)
            SELECT tag_name.key, task_key, position, \(TagRow.dueOrder(of: "task"))
            FROM task_tag JOIN tag_name ON tag_name.name = task_tag.tag JOIN task ON task.key = task_key
            ORDER BY tag_name.key, task_key, position;
        DROP TABLE task_tag;
        ALTER TABLE task_tag_new RENAME TO task_tag;
        CREATE INDEX task_tag_task ON task_tag (task_key, position);
        CREATE INDEX task_tag_open ON task_tag (tag, due_order, task_key) WHERE due_order IS NOT NULL;
        UPDATE tag SET series_count = (
            SELECT count(*) FROM series, json_each(series.tags) AS held WHERE held.value = tag.key);
        UPDATE tag SET task_count = (SELECT count(*) FROM task_tag WHERE task_tag.tag = tag.key);

        CREATE TRIGGER task_tag_insert AFTER INSERT ON task_tag BEGIN
            UPDATE tag SET task_count = task_count + 1 WHERE key = new.tag;
        END;
        CREATE TRIGGER task_tag_delete AFTER DELETE ON task_tag BEGIN
            UPDATE tag SET task_count = task_count - 1 WHERE key = old.tag;
        END;
        CREATE TRIGGER series_tags_insert AFTER INSERT ON series WHEN new.tags <> '[]' BEGIN
            \(countSeries("new", "+"))
        END;
        CREATE TRIGGER series_tags_delete AFTER DELETE ON series WHEN old.tags <> '[]' BEGIN
            \(countSeries("old", "-"))
        END;
        CREATE TRIGGER series_tags_update AFTER UPDATE OF tags ON series WHEN old.tags <> new.tags BEGIN
            \(countSeries("old", "-"))
            \(countSeries("new", "+"))
        END;
        CREATE TRIGGER task_tag_order AFTER UPDATE OF status, due_at ON task
        WHEN (old.status < 2) <> (new.status < 2) OR new.status < 2 AND old.due_at IS NOT new.due_at BEGIN
            UPDATE task_tag SET due_order = \(TagRow.dueOrder(of: "new")) WHERE task_key = new.key;
        END;
        """

    /// Adds a series to the counts of its tags, or takes it off them.
    private static func countSeries(_ row: String, _ sign: String) -> String {
        """
        UPDATE tag SET series_count = series_count \(sign) 1
        WHERE key IN (SELECT value FROM json_each(\(row).tags));
        """
    }

    static func makeTags(_ db: Database) throws {
        try db.execute(sql: tagTable)
        try db.execute(sql: "CREATE TEMP TABLE tag_name (name TEXT PRIMARY KEY, key INTEGER NOT NULL) WITHOUT ROWID")
        try nameTags(db)
        for table in ["series", "series_before", "task_before"] {
            try db.execute(
                sql: """
                    UPDATE \(table) SET tags = (
                        SELECT json_group_array(tag_key) FROM (
                            SELECT tag_name.key AS tag_key, min(held.key) AS place
                            FROM json_each(\(table).tags) AS held JOIN tag_name ON tag_name.name = held.value
                            GROUP BY tag_key ORDER BY place))
                    WHERE tags <> '[]' AND json_valid(tags)
                    """)
        }
        try db.execute(sql: taggedTasks)
        try db.execute(sql: "DROP TABLE temp.tag_name")
    }

    /// Makes a tag of each name, one of those that differ in case alone.
    private static func nameTags(_ db: Database) throws {
        let inLists = ["series", "series_before", "task_before"].map { table in
            "SELECT value FROM \(table), json_each(iif(json_valid(tags), tags, '[]')) WHERE tags <> '[]' AND type = 'text'"
        }
        // A pause names its tag as the tag is written; so what a pause names is what it is called.
        let paused = "SELECT substr(target, 5) FROM pause WHERE target LIKE 'tag:_%'"
        let names = try String.fetchCursor(
            db,
            sql: """
                SELECT name FROM (
                    SELECT DISTINCT tag AS name FROM task_tag UNION \(inLists.joined(separator: " UNION ")) UNION \(paused)
                ) ORDER BY name NOT IN (\(paused)), name
                """)
        let first = try Int64.fetchOne(db, sql: "SELECT min(created_at) FROM task") ?? 0
        var made: [String: Int64] = [:]
        while let name = try names.next() {
            let folded = name.asTagKey
            if made[folded] == nil {
                try db.execute(
                    sql: """
                        INSERT INTO tag (version, name, folded, is_kept, created_at, updated_at)
                        VALUES (1, ?, ?, 0, ?, ?)
                        """,
                    arguments: [name, folded, first, first])
                made[folded] = db.lastInsertedRowID
            }
            try db.execute(sql: "INSERT INTO tag_name (name, key) VALUES (?, ?)", arguments: [name, made[folded]])
        }
    }
}

import Storage

extension Migrations {
    // A task, a series and what they were before a change hold their attachments as JSON, since they are read with their
    // rows; triggers keep the uses of contents to it, and do nothing for a row without attachments. What is used stays: a
    // content is forgotten only when nothing names it, not even a change that could be undone. The file of a content
    // stands beside the store, and is there before its row is.
    static let attachmentsSchema = """
        CREATE TABLE content (
            digest TEXT PRIMARY KEY CHECK (length(digest) = 64),
            size INTEGER NOT NULL CHECK (size >= 0),
            UNIQUE (digest, size)
        ) STRICT, WITHOUT ROWID;

        CREATE TABLE attachment_use (
            holder INTEGER NOT NULL CHECK (holder BETWEEN 0 AND 3),
            holder_id BLOB NOT NULL CHECK (length(holder_id) = 16),
            change_key INTEGER NOT NULL,
            attachment_id TEXT NOT NULL CHECK (length(attachment_id) = 36),
            digest TEXT,
            size INTEGER,
            PRIMARY KEY (holder, holder_id, change_key, attachment_id),
            CHECK ((digest IS NULL) = (size IS NULL)),
            FOREIGN KEY (digest, size) REFERENCES content (digest, size)
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX attachment_use_id ON attachment_use (attachment_id, holder, holder_id) WHERE holder < 2;
        CREATE INDEX attachment_use_content ON attachment_use (digest, size) WHERE digest IS NOT NULL;

        \(uses(of: "task", 0))
        \(uses(of: "series", 1))
        \(uses(of: "task_before", 2, column: "change_key"))
        \(uses(of: "series_before", 3, column: "change_key"))
        """

    /// Gives a table its attachments, and keeps the uses of contents to them.
    private static func uses(of table: String, _ holder: Int, column: String? = nil) -> String {
        func change(_ row: String) -> String { column.map { "\(row).\($0)" } ?? "0" }
        let take = """
            DELETE FROM attachment_use
                WHERE holder = \(holder) AND holder_id = old.id AND change_key = \(change("old"));
            """
        let add = """
            SELECT RAISE(ABORT, 'a task has more than \(Attachment.Bounds.count) attachments')
                WHERE json_array_length(new.attachments) > \(Attachment.Bounds.count);
                INSERT INTO attachment_use (holder, holder_id, change_key, attachment_id, digest, size)
                SELECT \(holder), new.id, \(change("new")), json_extract(value, '$.id'),
                json_extract(value, '$.sha256'), json_extract(value, '$.size') FROM json_each(new.attachments);
            """
        return """
            ALTER TABLE \(table) ADD COLUMN attachments TEXT;
            CREATE TRIGGER \(table)_attachments_insert AFTER INSERT ON \(table) WHEN new.attachments IS NOT NULL BEGIN
                \(add)
            END;
            CREATE TRIGGER \(table)_attachments_delete AFTER DELETE ON \(table) WHEN old.attachments IS NOT NULL BEGIN
                \(take)
            END;
            CREATE TRIGGER \(table)_attachments_update AFTER UPDATE OF attachments ON \(table)
            WHEN old.attachments IS NOT new.attachments BEGIN
                \(take)
                \(add)
            END;
            """
    }
}

import Foundation
import GRDB
import Recurrence
import Storage

/// What has gone off or was reported as missed is kept for itself, whatever becomes of its reminder and its task.
///
/// The id of an event about a firing follows from the reminder's id and the instant, so this ledger is what keeps it from
/// standing in the log twice. Firings stay keyed by the small key of their reminder, which keeps the largest index of all
/// narrow: a reminder that goes leaves its key in `retired_reminder`, and one that comes with its id gets that key back.
extension Migrations {
    static func makeLedger(_ db: Database) throws {
        try db.execute(sql: ledgerSchema)
        try recoverFirings(db)
    }

    private static let ledgerSchema = """
        CREATE TABLE retired_reminder (
            key INTEGER PRIMARY KEY,
            id BLOB NOT NULL UNIQUE CHECK (length(id) = 16),
            floor INTEGER
        ) STRICT;

        ALTER TABLE reminder ADD COLUMN floor INTEGER;
        -- What it was before its task was closed: JSON that is only ever read with it.
        ALTER TABLE reminder ADD COLUMN suspended TEXT CHECK (suspended IS NULL OR json_valid(suspended));
        CREATE INDEX reminder_quiet ON reminder (id) WHERE hold_reason = \(Reminder.Hold.Reason.quietHours.code);

        -- The old table went with its reminder; SQLite cannot take a reference off a table.
        CREATE TABLE firing_kept (
            reminder_key INTEGER NOT NULL,
            scheduled_at INTEGER NOT NULL,
            fired_at INTEGER NOT NULL,
            missed_count INTEGER NOT NULL,
            event_seq INTEGER,
            is_missed INTEGER NOT NULL DEFAULT 0 CHECK (is_missed IN (0, 1)),
            PRIMARY KEY (reminder_key, scheduled_at)
        ) STRICT, WITHOUT ROWID;
        INSERT INTO firing_kept (reminder_key, scheduled_at, fired_at, missed_count, event_seq)
            SELECT reminder_key, scheduled_at, fired_at, missed_count, event_seq FROM firing
            ORDER BY reminder_key, scheduled_at;
        DROP TABLE firing;
        ALTER TABLE firing_kept RENAME TO firing;

        CREATE TRIGGER reminder_retires BEFORE DELETE ON reminder
            WHEN old.floor IS NOT NULL OR EXISTS (SELECT 1 FROM firing WHERE reminder_key = old.key)
        BEGIN
            INSERT INTO retired_reminder (key, id, floor) VALUES (old.key, old.id, old.floor);
        END;
        CREATE TRIGGER reminder_returns AFTER INSERT ON reminder BEGIN
            DELETE FROM retired_reminder WHERE id = new.id;
        END;

        DROP INDEX reminder_note_reminder;
        CREATE INDEX reminder_note_reminder ON reminder_note (reminder_key, scheduled_at, kind);
        """

    /// Puts into the ledger what only the log still tells: what was missed, and the firings of reminders that are gone.
    private static func recoverFirings(_ db: Database) throws {
        let find = try db.makeStatement(
            sql: """
                SELECT key FROM reminder WHERE id = ?1 UNION ALL SELECT key FROM retired_reminder WHERE id = ?1
                """)
        let retire = try db.makeStatement(
            sql: """
                INSERT INTO retired_reminder (key, id) VALUES (
                max(coalesce((SELECT max(key) FROM reminder), 0),
                coalesce((SELECT max(key) FROM retired_reminder), 0)) + 1, ?1) RETURNING key
                """)
        let insert = try db.makeStatement(
            sql: """
                INSERT OR IGNORE INTO firing
                (reminder_key, scheduled_at, fired_at, missed_count, event_seq, is_missed) VALUES (?, ?, ?, ?, ?, ?)
                """)
        let told = try Row.fetchCursor(
            db,
            sql: """
                SELECT seq, at, type = 'reminder.missed' AS is_missed, data ->> '$.reminder.id' AS reminder,
                data ->> '$.scheduledAt' AS scheduled_at, coalesce(data ->> '$.missedCount', 0) AS missed_count
                FROM event WHERE type IN ('reminder.due', 'reminder.missed') AND json_valid(data)
                AND seq NOT IN (SELECT event_seq FROM firing WHERE event_seq IS NOT NULL)
                """)
        while let row = try told.next() {
            guard let reminder = (row["reminder"] as String?).flatMap({ UUIDValue($0) }),
                let scheduledAt = (row["scheduled_at"] as String?).flatMap({ UTCInstant($0) })
            else { continue }
            let id = Data(reminder.bytes)
            guard let key = try Int64.fetchOne(find, arguments: [id]) ?? Int64.fetchOne(retire, arguments: [id]) else {
                continue
            }
            try insert.execute(arguments: [
                key, scheduledAt.millisecondsSinceEpoch, row["at"] as Int64, row["missed_count"] as Int64,
                row["seq"] as Int64, row["is_missed"] as Int64,
            ])
        }
        try db.execute(
            sql: """
                INSERT OR IGNORE INTO firing (reminder_key, scheduled_at, fired_at, missed_count, is_missed)
                SELECT reminder_key, scheduled_at, at, missed_count, 1 FROM reminder_note
                WHERE kind = \(ReminderNote.Kind.missed.code) AND scheduled_at IS NOT NULL
                """)
    }
}

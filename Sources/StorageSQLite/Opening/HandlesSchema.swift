import GRDB

extension Migrations {
    static func makeHandles(_ db: Database) throws {
        db.add(function: HandleFunction.function)
        try db.execute(sql: handlesSchema)
    }

    // The number of each handle, by which it is looked up. It follows from ids that never change, but that an occurrence may
    // come to another series, by its entry in the ledger. A task stands in one of two indexes, so that those which are open
    // are found without those which are done; both have the series behind the handle, so that all its occurrences are passed
    // in one step. Hooks are few, and all of them known; they have no index.
    private static let handlesSchema = """
        ALTER TABLE series ADD COLUMN handle INTEGER NOT NULL DEFAULT 0;
        UPDATE series SET handle = \(HandleFunction.name)(id);
        CREATE INDEX series_handle ON series (handle);

        ALTER TABLE task ADD COLUMN handle INTEGER NOT NULL DEFAULT 0;
        UPDATE task SET handle = coalesce(
            (SELECT handle FROM series WHERE series.key = series_key), \(HandleFunction.name)(id));
        CREATE INDEX task_open_handle ON task (handle, series_key) WHERE status < 2;
        CREATE INDEX task_closed_handle ON task (handle, series_key) WHERE status > 1;
        CREATE TRIGGER task_handle AFTER UPDATE OF series_key ON task
        WHEN old.series_key IS NOT new.series_key AND new.series_key IS NOT NULL BEGIN
            UPDATE task SET handle = (SELECT handle FROM series WHERE series.key = new.series_key) WHERE key = new.key;
        END;

        ALTER TABLE reminder ADD COLUMN handle INTEGER NOT NULL DEFAULT 0;
        UPDATE reminder SET handle = \(HandleFunction.name)(id);
        CREATE INDEX reminder_handle ON reminder (handle);

        ALTER TABLE project ADD COLUMN handle INTEGER NOT NULL DEFAULT 0;
        UPDATE project SET handle = \(HandleFunction.name)(id);
        CREATE INDEX project_handle ON project (handle);

        ALTER TABLE hook ADD COLUMN handle INTEGER NOT NULL DEFAULT 0;
        UPDATE hook SET handle = \(HandleFunction.name)(id);

        ALTER TABLE trash ADD COLUMN handle INTEGER NOT NULL DEFAULT 0;
        UPDATE trash SET handle = \(HandleFunction.name)(coalesce((
            SELECT series_id FROM task_before WHERE task_before.change_key = trash.change_key AND id = task_id), task_id));
        CREATE INDEX trash_handle ON trash (handle, change_key);
        """
}

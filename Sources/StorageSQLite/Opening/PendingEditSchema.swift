extension Migrations {
    // What changes of a series have still to do to its open occurrences. It is there for moments, and only ever read
    // whole, so it is a list in JSON beside the series and not a column of a row that every birth writes.
    static let pendingEditSchema = """
        CREATE TABLE pending_edit (
            series_key INTEGER PRIMARY KEY REFERENCES series (key) ON DELETE CASCADE,
            edits TEXT NOT NULL CHECK (json_valid(edits))
        ) STRICT;
        """

    // The undo that has not come to all of its tasks: there is one at most, for moments.
    static let pendingUndoSchema = """
        CREATE TABLE pending_undo (
            change_key INTEGER PRIMARY KEY REFERENCES change (key),
            is_restoring INTEGER NOT NULL CHECK (is_restoring IN (0, 1)),
            last_task BLOB CHECK (length(last_task) = 16)
        ) STRICT;
        """
}

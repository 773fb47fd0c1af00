extension Migrations {
    // How far each part of the history was trimmed. What is removed leaves the low end of a primary key, so one number
    // for each part says all, and no index on age is needed: the log's order is the order of time.
    static let keepingSchema = """
        CREATE TABLE retention (
            name TEXT PRIMARY KEY,
            place INTEGER NOT NULL
        ) STRICT, WITHOUT ROWID;
        """
}

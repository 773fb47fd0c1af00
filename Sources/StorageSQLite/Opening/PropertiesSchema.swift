extension Migrations {
    // One JSON object, only ever read whole with its row; NULL for nearly every task, which then has nothing in its row.
    static let propertiesSchema = """
        ALTER TABLE task ADD COLUMN properties TEXT;
        ALTER TABLE series ADD COLUMN properties TEXT;
        ALTER TABLE task_before ADD COLUMN properties TEXT;
        ALTER TABLE series_before ADD COLUMN properties TEXT;
        """
}

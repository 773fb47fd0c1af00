extension Migrations {
    // The text of an RFC 5545 DURATION, such as PT1H30M; it is only ever read with its row.
    static let estimatedDurationSchema = """
        ALTER TABLE task ADD COLUMN estimated_duration TEXT;
        ALTER TABLE series ADD COLUMN estimated_duration TEXT;
        """
}

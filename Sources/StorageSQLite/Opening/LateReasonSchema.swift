extension Migrations {
    // Why a firing was late or missed, where a note of its own would say nothing more: after a downtime every firing is
    // late, and a row with an index for each would cost as much as the firing itself.
    static let lateReasonSchema = """
        ALTER TABLE firing ADD COLUMN late_reason TEXT;
        """
}

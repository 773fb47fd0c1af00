extension Migrations {
    // How much speaks for it that a delivery ends the process: what is suspect stands in an index of its own, so that
    // claiming the others does not meet it.
    static let suspects = """
        ALTER TABLE delivery ADD COLUMN suspicion INTEGER NOT NULL DEFAULT 0 CHECK (suspicion >= 0);
        DROP INDEX delivery_pending;
        CREATE INDEX delivery_pending ON delivery (hook_key, is_retry, next_attempt_at, key)
            WHERE state = 0 AND is_blocked = 0 AND suspicion < 3;
        CREATE INDEX delivery_suspect ON delivery (hook_key, next_attempt_at, key)
            WHERE state = 0 AND is_blocked = 0 AND suspicion >= 3;
        """
}

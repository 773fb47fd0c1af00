import GRDB
import GRDBSQLite

/// Brings the index of words to what tasks say now.
///
/// Tables hold what is pending, so that it goes back with whatever is rolled back, and a commit that ends without this
/// leaves it to the next one.
enum PendingWords {
    private static let takeAway = """
        INSERT INTO task_words (task_words, rowid, words)
        SELECT 'delete', key, indexed FROM task_words_pending WHERE indexed IS NOT NULL
        """
    private static let add = """
        INSERT INTO task_words (rowid, words)
        SELECT key, words FROM task_words_pending CROSS JOIN task_search USING (key)
        """

    /// Whether there is something to index: a look into a table that is empty where there is not.
    static func areWaiting(in db: Database) throws -> Bool {
        var found = false
        try PreparedStatement(db.cachedStatement(sql: "SELECT 1 FROM task_words_pending LIMIT 1")).each { _ in
            found = true
            return false
        }
        return found
    }

    /// Indexes what is pending.
    static func index(in db: Database) throws {
        for sql in [takeAway, add, "DELETE FROM task_words_pending"] {
            try PreparedStatement(db.cachedStatement(sql: sql)).finish()
        }
    }
}

extension SQLiteTransaction {
    /// Lets a list of this transaction find what the transaction has written itself.
    func indexWords(for conditions: TaskConditions) throws {
        guard sqlite3_txn_state(db.sqliteConnection, "main") == SQLITE_TXN_WRITE, conditions.useWords else { return }
        try PendingWords.index(in: db)
    }
}

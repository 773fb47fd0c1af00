import GRDB
package import Storage

extension SQLiteStore {
    /// What the store has noted of a move; nil where there is none.
    ///
    /// - Throws: ``StoreError``.
    package func copyMark() throws -> CopyMark? { try direct { try CopyMark(in: $0) } }

    /// Forgets that the store was moved: it is one of its own from now on.
    ///
    /// - Throws: ``StoreError``.
    package func removeCopyMark() throws { try direct { try CopyMark.remove(from: $0) } }
}

extension CopyMark {
    /// The one that a file has; nil where it has none.
    init?(in db: Database) throws {
        let sql = "SELECT value FROM identity WHERE name = ?"
        guard try db.tableExists("identity"), let text = try String.fetchOne(db, sql: sql, arguments: [Self.name]),
            let mark = CopyMark(text)
        else { return nil }
        self = mark
    }

    func write(to db: Database) throws {
        try db.execute(
            sql: "INSERT OR REPLACE INTO identity (name, value) VALUES (?, ?)", arguments: [Self.name, description])
    }

    static func remove(from db: Database) throws {
        try db.execute(sql: "DELETE FROM identity WHERE name = ?", arguments: [name])
    }
}

import GRDB
import GRDBSQLite
import SQLiteSettings
import Storage

/// The SQLite that the process was started with, which may be another than the one that it was built beside.
struct SQLiteLibrary: Hashable, Sendable {
    /// A part of SQLite that the schema needs and that a library may have been compiled without.
    enum Part: String, CaseIterable, Sendable {
        case fullTextSearch = "FTS5"
        case json = "JSON functions"

        /// Fails with `SQLITE_ERROR` where the part is missing.
        fileprivate var probe: String {
            switch self {
            case .fullTextSearch:
                "CREATE VIRTUAL TABLE probe USING fts5 (text, tokenize = 'unicode61 remove_diacritics 2')"
            case .json: "SELECT json_valid('{}'), json_extract('{}', '$')"
            }
        }
    }

    /// The oldest that will do, as SQLite counts: 3.38.0, which is the first with the operator `->>`.
    ///
    /// What else the schema and the statements use is older: STRICT tables are of 3.37, RETURNING is of 3.35, generated
    /// columns are of 3.31, the tokenizer's `remove_diacritics 2` is of 3.27, upserts are of 3.24. A statement that uses
    /// something newer raises this number; `Scripts/lint-sources` knows what is newer.
    static let oldestVersion: Int32 = 3_038_000

    /// As SQLite counts it: 3.40.1 is 3,040,001.
    let version: Int32
    /// What it was compiled without.
    let missing: [Part]

    /// The library of this process, which stays the same.
    static let loaded = Result { () throws(StoreError) in
        let version = sqlite3_libversion_number()
        sqlite_settings_keep_no_statistics()
        sqlite_settings_take_uris()
        do {
            return try DatabaseQueue().inDatabase { db in
                SQLiteLibrary(version: version, missing: try Part.allCases.filter { try !has($0, db) })
            }
        } catch {
            throw StoreError(.unavailable, "SQLite \(text(of: version)) cannot be started: \(error)")
        }
    }

    private static func has(_ part: Part, _ db: Database) throws -> Bool {
        do {
            try db.execute(sql: part.probe)
            return true
        } catch DatabaseError.SQLITE_ERROR {
            return false
        }
    }

    /// Refuses a library that cannot keep a store.
    ///
    /// - Throws: ``StoreError`` that says which SQLite is there and which is needed.
    func check() throws(StoreError) {
        let needed =
            "taskd needs SQLite \(Self.text(of: Self.oldestVersion)) or later with "
            + Part.allCases.map(\.rawValue).joined(separator: " and ")
        guard version >= Self.oldestVersion else {
            throw StoreError(.unavailable, "\(needed), not \(Self.text(of: version))")
        }
        guard missing.isEmpty else {
            let parts = missing.map(\.rawValue).joined(separator: " and ")
            throw StoreError(
                .unavailable, "this SQLite \(Self.text(of: version)) was compiled without \(parts); \(needed)")
        }
    }

    private static func text(of version: Int32) -> String {
        "\(version / 1_000_000).\(version / 1_000 % 1_000).\(version % 1_000)"
    }
}

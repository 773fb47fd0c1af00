import Storage

/// What a commit changed, as it is told to other nodes by `NOTIFY`.
struct CommitNote {
    /// The channel of a schema's commits.
    static func channel(of schema: String) -> String { "taskd_\(schema)" }

    let changes: StoreChanges

    init(_ changes: StoreChanges) {
        self.changes = changes
    }

    /// Reads what was told; nil of what no taskd tells.
    init?(_ payload: String) {
        guard let bits = UInt8(payload) else { return nil }
        changes = StoreChanges(rawValue: bits)
    }

    /// What is told.
    var payload: String { changes.rawValue.description }

    /// Tells it, once the transaction that this is run in is committed.
    static let tell = Statement("SELECT pg_notify(?, ?)")
}

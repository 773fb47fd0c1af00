import GRDB
import Storage

/// Reads on a connection and a thread of its own beside a transaction that is being made.
///
/// While one transaction lasts no other is committed: what is read here is what the store held when it began.
final class SnapshotReader: Sendable {
    private let queue: DatabaseQueue

    init(path: String, configuration: Configuration) throws {
        var configuration = configuration
        configuration.readonly = true
        queue = try DatabaseQueue(path: path, configuration: configuration)
    }

    /// Runs a closure on a snapshot, after those that were handed over before.
    ///
    /// - Parameters:
    ///   - keys: Where rows are known to stand.
    ///   - found: Where it puts what else it finds.
    ///   - body: The closure.
    func run(
        with keys: RowKeys, _ found: FoundBeside,
        _ body: @escaping @Sendable (Result<any StoreReader, any Error>) -> Void
    ) {
        queue.asyncRead { result in
            body(result.map { SQLiteTransaction($0, keys: keys, beside: found) })
        }
    }

    /// Waits for what runs, and lets go of the file.
    func close() throws {
        try queue.close()
    }
}

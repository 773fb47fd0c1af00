import Basics
import GRDB
import GRDBSQLite

/// Moves the write-ahead log into the file on a connection of its own, so that no commit waits for it.
///
/// SQLite begins a log again when all of it has been moved and a commit finds it so. Where commits follow each other
/// so closely that this never happens, the writer moves the rest itself, which is then little.
final class Checkpointer: Sendable {
    private struct State {
        var pagesWritten = 0
        var isRunning = false
        var isLogLong = false
        var isClosed = false
    }

    /// How many pages are written to the log before they are moved: 80 MiB.
    private static let pagesPerRun = 20_000
    /// How long the log may become before the writer itself sees to its end: 160 MiB.
    private static let maxPages = 40_000

    private let queue: DatabaseQueue
    private let state = Locked(State())

    init(path: String, configuration: Configuration) throws {
        queue = try DatabaseQueue(path: path, configuration: configuration)
    }

    /// Is called after each commit, on the connection that it was made on and outside of a transaction.
    func noteCommit(on db: Database) {
        let pages = Self.takePagesWritten(db)
        let isLogLong = state.withLock { state in
            state.pagesWritten += pages
            // Begun under the lock, so that nothing is once it is closed: whom a commit wakes may close the store at once.
            if state.pagesWritten >= Self.pagesPerRun, !state.isRunning, !state.isClosed {
                (state.pagesWritten, state.isRunning) = (0, true)
                run()
            }
            defer { state.isLogLong = false }
            return state.isLogLong
        }
        // What fails here is done at the next commit, or when the store is opened: the log has it all.
        if isLogLong { _ = try? db.checkpoint(.passive) }
    }

    private func run() {
        queue.asyncWriteWithoutTransaction { db in
            let log = try? db.checkpoint(.passive)
            self.state.withLock { state in
                state.isRunning = false
                state.isLogLong = (log?.walFrameCount ?? 0) >= Self.maxPages
            }
        }
    }

    /// Waits for what runs, and lets go of the file.
    func close() throws {
        state.withLock { $0.isClosed = true }
        try queue.close()
    }

    /// The pages that a connection has written since it was last asked.
    private static func takePagesWritten(_ db: Database) -> Int {
        var (count, highest): (Int32, Int32) = (0, 0)
        sqlite3_db_status(db.sqliteConnection, SQLITE_DBSTATUS_CACHE_WRITE, &count, &highest, 1)
        return Int(count)
    }
}

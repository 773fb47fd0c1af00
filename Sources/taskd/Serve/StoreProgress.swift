import Basics
import Logging
import Recurrence
import Storage
import StorageSQLite

/// Notes beside the store how far its log has come, at most once a minute and only when it has grown.
struct StoreProgress: Sendable {
    private static let pause = Swift.Duration.seconds(60)

    let store: SQLiteStore
    let clock: CorrectedClock
    let logger: Logger

    func run() async {
        let wakeSignal = WakeSignal()
        store.changes.subscribe(wakeSignal, to: .events)
        defer { store.changes.unsubscribe(wakeSignal) }
        while !Task.isCancelled {
            await wakeSignal.wait()
            try? await clock.steady.wait(for: Self.pause)
            guard store.isInPlace else {
                logger.critical(
                    """
                    the store's file was removed or replaced: changes made since then are lost; stop the daemon \
                    and restore the file
                    """,
                    metadata: ["store": "\(store.path)"])
                continue
            }
            do { try store.noteProgress() } catch {
                logger.warning("cannot record the progress of the store", metadata: ["error": "\(error)"])
            }
        }
    }
}

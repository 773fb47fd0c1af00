import Recurrence
import Storage

/// When a client made its last connection; one that is used again is not made.
final class ConnectionLog: Sendable {
    private let state = Locked<UTCInstant?>(nil)

    var latest: UTCInstant? { state.withLock { $0 } }

    func note(_ instant: UTCInstant) {
        state.withLock { $0 = instant }
    }
}

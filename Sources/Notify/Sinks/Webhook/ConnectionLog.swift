import Basics
import Recurrence

/// When a client made its last connection; one that is used again is not made.
final class ConnectionLog: Sendable {
    private let state = Locked<SteadyInstant?>(nil)

    var latest: SteadyInstant? { state.withLock { $0 } }

    func note(_ instant: SteadyInstant) {
        state.withLock { $0 = instant }
    }
}

import Recurrence
import Synchronization

/// An instant that several tasks read and write.
final class Shared: Sendable {
    private let instant: Mutex<UTCInstant>

    init(_ instant: UTCInstant) {
        self.instant = Mutex(instant)
    }

    var value: UTCInstant {
        get { instant.withLock { $0 } }
        set { instant.withLock { $0 = newValue } }
    }
}

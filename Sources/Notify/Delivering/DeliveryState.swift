import Basics
import Recurrence
import Storage

/// What a running delivery loop knows: what is on its way, and what came back and is not recorded yet.
struct DeliveryState {
    var inFlight: InFlightTracker
    var buckets: [HookID: TokenBucket] = [:]
    var unrecorded: [BatchResult] = []
    /// By how many milliseconds the wall clock was ahead of the steady one at most since the stored waits were looked at.
    private var lead: Int64?

    init(inFlight: InFlightTracker) {
        self.inFlight = inFlight
    }

    /// Whether the wall clock was set back since this was last asked.
    mutating func takeStepBack(of clock: some UTCClock) -> Bool {
        let lead = clock.now.millisecondsSinceEpoch - clock.steady.now.nanoseconds / 1_000_000
        guard let before = self.lead, lead < before - Self.minStep else {
            self.lead = max(lead, self.lead ?? lead)
            return false
        }
        self.lead = lead
        return true
    }

    /// The least step that is worth looking at the stored waits, in milliseconds.
    private static let minStep: Int64 = 1_000

    mutating func collect(_ batchResults: [BatchResult]) {
        for batchResult in batchResults { inFlight.end(batchResult.batch) }
        unrecorded += batchResults
    }
}

/// What one turn of the delivery loop came to.
enum DeliveryTurn {
    /// Something was recorded or claimed, and these are to be sent.
    case sent([DeliveryBatch])
    /// There is nothing to do until an instant, or until some time has passed, or until it is signalled.
    case idle(until: UTCInstant?, atMost: Swift.Duration)
}

import Recurrence
import Storage

/// What a running delivery loop knows: what is on its way, and what came back and is not recorded yet.
struct DeliveryState {
    var flights: Flights
    var buckets: [HookID: TokenBucket] = [:]
    var unrecorded: [Landing] = []

    mutating func collect(_ landings: [Landing]) {
        for landing in landings { flights.end(landing.batch) }
        unrecorded += landings
    }
}

/// What one turn of the delivery loop came to.
enum DeliveryTurn {
    /// Something was recorded or claimed, and these are to be sent.
    case sent([DeliveryBatch])
    /// There is nothing to do until an instant, or until the bell rings.
    case idle(until: UTCInstant?)
}

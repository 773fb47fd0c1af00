import Basics
import Recurrence

/// The time as `Date` has it (RFC 9110 §5.6.7), written once a second.
final class HTTPDate<Time: UTCClock>: Sendable {
    private struct State {
        var second = Int64.min
        var text = ""
    }

    private let clock: Time
    private let state = Locked(State())

    init(clock: Time) {
        self.clock = clock
    }

    /// The time now, such as `Sun, 06 Nov 1994 08:49:37 GMT`.
    var text: String {
        let second = max(0, clock.now.millisecondsSinceEpoch / 1_000)
        return state.withLock { state in
            if state.second != second { state = State(second: second, text: Self.text(second)) }
            return state.text
        }
    }

    private static func text(_ second: Int64) -> String {
        // 2026-11-21T08:00:00Z
        let parts = UTCInstant(secondsSinceEpoch: second).description.split { "-T:Z".contains($0) }
        let weekday = weekdays[Int(second / 86_400 % 7)]
        let month = months[(Int(parts[1]) ?? 1) - 1]
        return "\(weekday), \(parts[2]) \(month) \(parts[0]) \(parts[3]):\(parts[4]):\(parts[5]) GMT"
    }
}

/// The days of the week from that of 1970-01-01 on.
private let weekdays = ["Thu", "Fri", "Sat", "Sun", "Mon", "Tue", "Wed"]
private let months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]

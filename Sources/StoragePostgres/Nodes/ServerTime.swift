import Basics
import Recurrence

/// Reads the clock of the database, as it is known from the latest of its answers.
struct ServerTime {
    /// What that clock says while a statement runs, in milliseconds since 1970.
    static let milliseconds = "floor(extract(epoch FROM clock_timestamp()) * 1000)::bigint"

    /// How many readings the best is taken of.
    private static let count = 8

    private struct Reading {
        /// What the server told, in milliseconds since 1970.
        let time: Int64
        let begin: SteadyInstant
        let end: SteadyInstant

        /// What the server's clock is at least ahead of the steady one: it was read before the answer came.
        var least: Int64 { time * 1_000_000 - end.nanoseconds }
        /// And at most, since it was read after the question went out; the server tells whole milliseconds.
        var most: Int64 { (time + 1) * 1_000_000 - begin.nanoseconds }
    }

    private var readings: [Reading] = []

    /// Takes what the server told, and has a clock go by it.
    ///
    /// - Parameters:
    ///   - time: What it told, in milliseconds since 1970.
    ///   - begin: When it was asked.
    ///   - end: When the answer had come.
    ///   - clock: What goes by it; never ahead of the server's clock.
    mutating func note(
        _ time: Int64, from begin: SteadyInstant, to end: SteadyInstant, correcting clock: CorrectedClock
    ) {
        let reading = Reading(time: time, begin: begin, end: end)
        // Those that tell another thing were read before the clock of the database was set, or on another server.
        readings.removeAll { $0.least > reading.most || $0.most < reading.least }
        readings = readings.suffix(Self.count - 1) + [reading]
        guard let best = readings.max(by: { $0.least < $1.least }) else { return }
        clock.correct(to: UTCInstant(millisecondsSinceEpoch: best.time), knownBy: best.end)
    }
}

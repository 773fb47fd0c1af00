import Basics
import Recurrence
import Testing

@testable import StoragePostgres

struct ServerTimeTests {
    /// What the server told and when it was asked and had answered, in milliseconds of the steady clock, one after the other;
    /// how far the clock is then ahead of the steady one at most, and at least.
    @Test(arguments: [
        (readings: [(1_000, 0, 10)], lead: 989...990),
        // The one that took the shortest knows best.
        (readings: [(1_000, 0, 100), (2_001, 1_000, 1_002), (3_050, 2_000, 2_100)], lead: 998...999),
        // The clock of the database was set back: what was known does not hold any more.
        (readings: [(1_000, 0, 2), (1_500, 1_000, 1_002)], lead: 497...498),
        // Or another server answers, whose clock is ahead.
        (readings: [(1_000, 0, 2), (9_000, 1_000, 1_002)], lead: 7_997...7_998),
    ])
    func `the clock is what the server's is at least`(
        readings: [(time: Int, begin: Int, end: Int)], lead: ClosedRange<Int>
    ) {
        let clock = CorrectedClock(WallClock())
        var time = ServerTime()
        let origin = clock.steady.now
        for reading in readings {
            time.note(
                Int64(reading.time) + origin.nanoseconds / 1_000_000,
                from: origin.advanced(by: .milliseconds(reading.begin)),
                to: origin.advanced(by: .milliseconds(reading.end)), correcting: clock)
        }
        let now = clock.now.millisecondsSinceEpoch - clock.steady.now.nanoseconds / 1_000_000
        #expect((Int64(lead.lowerBound) - 1...Int64(lead.upperBound) + 1).contains(now))
    }
}

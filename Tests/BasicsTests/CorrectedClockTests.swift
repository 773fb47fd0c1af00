import Basics
import Recurrence
import Testing

struct CorrectedClockTests {
    @Test
    func `until it is corrected it is the machine's clock`() {
        let clock = CorrectedClock(WallClock())
        #expect(clock.offset == nil && abs(WallClock().now.duration(to: clock.now) / .seconds(1)) < 1)
    }

    /// By how many seconds the other clock was set, and whether this one follows at once.
    @Test(arguments: [(3_600, true), (1, true), (-5, false), (-60, true)])
    func `it goes by the other clock, and goes back only where that was set back far`(seconds: Int, follows: Bool) {
        let clock = CorrectedClock(WallClock())
        let begin = UTCInstant(secondsSinceEpoch: 2_000_000_000)
        clock.correct(to: begin, knownBy: clock.steady.now)
        let before = clock.now
        let set = before.advanced(by: .seconds(seconds))
        clock.correct(to: set, knownBy: clock.steady.now)
        let after = clock.now
        #expect(abs((follows ? set : before).duration(to: after) / .seconds(1)) < 0.9)
        #expect(follows || after >= before)
    }

    @Test
    func `it is never ahead of what it was corrected to`() {
        let clock = CorrectedClock(WallClock())
        let read = SteadyInstant(nanoseconds: clock.steady.now.nanoseconds + 1_000_000)
        clock.correct(to: UTCInstant(secondsSinceEpoch: 2_000_000_000), knownBy: read)
        #expect(clock.now <= UTCInstant(secondsSinceEpoch: 2_000_000_001))
    }
}

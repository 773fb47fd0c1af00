import Recurrence
import TestSupport
import Testing

@testable import Scheduler

struct HeadStartTests {
    private let instant = UTCInstant(millisecondsSinceEpoch: 1_900_000_000_000)

    private func lead(_ headStart: HeadStart) -> Duration { headStart.begin(of: instant).duration(to: instant) }

    @Test func `until it is known how much is due, it is looked in good time`() {
        var headStart = HeadStart()
        #expect(!headStart.isPlanned(instant))
        #expect(lead(headStart) == .milliseconds(100))
        headStart.plan(instant.advanced(by: .seconds(1)), count: 0)
        #expect(lead(headStart) == .milliseconds(100))
    }

    @Test(arguments: [(0, 0.0), (63, 0), (64, 15.12), (1_000, 90), (5_000, 100)])
    func `the more are due, the earlier they are begun, up to a bound`(count: Int, milliseconds: Double) {
        var headStart = HeadStart()
        headStart.plan(instant, count: count)
        #expect(headStart.isPlanned(instant))
        // Instants have whole milliseconds.
        #expect(abs(lead(headStart) / .milliseconds(1) - milliseconds) <= 1)
    }

    /// Lets transactions of 1,000 that take so long each be begun as is learned from those before.
    private func margins(taking time: Duration, count: Int) -> [Duration] {
        var headStart = HeadStart()
        return (0..<count).map { _ in
            headStart.plan(instant, count: 1_000)
            let left = lead(headStart) - time
            headStart.note(left: left > .zero ? left : nil, of: 1_000)
            return left
        }
    }

    @Test(arguments: [10, 20, 40, 80])
    func `a transaction comes to be done a little before its instant`(milliseconds: Int) {
        let margins = margins(taking: .milliseconds(milliseconds), count: 60)
        #expect(margins.suffix(20).allSatisfy { (.milliseconds(5)...(.milliseconds(20))).contains($0) })
    }

    @Test func `what takes too long is begun as early as may be`() {
        #expect(margins(taking: .milliseconds(300), count: 20).last == .milliseconds(-200))
    }
}

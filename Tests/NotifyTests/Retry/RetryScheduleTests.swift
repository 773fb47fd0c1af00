import Notify
import Testing

@Suite struct RetryScheduleTests {
    private static let waits: [Int64] = [0, 5, 300, 1_800, 7_200, 18_000, 36_000, 50_400, 72_000, 86_400]

    @Test(arguments: Array(waits.enumerated()).map { ($0.offset + 1, $0.element) })
    func `each wait is that of the contract, and up to a tenth longer`(attempt: Int, seconds: Int64) throws {
        for seed in [0, 1, 42, .max] as [UInt64] {
            let wait = try #require(RetrySchedule.standard.wait(beforeAttempt: attempt, seed: seed))
            #expect(wait >= .seconds(seconds))
            #expect(wait <= .milliseconds(seconds * 1_100))
        }
    }

    @Test func `after ten attempts the schedule is used up`() {
        #expect(RetrySchedule.standard.waits.count == 10)
        #expect(RetrySchedule.standard.wait(beforeAttempt: 11, seed: 0) == nil)
        #expect(RetrySchedule.standard.wait(beforeAttempt: 0, seed: 0) == nil)
        #expect(RetrySchedule.standard.wait(beforeAttempt: .max, seed: 0) == nil)
    }

    @Test func `the same delivery always waits as long, and many spread evenly`() {
        let waits = (0..<1_000).map { RetrySchedule.standard.wait(beforeAttempt: 4, seed: $0) }
        #expect(waits == (0..<1_000).map { RetrySchedule.standard.wait(beforeAttempt: 4, seed: $0) })
        let early = waits.count { $0.map { $0 < .seconds(1_890) } ?? false }
        #expect((400...600).contains(early))
        #expect(Set(waits).count > 990)
    }
}

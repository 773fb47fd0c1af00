import Basics
import Testing

@Suite struct BackoffTests {
    @Test func `each failure in a row doubles the pause up to the longest`() {
        var backoff = Backoff(first: .seconds(1), longest: .seconds(30))
        let pauses = (1...8).map { _ in backoff.fail() }
        #expect(pauses == [1, 2, 4, 8, 16, 30, 30, 30].map { .seconds($0) })
    }

    @Test func `a success begins again with the first pause`() {
        var backoff = Backoff(first: .seconds(2), longest: .seconds(60))
        for _ in 1...4 { _ = backoff.fail() }
        backoff.succeed()
        #expect((1...6).map { _ in backoff.fail() } == [2, 4, 8, 16, 32, 60].map { .seconds($0) })
    }

    @Test(arguments: [0, 1, 2, 63, 64, 65, 1_000, .max])
    func `however many failures there were, the pause lies between the first and the longest`(failures: Int) {
        for longest in [Swift.Duration.milliseconds(1), .seconds(30), .seconds(Int64.max / 4)] {
            let backoff = Backoff(first: .milliseconds(1), longest: longest)
            let pause = backoff.pause(after: failures)
            #expect(pause <= longest && (failures == 0 ? pause == .zero : pause >= .milliseconds(1)))
        }
    }
}

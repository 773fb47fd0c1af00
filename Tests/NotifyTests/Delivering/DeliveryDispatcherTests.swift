import Recurrence
import Storage
import TestSupport
import Testing

@testable import Notify

@Suite struct DeliveryDeskTests {
    private let dispatcher = DeliveryDispatcher()

    private func batch(_ number: Int, of hook: Int = 1, places: Int = 2) -> DeliveryBatch {
        let claim = ClaimedDelivery(
            id: DeliveryID(number: Int64(number)),
            hook: .numbered(hook),
            event: .numbered(number),
            attemptsMade: 0
        )
        return DeliveryBatch(hook: .webhook(hook), claims: [claim], places: places)
    }

    private func batchResult(_ batch: DeliveryBatch, _ verdict: DeliveryResult.Verdict = .delivered) -> BatchResult {
        let attempt = DeliveryAttempt(1, DeliveryOutcome(.delivered), from: .noon, lasting: .zero)
        return BatchResult(
            batch: batch,
            results: batch.claims.map { DeliveryResult(delivery: $0.id, attempt: attempt, verdict: verdict) }
        )
    }

    private func number(_ batch: DeliveryBatch?) -> Int64? {
        batch?.claims.first?.id.number
    }

    @Test func `beyond its places a hook's batches wait, and go in order as places become free`() {
        #expect((1...4).map { dispatcher.admit(batch($0)) } == [true, true, false, false])
        #expect(dispatcher.admit(batch(5, of: 2)))
        #expect(number(dispatcher.leave(batchResult(batch(2)))) == 3)
        #expect(number(dispatcher.leave(batchResult(batch(1)))) == 4)
        #expect(dispatcher.leave(batchResult(batch(3))) == nil)
        #expect(dispatcher.admit(batch(6)))
        #expect(!dispatcher.admit(batch(7)))
        #expect(dispatcher.takeLandings().map { number($0.batch) } == [2, 1, 3])
    }

    @Test(arguments: [DeliveryResult.Verdict.failed, .retry(at: .noon)])
    func `after a failure what waits of its hook is given back`(verdict: DeliveryResult.Verdict) {
        for number in 1...4 { _ = dispatcher.admit(batch(number)) }
        for number in 5...7 { _ = dispatcher.admit(batch(number, of: 2)) }
        #expect(dispatcher.leave(batchResult(batch(1), verdict)) == nil)
        #expect(dispatcher.takeLandings().map(\.unsent.count) == [0, 1, 1])
        #expect(number(dispatcher.leave(batchResult(batch(5, of: 2)))) == 7)
        #expect(dispatcher.leave(batchResult(batch(2))) == nil)
    }

    @Test func `what waits is given back when its hook is no more what it was`() {
        for number in 1...3 { _ = dispatcher.admit(batch(number)) }
        #expect(dispatcher.waitingHooks == [.webhook(1)])
        dispatcher.withdraw([.numbered(1), .numbered(9)])
        #expect(dispatcher.takeLandings().map { number($0.batch) } == [3])
        #expect(dispatcher.waitingHooks.isEmpty)
        #expect(dispatcher.leave(batchResult(batch(1))) == nil)
    }

    @Test func `at the end what waits is given back, and what comes later too`() {
        for number in 1...3 { _ = dispatcher.admit(batch(number)) }
        dispatcher.close()
        #expect(!dispatcher.admit(batch(4, of: 2)))
        #expect(dispatcher.takeLandings().map(\.unsent) == [[DeliveryID(number: 3)], [DeliveryID(number: 4)]])
    }

    @Test func `when places become fewer, those who send leave until they are`() {
        for number in 1...2 { _ = dispatcher.admit(batch(number)) }
        _ = dispatcher.admit(batch(3, places: 1))
        #expect(dispatcher.leave(batchResult(batch(1))) == nil)
        #expect(number(dispatcher.leave(batchResult(batch(2)))) == 3)
    }
}

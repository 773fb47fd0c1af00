import Recurrence
import Storage
import TestSupport
import Testing

@testable import Notify

@Suite struct FlightsTests {
    private let pace = SinkLimits(concurrency: 2, batchSize: 5)

    private func batch(_ hook: Int, _ deliveries: ClosedRange<Int>) -> DeliveryBatch {
        let claims = deliveries.map { number in
            ClaimedDelivery(
                id: DeliveryID(number: Int64(number)),
                hook: .numbered(hook),
                event: .numbered(number),
                attemptsMade: 0
            )
        }
        return DeliveryBatch(hook: .webhook(hook), claims: claims, places: pace.concurrency)
    }

    private func candidate(_ inFlight: InFlightTracker, _ hook: Int, tokens: Int? = nil) -> InFlightTracker.Candidate {
        InFlightTracker.Candidate(
            hook: .numbered(hook),
            places: pace.concurrency,
            room: inFlight.room(for: .numbered(hook), most: pace.concurrency),
            batchSize: pace.batchSize,
            tokens: tokens
        )
    }

    private func claimRequests(_ inFlight: InFlightTracker, _ hooks: ClosedRange<Int>) -> [InFlightTracker.ClaimRequest]
    {
        inFlight.claimRequests(for: hooks.map { candidate(inFlight, $0) })
    }

    @Test func `a hook has room until its own bound`() {
        var inFlight = InFlightTracker(limit: 10)
        #expect(inFlight.room(for: .numbered(1), most: 2) == 2)
        inFlight.begin(batch(1, 1...5))
        #expect(inFlight.room(for: .numbered(1), most: 2) == 1)
        inFlight.begin(batch(1, 6...6))
        #expect(inFlight.room(for: .numbered(1), most: 2) == 0)
        #expect(inFlight.room(for: .numbered(2), most: 2) == 2)
        inFlight.end(batch(1, 1...5))
        #expect(inFlight.room(for: .numbered(1), most: 2) == 1)
        #expect(!inFlight.isEmpty)
        inFlight.end(batch(1, 6...6))
        #expect(inFlight.isEmpty)
    }

    @Test func `beyond the bound of the loop, a hook with nothing on its way has one place`() {
        var inFlight = InFlightTracker(limit: 5)
        #expect(claimRequests(inFlight, 1...4).map(\.limit) == [10, 10, 5, 5])
        inFlight.begin(batch(1, 1...1))
        inFlight.begin(batch(1, 2...2))
        inFlight.begin(batch(2, 3...3))
        inFlight.begin(batch(2, 4...4))
        let one = [3, 4].map { InFlightTracker.ClaimRequest(hook: .numbered($0), limit: 5, places: 2) }
        #expect(claimRequests(inFlight, 1...4) == one)
        inFlight.begin(batch(3, 5...5))
        #expect(claimRequests(inFlight, 1...4) == [one[1]])
        #expect(inFlight.room(for: .numbered(3), most: 2) == 0)
        #expect(inFlight.room(for: .numbered(4), most: 2) == 1)
    }

    @Test func `the hook with the least on its way is served first`() {
        var inFlight = InFlightTracker(limit: 3)
        inFlight.begin(batch(1, 1...1))
        #expect(
            claimRequests(inFlight, 1...2) == [InFlightTracker.ClaimRequest(hook: .numbered(2), limit: 10, places: 2)])
    }

    @Test func `no more is claimed than the rate allows`() {
        let inFlight = InFlightTracker(limit: 9)
        let some = [candidate(inFlight, 1, tokens: 3), candidate(inFlight, 2, tokens: 0)]
        #expect(
            inFlight.claimRequests(for: some) == [InFlightTracker.ClaimRequest(hook: .numbered(1), limit: 3, places: 2)]
        )
    }

    @Test func `what is on its way is not sent off a second time`() {
        var inFlight = InFlightTracker(limit: 3)
        inFlight.begin(batch(1, 1...3))
        #expect(inFlight.fresh(batch(1, 2...5).claims).map(\.id.number) == [4, 5])
    }
}

import Recurrence
import Storage
import TestSupport
import Testing

@testable import Notify

@Suite struct FlightsTests {
    private let pace = SinkPace(concurrency: 2, batchSize: 5)

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

    private func candidate(_ flights: Flights, _ hook: Int, tokens: Int? = nil) -> Flights.Candidate {
        Flights.Candidate(
            hook: .numbered(hook),
            places: pace.concurrency,
            room: flights.room(for: .numbered(hook), most: pace.concurrency),
            batchSize: pace.batchSize,
            tokens: tokens
        )
    }

    private func wishes(_ flights: Flights, _ hooks: ClosedRange<Int>) -> [Flights.Wish] {
        flights.wishes(for: hooks.map { candidate(flights, $0) })
    }

    @Test func `a hook has room until its own bound`() {
        var flights = Flights(limit: 10)
        #expect(flights.room(for: .numbered(1), most: 2) == 2)
        flights.begin(batch(1, 1...5))
        #expect(flights.room(for: .numbered(1), most: 2) == 1)
        flights.begin(batch(1, 6...6))
        #expect(flights.room(for: .numbered(1), most: 2) == 0)
        #expect(flights.room(for: .numbered(2), most: 2) == 2)
        flights.end(batch(1, 1...5))
        #expect(flights.room(for: .numbered(1), most: 2) == 1)
        #expect(!flights.isEmpty)
        flights.end(batch(1, 6...6))
        #expect(flights.isEmpty)
    }

    @Test func `beyond the bound of the loop, a hook with nothing on its way has one place`() {
        var flights = Flights(limit: 5)
        #expect(wishes(flights, 1...4).map(\.limit) == [10, 10, 5, 5])
        flights.begin(batch(1, 1...1))
        flights.begin(batch(1, 2...2))
        flights.begin(batch(2, 3...3))
        flights.begin(batch(2, 4...4))
        let one = [3, 4].map { Flights.Wish(hook: .numbered($0), limit: 5, places: 2) }
        #expect(wishes(flights, 1...4) == one)
        flights.begin(batch(3, 5...5))
        #expect(wishes(flights, 1...4) == [one[1]])
        #expect(flights.room(for: .numbered(3), most: 2) == 0)
        #expect(flights.room(for: .numbered(4), most: 2) == 1)
    }

    @Test func `the hook with the least on its way is served first`() {
        var flights = Flights(limit: 3)
        flights.begin(batch(1, 1...1))
        #expect(wishes(flights, 1...2) == [Flights.Wish(hook: .numbered(2), limit: 10, places: 2)])
    }

    @Test func `no more is claimed than the rate allows`() {
        let flights = Flights(limit: 9)
        let some = [candidate(flights, 1, tokens: 3), candidate(flights, 2, tokens: 0)]
        #expect(flights.wishes(for: some) == [Flights.Wish(hook: .numbered(1), limit: 3, places: 2)])
    }

    @Test func `what is on its way is not sent off a second time`() {
        var flights = Flights(limit: 3)
        flights.begin(batch(1, 1...3))
        #expect(flights.fresh(batch(1, 2...5).claims).map(\.id.number) == [4, 5])
    }
}

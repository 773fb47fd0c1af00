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
        return DeliveryBatch(hook: .webhook(hook), claims: claims)
    }

    private func wishes(_ flights: Flights, _ hooks: ClosedRange<Int>) -> [Flights.Wish] {
        flights.wishes(for: hooks.map { (.numbered($0), pace) })
    }

    @Test func `a hook has room until its own bound`() {
        var flights = Flights(limit: 10)
        #expect(flights.room(for: .numbered(1), pace: pace) == 2)
        flights.begin(batch(1, 1...5))
        #expect(flights.room(for: .numbered(1), pace: pace) == 1)
        flights.begin(batch(1, 6...6))
        #expect(flights.room(for: .numbered(1), pace: pace) == 0)
        #expect(flights.room(for: .numbered(2), pace: pace) == 2)
        flights.end(batch(1, 1...5))
        #expect(flights.room(for: .numbered(1), pace: pace) == 1)
        #expect(!flights.isEmpty)
        flights.end(batch(1, 6...6))
        #expect(flights.isEmpty)
    }

    @Test func `all hooks together have room until the bound of the loop`() {
        var flights = Flights(limit: 5)
        #expect(wishes(flights, 1...4).map(\.limit) == [10, 10, 5])
        flights.begin(batch(1, 1...1))
        flights.begin(batch(1, 2...2))
        flights.begin(batch(2, 3...3))
        flights.begin(batch(2, 4...4))
        #expect(wishes(flights, 1...4) == [Flights.Wish(hook: .numbered(3), limit: 5)])
        flights.begin(batch(3, 5...5))
        #expect(wishes(flights, 1...4).isEmpty)
        #expect(flights.room(for: .numbered(4), pace: pace) == 0)
    }

    @Test func `the hook with the least on its way is served first`() {
        var flights = Flights(limit: 3)
        flights.begin(batch(1, 1...1))
        #expect(wishes(flights, 1...2) == [Flights.Wish(hook: .numbered(2), limit: 10)])
    }

    @Test func `what is on its way is not sent off a second time`() {
        var flights = Flights(limit: 3)
        flights.begin(batch(1, 1...3))
        #expect(flights.fresh(batch(1, 2...5).claims).map(\.id.number) == [4, 5])
    }
}

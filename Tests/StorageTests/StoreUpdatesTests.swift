import Storage
import Testing

struct StoreUpdatesTests {
    @Test func `begins with what is there, then yields once for the commits since`() async throws {
        let feed = StoreChangeFeed()
        let updates = feed.updates(of: [.events])
        var iterator = updates.makeAsyncIterator()
        #expect(await iterator.next() != nil)
        feed.publish(.events)
        feed.publish([.events, .deliveries])
        #expect(await iterator.next() != nil)
        let waiting = Task { [iterator] in
            var iterator = iterator
            return await iterator.next() != nil
        }
        feed.publish(.accessTokens)
        waiting.cancel()
        #expect(await waiting.value == false)
    }

    @Test func `each iterator sees the commits`() async {
        let feed = StoreChangeFeed()
        var (first, second) = (
            feed.updates(of: .events).makeAsyncIterator(), feed.updates(of: .events).makeAsyncIterator()
        )
        for _ in 0..<2 {
            #expect(await first.next() != nil)
            #expect(await second.next() != nil)
            feed.publish(.events)
        }
    }
}

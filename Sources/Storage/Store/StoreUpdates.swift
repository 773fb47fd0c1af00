import Basics

/// The commits that changed something, for whoever reads it again after each: what happens between two reads counts as
/// one.
///
/// The first element comes at once, so that a loop over it begins with what is there. It ends when its task is cancelled.
public struct StoreUpdates: AsyncSequence, Sendable {
    /// Waits for the next commit.
    public struct Iterator: AsyncIteratorProtocol {
        fileprivate let subscription: Subscription

        /// Returns after the next commit; nil once the task is cancelled.
        public mutating func next() async -> Void? {
            await subscription.signal.wait()
            return Task.isCancelled ? nil : ()
        }
    }

    /// Holds a place in the feed for as long as somebody iterates.
    fileprivate final class Subscription: Sendable {
        let signal = WakeSignal()
        let feed: StoreChangeFeed

        init(_ interest: StoreChanges, of feed: StoreChangeFeed) {
            self.feed = feed
            feed.subscribe(signal, to: interest)
            signal.signal()
        }

        deinit { feed.unsubscribe(signal) }
    }

    fileprivate let feed: StoreChangeFeed
    fileprivate let interest: StoreChanges

    /// Begins to wait: commits from here on count.
    public func makeAsyncIterator() -> Iterator {
        Iterator(subscription: Subscription(interest, of: feed))
    }
}

extension StoreChangeFeed {
    /// Yields after each commit that changed one of `interest`.
    public func updates(of interest: StoreChanges) -> StoreUpdates {
        StoreUpdates(feed: self, interest: interest)
    }
}

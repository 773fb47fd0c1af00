import Basics

/// One who reads a store again after commits: a place in its feed's queue, given back when nobody has it any more.
final class StoreObserver: Sendable {
    private let signal = WakeSignal()
    private let feed: StoreChangeFeed

    init(_ interest: StoreChanges, of feed: StoreChangeFeed) {
        self.feed = feed
        feed.queueOfObservers { [signal] in $0.join(signal, interest: interest) }
    }

    deinit {
        feed.queueOfObservers { [signal] in $0.leave(signal) }
    }

    /// Runs a closure when there is something to read that was not seen yet, and when it is this one's turn.
    ///
    /// - Returns: What `body` returns; nil once the task is cancelled.
    func takeTurn<Value>(_ body: () async throws -> Value) async throws -> Value? {
        feed.queueOfObservers { [signal] in $0.ask(signal) }
        await signal.wait()
        // Cancelled, it is wherever it is in the queue, which it leaves with its observer.
        guard !Task.isCancelled else { return nil }
        defer { feed.queueOfObservers { [signal] in $0.endTurn(signal) } }
        return try await body()
    }
}

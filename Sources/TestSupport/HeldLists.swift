import Basics
import Dispatch
import Filters
package import Storage
import StoreFixtures

/// Lists that take long, each held inside its store until all are let go, on a clock that is moved by hand.
package final class HeldLists: Sendable {
    private struct State {
        var now = Swift.Duration.zero
        var (reading, waiting, refused) = (0, 0, 0)
        var observers: [(isMet: (State) -> Bool, continuation: CheckedContinuation<Void, Never>)] = []
    }

    private let state = Locked(State())
    private let gate = DispatchSemaphore(value: 0)
    /// How many tasks a list has that is read to its end.
    package static let count = 1_000

    /// Nothing is held yet.
    package init() {}

    /// A list of ``count`` tasks of a store that was filled, which no index serves.
    package static var query: TaskQuery {
        var query = TaskQuery(limit: count)
        query.filter = .not(.test(.tag(["home"])))
        return query
    }

    /// The watch to open the store with.
    ///
    /// - Parameters:
    ///   - moment: How long a list may take without waiting for those that take longer; where it is negative, no list of a
    ///     store that was filled takes so little.
    ///   - memory: For how long a list is known to take longer; none, so that each comes to where it can be held.
    /// - Returns: The watch.
    package func watch(moment: Swift.Duration = .milliseconds(50), memory: Swift.Duration = .zero) -> QueryWatch {
        QueryWatch(uptime: { self.state.withLock { $0.now } }, moment: moment, memory: memory) { change in
            self.change { $0.waiting += change }
        } refused: {
            self.change { $0.refused += 1 }
        } slow: { _, _ in
        }
    }

    /// How many lists were refused.
    package var refused: Int { state.withLock { $0.refused } }

    /// Moves the clock.
    package func advance(by duration: Swift.Duration) {
        change { $0.now += duration }
    }

    /// Writes more tasks than a list has.
    package static func fill(_ store: some Store) async throws {
        try await store.write { transaction in
            for number in 1...2 * count { try transaction.save(.fixture(number) { $0.tags = ["work"] }) }
        }
    }

    /// Reads a list that is held at its first task where lists take long, once it has taken more than a moment.
    ///
    /// - Parameter store: The store, which has the watch.
    /// - Returns: How many tasks it has.
    /// - Throws: What the store throws.
    package func hold(in store: some Store) async throws -> Int {
        let runs = Locked(0)
        return try await store.readList { reader in
            let run = runs.withLock { runs in
                runs += 1
                return runs
            }
            var count = 0
            _ = try reader.eachTask(matching: Self.query) { _ in
                count += 1
                // The first time nothing is read, since no index serves it, and the second time it has a moment.
                switch (count, run) {
                case (1, 2): self.advance(by: .milliseconds(60))
                case (1, 3): self.stay()
                default: break
                }
                return true
            }
            return count
        }
    }

    private func stay() {
        change { $0.reading += 1 }
        gate.wait()
        gate.signal()
        change { $0.reading -= 1 }
    }

    /// Lets go of every list that is held, and of all that come.
    package func letGo() { gate.signal() }

    /// Returns once so many lists are held, and so many wait for them.
    package func until(reading: Int = 2, waiting: Int) async {
        await withCheckedContinuation { continuation in
            change { $0.observers.append(({ $0.reading == reading && $0.waiting == waiting }, continuation)) }
        }
    }

    private func change(_ change: (inout State) -> Void) {
        let met = state.withLock { state in
            change(&state)
            let (now, observers) = (state, state.observers)
            state.observers = observers.filter { !$0.isMet(now) }
            return observers.filter { $0.isMet(now) }.map(\.continuation)
        }
        for continuation in met { continuation.resume() }
    }
}

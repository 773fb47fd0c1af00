import Basics

/// A number of slots, given to those who ask in their order: a semaphore whose waiters can be cancelled.
final class CommandSlots: Sendable {
    /// One slot, given back when nobody holds it any more: so none is lost, whoever is cancelled when.
    final class Slot: Sendable {
        private let slots: CommandSlots

        fileprivate init(_ slots: CommandSlots) {
            self.slots = slots
        }

        deinit { slots.takeBack() }
    }

    private struct State {
        var free: Int
        var nextKey = 0
        var waiters: [(key: Int, continuation: CheckedContinuation<Void, any Error>)] = []
        var cancelled: Set<Int> = []
    }

    private let state: Locked<State>

    init(count: Int) {
        state = Locked(State(free: count))
    }

    /// Takes a slot as soon as one is free.
    ///
    /// - Throws: `CancellationError` when the task is cancelled while it waits.
    func take() async throws -> Slot {
        let key = state.withLock { state in
            state.nextKey += 1
            return state.nextKey
        }
        defer { state.withLock { _ = $0.cancelled.remove(key) } }
        try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { wait($0, key) }
        } onCancel: {
            cancel(key)
        }
        return Slot(self)
    }

    private func wait(_ continuation: CheckedContinuation<Void, any Error>, _ key: Int) {
        let answer = state.withLock { state -> Result<Void, any Error>? in
            if state.cancelled.contains(key) { return .failure(CancellationError()) }
            guard state.free == 0 else {
                state.free -= 1
                return .success(())
            }
            state.waiters.append((key, continuation))
            return nil
        }
        if let answer { continuation.resume(with: answer) }
    }

    private func cancel(_ key: Int) {
        let waiter = state.withLock { state -> CheckedContinuation<Void, any Error>? in
            guard let index = state.waiters.firstIndex(where: { $0.key == key }) else {
                state.cancelled.insert(key)
                return nil
            }
            return state.waiters.remove(at: index).continuation
        }
        waiter?.resume(throwing: CancellationError())
    }

    private func takeBack() {
        let next = state.withLock { state -> CheckedContinuation<Void, any Error>? in
            guard state.waiters.isEmpty else { return state.waiters.removeFirst().continuation }
            state.free += 1
            return nil
        }
        next?.resume()
    }
}

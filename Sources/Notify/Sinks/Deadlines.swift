import Basics
import Storage

/// Breaks off what takes longer than it may, by a clock that nobody sets.
///
/// One sleeper watches over all that is under way, so that what ends in time, as nearly everything does, costs no timer
/// of its own. It sleeps until what was the earliest deadline when it lay down, though that may have been met since.
final class Deadlines<Time: SteadyClock>: Sendable {
    private struct Entry {
        var end: SteadyInstant
        var hasPassed = false
        let breakOff: @Sendable () -> Void
    }

    private struct State {
        var entries: [Int: Entry] = [:]
        var nextKey = 0
        /// When the sleeper wakes; nil when there is none.
        var wakeAt: SteadyInstant?
    }

    private let clock: Time
    private let state = Locked(State())

    init(clock: Time) {
        self.clock = clock
    }

    /// Runs a closure until it returns or an instant is reached; then it is cancelled, and awaited.
    ///
    /// - Parameters:
    ///   - end: The instant, which the closure may postpone.
    ///   - executor: Where the closure runs; nil for Swift's own threads.
    ///   - body: The closure; it should end soon when its task is cancelled.
    /// - Returns: What the closure returned; nil when it did not in time.
    /// - Throws: What `body` throws in time; `CancellationError` when the task is cancelled.
    func run<Value: Sendable>(
        until end: SteadyInstant,
        on executor: (any TaskExecutor)? = nil,
        _ body: @escaping @Sendable (Deadline) async throws -> Value
    ) async throws -> Value? {
        let key = state.withLock { state in
            state.nextKey += 1
            return state.nextKey
        }
        let deadline = Deadline { [self] in putOff(key, to: $0) }
        let task = Task(executorPreference: executor) { try await body(deadline) }
        watch(Entry(end: end) { task.cancel() }, key: key)
        defer { forget(key) }
        return try await withTaskCancellationHandler {
            do {
                return try await task.value
            } catch {
                if hasPassed(key) { return nil }
                throw error
            }
        } onCancel: {
            task.cancel()
        }
    }

    private func watch(_ entry: Entry, key: Int) {
        let isEarliest = state.withLock { state in
            state.entries[key] = entry
            if let wakeAt = state.wakeAt, wakeAt <= entry.end { return false }
            state.wakeAt = entry.end
            return true
        }
        if isEarliest { sleep(until: entry.end) }
    }

    private func putOff(_ key: Int, to end: SteadyInstant) {
        state.withLock { state in
            guard let old = state.entries[key]?.end else { return }
            state.entries[key]?.end = max(old, end)
        }
    }

    private func hasPassed(_ key: Int) -> Bool {
        state.withLock { $0.entries[key]?.hasPassed ?? false }
    }

    private func forget(_ key: Int) {
        state.withLock { $0.entries[key] = nil }
    }

    private func sleep(until end: SteadyInstant) {
        Task { [weak self, clock] in
            try? await clock.sleep(until: end, tolerance: nil)
            self?.wake(at: end)
        }
    }

    /// Breaks off what has come to its end, and lies down again for the rest.
    private func wake(at end: SteadyInstant) {
        let now = clock.now
        let (late, next) = state.withLock { state -> ([@Sendable () -> Void], SteadyInstant?) in
            // One that lay down later may have taken over, for an earlier deadline.
            guard state.wakeAt == end else { return ([], nil) }
            let late = state.entries.filter { !$0.value.hasPassed && $0.value.end <= now }
            for key in late.keys { state.entries[key]?.hasPassed = true }
            state.wakeAt = state.entries.values.filter { !$0.hasPassed }.map(\.end).min()
            return (late.values.map(\.breakOff), state.wakeAt)
        }
        for breakOff in late { breakOff() }
        if let next { sleep(until: next) }
    }
}

/// The deadline of what is under way, for the one who works towards it.
struct Deadline: Sendable {
    private let change: @Sendable (SteadyInstant) -> Void

    init(_ change: @escaping @Sendable (SteadyInstant) -> Void) {
        self.change = change
    }

    /// Puts the deadline off, or leaves it as it is when it is later already.
    func putOff(to end: SteadyInstant) {
        change(end)
    }
}

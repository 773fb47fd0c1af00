package import Recurrence
import Storage

/// A clock that stands still until a test moves it.
///
/// A test can wait until some code sleeps on the clock, so it never has to guess and never waits for real.
package final class TestClock: UTCClock {
    private struct Sleeper {
        var deadline: UTCInstant
        var continuation: CheckedContinuation<Void, any Error>
    }

    private struct State {
        var now: UTCInstant
        var nextKey = 0
        var sleepers: [Int: Sleeper] = [:]
        var cancelled: Set<Int> = []
        var watchers: [(deadline: UTCInstant, continuation: CheckedContinuation<Void, Never>)] = []
    }

    private let state: Locked<State>

    package init(_ now: UTCInstant) {
        state = Locked(State(now: now))
    }

    /// Starts at an RFC 3339 instant.
    package convenience init(_ now: String) {
        guard let instant = UTCInstant(now) else { preconditionFailure("not an instant: \(now)") }
        self.init(instant)
    }

    package var now: UTCInstant { state.withLock { $0.now } }
    package var minimumResolution: Swift.Duration { .milliseconds(1) }

    /// Moves the clock forward and wakes everyone whose time has come, earliest first.
    package func advance(by duration: Swift.Duration) {
        set(to: now.advanced(by: duration))
    }

    /// Sets the clock, forward or back.
    package func set(to instant: UTCInstant) {
        let woken = state.withLock { state in
            state.now = instant
            let due = state.sleepers.filter { $0.value.deadline <= instant }.sorted {
                $0.value.deadline < $1.value.deadline
            }
            for (key, _) in due { state.sleepers[key] = nil }
            return due.map(\.value.continuation)
        }
        for continuation in woken { continuation.resume() }
    }

    /// Returns once somebody sleeps until `deadline` exactly.
    package func waitForSleeper(until deadline: UTCInstant) async {
        await withCheckedContinuation { continuation in
            let isThere = state.withLock { state in
                if state.sleepers.values.contains(where: { $0.deadline == deadline }) { return true }
                state.watchers.append((deadline, continuation))
                return false
            }
            if isThere { continuation.resume() }
        }
    }

    package func sleep(until deadline: UTCInstant, tolerance: Swift.Duration?) async throws {
        let key = state.withLock { state in
            state.nextKey += 1
            return state.nextKey
        }
        try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                park(Sleeper(deadline: deadline, continuation: continuation), key: key)
            }
        } onCancel: {
            let sleeper = state.withLock { state -> Sleeper? in
                guard let sleeper = state.sleepers.removeValue(forKey: key) else {
                    state.cancelled.insert(key)
                    return nil
                }
                return sleeper
            }
            sleeper?.continuation.resume(throwing: CancellationError())
        }
    }

    private enum Parking {
        case parked(watchers: [CheckedContinuation<Void, Never>])
        case due
        case cancelled
    }

    private func park(_ sleeper: Sleeper, key: Int) {
        let parking = state.withLock { state -> Parking in
            if state.cancelled.remove(key) != nil { return .cancelled }
            if sleeper.deadline <= state.now { return .due }
            state.sleepers[key] = sleeper
            let watchers = state.watchers.filter { $0.deadline == sleeper.deadline }.map(\.continuation)
            state.watchers.removeAll { $0.deadline == sleeper.deadline }
            return .parked(watchers: watchers)
        }
        switch parking {
        case .parked(let watchers): for watcher in watchers { watcher.resume() }
        case .due: sleeper.continuation.resume()
        case .cancelled: sleeper.continuation.resume(throwing: CancellationError())
        }
    }
}

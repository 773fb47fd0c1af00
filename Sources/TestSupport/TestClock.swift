package import Basics
package import Recurrence

/// A wall clock and its steady companion that stand still until a test moves them.
///
/// A test can wait until some code sleeps on either, so it never has to guess and never waits for real. Both begin at
/// the same reading, and going forward moves both; ``step(by:)`` sets the wall clock alone.
package final class TestClock: UTCClock {
    private enum Deadline: Hashable {
        case wall(UTCInstant)
        case steady(SteadyInstant)
    }

    private struct Sleeper {
        var deadline: Deadline
        var continuation: CheckedContinuation<Void, any Error>
    }

    private struct State {
        var wall: UTCInstant
        var steady = SteadyInstant(nanoseconds: 0)
        var nextKey = 0
        var sleepers: [Int: Sleeper] = [:]
        var cancelled: Set<Int> = []
        var watchers: [(deadlines: Set<Deadline>, continuation: CheckedContinuation<Void, Never>)] = []

        func isReached(_ deadline: Deadline) -> Bool {
            switch deadline {
            case .wall(let instant): instant <= wall
            case .steady(let instant): instant <= steady
            }
        }

        /// Takes out the sleepers whose time has come, earliest first.
        mutating func takeDue() -> [CheckedContinuation<Void, any Error>] {
            let due = sleepers.filter { isReached($0.value.deadline) }.sorted { left, right in
                switch (left.value.deadline, right.value.deadline) {
                case (.wall(let left), .wall(let right)): left < right
                case (.steady(let left), .steady(let right)): left < right
                case (.steady, .wall): true
                case (.wall, .steady): false
                }
            }
            for (key, _) in due { sleepers[key] = nil }
            return due.map(\.value.continuation)
        }
    }

    private let state: Locked<State>
    private let start: UTCInstant

    package init(_ now: UTCInstant) {
        start = now
        state = Locked(State(wall: now))
    }

    /// Starts at an RFC 3339 instant.
    package convenience init(_ now: String) {
        guard let instant = UTCInstant(now) else { preconditionFailure("not an instant: \(now)") }
        self.init(instant)
    }

    package var now: UTCInstant { state.withLock { $0.wall } }
    package var minimumResolution: Swift.Duration { .milliseconds(1) }
    /// The clock for waits.
    package var steady: TestSteadyClock { TestSteadyClock(clock: self) }

    fileprivate var steadyNow: SteadyInstant { state.withLock { $0.steady } }

    /// Lets time pass on both clocks, and wakes everyone whose time has come.
    package func advance(by duration: Swift.Duration) {
        set(to: now.advanced(by: duration))
    }

    /// Sets the wall clock; the time that passes where it goes forward passes on the steady one too.
    package func set(to instant: UTCInstant) {
        move { state in
            state.steady = state.steady.advanced(by: max(.zero, state.wall.duration(to: instant)))
            state.wall = instant
        }
    }

    /// Sets the wall clock alone, as somebody who corrects it does.
    package func step(by duration: Swift.Duration) {
        move { $0.wall = $0.wall.advanced(by: duration) }
    }

    /// Lets time pass on the steady clock alone, as while the wall clock is held back.
    package func advanceSteady(by duration: Swift.Duration) {
        move { $0.steady = $0.steady.advanced(by: duration) }
    }

    private func move(_ change: (inout State) -> Void) {
        let woken = state.withLock { state in
            change(&state)
            return state.takeDue()
        }
        for continuation in woken { continuation.resume() }
    }

    /// Returns once somebody sleeps until `deadline` exactly, on the wall clock, or on the steady one until what that
    /// shows then if nobody sets the wall clock.
    package func waitForSleeper(until deadline: UTCInstant) async {
        let steady = SteadyInstant(nanoseconds: 0).advanced(by: start.duration(to: deadline))
        await waitForSleeper(at: [.wall(deadline), .steady(steady)])
    }

    /// Returns once somebody sleeps on the steady clock until `deadline` exactly.
    package func waitForSteadySleeper(until deadline: SteadyInstant) async {
        await waitForSleeper(at: [.steady(deadline)])
    }

    private func waitForSleeper(at deadlines: Set<Deadline>) async {
        await withCheckedContinuation { continuation in
            let isThere = state.withLock { state in
                if state.sleepers.values.contains(where: { deadlines.contains($0.deadline) }) { return true }
                state.watchers.append((deadlines, continuation))
                return false
            }
            if isThere { continuation.resume() }
        }
    }

    package func sleep(until deadline: UTCInstant, tolerance: Swift.Duration?) async throws {
        try await sleep(until: .wall(deadline))
    }

    fileprivate func sleep(until deadline: SteadyInstant) async throws {
        try await sleep(until: .steady(deadline))
    }

    private func sleep(until deadline: Deadline) async throws {
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
            if state.isReached(sleeper.deadline) { return .due }
            state.sleepers[key] = sleeper
            let watchers = state.watchers.filter { $0.deadlines.contains(sleeper.deadline) }.map(\.continuation)
            state.watchers.removeAll { $0.deadlines.contains(sleeper.deadline) }
            return .parked(watchers: watchers)
        }
        switch parking {
        case .parked(let watchers): for watcher in watchers { watcher.resume() }
        case .due: sleeper.continuation.resume()
        case .cancelled: sleeper.continuation.resume(throwing: CancellationError())
        }
    }
}

/// The steady companion of a test's clock.
package struct TestSteadyClock: SteadyClock {
    fileprivate let clock: TestClock

    package var now: SteadyInstant { clock.steadyNow }
    package var minimumResolution: Swift.Duration { .nanoseconds(1) }

    package func sleep(until deadline: SteadyInstant, tolerance: Swift.Duration?) async throws {
        try await clock.sleep(until: deadline)
    }
}

extension SteadyInstant {
    /// What the steady clock of a test shows at its beginning, which for most is noon.
    package static var noon: SteadyInstant { SteadyInstant(nanoseconds: 0) }

    /// Some seconds later.
    package static func noon(plus seconds: Int) -> SteadyInstant { noon.advanced(by: .seconds(seconds)) }
}

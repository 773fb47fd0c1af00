package import Recurrence

/// A wake-up for one waiter: signals that nobody waits for are kept as one, so that none is missed.
package final class WakeSignal: Sendable {
    private struct State {
        var isSignalled = false
        var waiter: CheckedContinuation<Void, Never>?
    }

    private let state = Locked(State())

    package init() {}

    /// Wakes the waiter, or lets the next call of `wait` return at once.
    ///
    /// Never blocks.
    package func signal() {
        let waiter = state.withLock { state -> CheckedContinuation<Void, Never>? in
            guard let waiter = state.waiter else {
                state.isSignalled = true
                return nil
            }
            state.waiter = nil
            return waiter
        }
        waiter?.resume()
    }

    /// Whether it was signalled since the last return of `wait`; forgets that it was.
    ///
    /// Never blocks.
    package func takeSignal() -> Bool {
        state.withLock { state in
            defer { state.isSignalled = false }
            return state.isSignalled
        }
    }

    /// Returns once it was signalled since the last return, or at once when the task is cancelled.
    package func wait() async {
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let mayGo = state.withLock { state -> Bool in
                    precondition(state.waiter == nil, "a wake signal has one waiter")
                    if state.isSignalled || Task.isCancelled {
                        state.isSignalled = false
                        return true
                    }
                    state.waiter = continuation
                    return false
                }
                if mayGo { continuation.resume() }
            }
        } onCancel: {
            signal()
        }
    }

    /// Returns when it is signalled, a clock reaches `deadline`, some time has passed on its steady companion, or the task is
    /// cancelled, whichever is first.
    ///
    /// - Parameters:
    ///   - deadline: The instant to wait for; nil for none.
    ///   - longest: How long to wait at most, however the wall clock is set meanwhile.
    ///   - clock: The clock that tells when `deadline` is reached.
    package func wait(until deadline: UTCInstant?, atMost longest: Swift.Duration, on clock: some UTCClock) async {
        let end = clock.steady.now.advanced(by: longest)
        await withTaskGroup { group in
            group.addTask { await self.wait() }
            if let deadline { group.addTask { try? await clock.sleep(until: deadline, tolerance: nil) } }
            group.addTask { try? await clock.steady.sleep(until: end, tolerance: nil) }
            await group.next()
            group.cancelAll()
        }
    }

    /// Returns when it is signalled, a steady clock reaches `deadline`, or the task is cancelled, whichever is first.
    package func wait(until deadline: SteadyInstant, on clock: some SteadyClock) async {
        await withTaskGroup { group in
            group.addTask { await self.wait() }
            group.addTask { try? await clock.sleep(until: deadline, tolerance: nil) }
            await group.next()
            group.cancelAll()
        }
    }

    /// Returns when it is signalled, the passed clock reaches `deadline`, or the task is cancelled, whichever is first.
    ///
    /// - Parameters:
    ///   - deadline: The instant to wait for; nil waits for a signal alone.
    ///   - clock: The clock that tells when `deadline` is reached.
    package func wait(until deadline: UTCInstant?, on clock: some UTCClock) async {
        guard let deadline else { return await wait() }
        await withTaskGroup { group in
            group.addTask { await self.wait() }
            group.addTask { try? await clock.sleep(until: deadline, tolerance: nil) }
            await group.next()
            group.cancelAll()
        }
    }
}

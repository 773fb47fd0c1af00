/// Does a pass again and again: it waits between two, and for a shorter time after one that failed.
package struct PeriodicLoop<Steady: SteadyClock>: Sendable {
    private let interval: Swift.Duration
    private let pause: Swift.Duration
    private let clock: Steady

    /// Makes a loop.
    ///
    /// - Parameters:
    ///   - interval: How long it waits after a pass.
    ///   - pause: How long it waits after one that failed.
    ///   - clock: The clock that it waits on.
    package init(every interval: Swift.Duration, afterFailure pause: Swift.Duration, on clock: Steady) {
        (self.interval, self.pause, self.clock) = (interval, pause, clock)
    }

    /// Runs until the task is cancelled; the first pass begins at once.
    ///
    /// - Parameters:
    ///   - pass: What is done.
    ///   - failed: Is told what a pass threw, unless the task was cancelled meanwhile.
    package func run(
        _ pass: @Sendable () async throws -> Void,
        onFailure failed: @Sendable (any Error) -> Void
    ) async {
        while !Task.isCancelled {
            var wait = interval
            do { try await pass() } catch {
                if Task.isCancelled { return }
                failed(error)
                wait = pause
            }
            try? await clock.wait(for: wait)
        }
    }
}

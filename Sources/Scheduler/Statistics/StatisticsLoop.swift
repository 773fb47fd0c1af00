public import Basics
public import Logging
public import Storage

/// Keeps the statistics close behind the log, in small steps beside the work, so that nobody who asks for them has to
/// wait for much to be counted.
public struct StatisticsLoop<Time: UTCClock>: Sendable {
    /// How long it waits before it looks again.
    public static var interval: Swift.Duration { .seconds(60) }
    /// How many events a step looks at: about a millisecond, of which the writer is held for a part.
    static var stepSize: Int { 200 }
    /// How long a step is followed by nothing, so that counting takes a few percent of one processor at most.
    private static var pause: Swift.Duration { .milliseconds(50) }
    /// How often a step gives way to reminders that are due; then it is taken beside them.
    private static var maxYields: Int { 25 }

    private let store: any Store
    private let clock: Time
    private let logger: Logger

    /// Makes a loop over a store.
    ///
    /// - Parameters:
    ///   - store: Where the log is.
    ///   - clock: The clock that tells what is due.
    ///   - logger: Where trouble with the store is logged.
    public init(store: any Store, clock: Time, logger: Logger) {
        (self.store, self.clock, self.logger) = (store, clock, logger)
    }

    /// Runs until the task is cancelled.
    public func run() async {
        await PeriodicLoop(every: Self.interval, afterFailure: Self.interval, on: clock.steady).run {
            try await pass { try await clock.steady.wait(for: $0) }
        } onFailure: { error in
            logger.error("counting for statistics failed", metadata: ["error": "\(error)"])
        }
    }

    /// Counts all that there is.
    ///
    /// - Parameter pause: Waits for as long as it is told, so that others come in between.
    /// - Throws: What the store throws, and what `pause` throws.
    func pass(_ pause: (Swift.Duration) async throws -> Void) async throws {
        let counter = StatisticsCounter(store: store)
        repeat {
            for _ in 0..<Self.maxYields {
                guard let next = try await store.readFirst({ try $0.nextDueInstant() }), next <= clock.now else {
                    break
                }
                try await pause(Self.pause)
            }
            try Task.checkCancellation()
            guard try await counter.step(Self.stepSize) != nil else { return }
            try await pause(Self.pause)
        } while true
    }
}

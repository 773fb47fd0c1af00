public import Basics
public import Logging

/// Carries on with changes of whole series, and with undos, that whoever made them left unfinished, as a crash does.
public struct PendingEditLoop<Time: UTCClock>: Sendable {
    /// How long it waits between two looks, each of which costs one look at an empty table.
    private static var interval: Swift.Duration { .seconds(5) }

    private let runner: CommandRunner<Time>
    private let clock: Time
    private let logger: Logger

    /// Makes a loop.
    ///
    /// - Parameters:
    ///   - runner: What carries on.
    ///   - clock: The clock that it waits by.
    ///   - logger: Where trouble with the store is told.
    public init(runner: CommandRunner<Time>, clock: Time, logger: Logger) {
        (self.runner, self.clock, self.logger) = (runner, clock, logger)
    }

    /// Carries on with what is pending now.
    ///
    /// - Throws: The `StoreError` of the last change for which that failed, after it was done for the others.
    public func look() async throws {
        try await runner.carryOn()
    }

    /// Looks again and again, until the task is cancelled.
    public func run() async {
        await PeriodicLoop(every: Self.interval, afterFailure: Self.interval, on: clock.steady).run {
            try await look()
        } onFailure: { error in
            logger.error("what changes have left to do cannot be continued", metadata: ["error": "\(error)"])
        }
    }
}

public import Basics
public import CoreMetrics
public import Logging
public import Storage

/// What the loops that keep a store's tasks in order work with.
public struct UpkeepContext<Time: UTCClock>: Sendable {
    let store: any Store
    let commands: TaskCommands
    let clock: Time
    let logger: Logger
    let log: SetAsideLog

    /// Makes a context.
    ///
    /// - Parameters:
    ///   - store: Where the tasks are.
    ///   - commands: How series are followed.
    ///   - clock: The clock that says what is past, and on which the loops wait.
    ///   - logger: Where trouble with the store is told.
    ///   - metrics: Where what cannot be read is counted; nowhere unless said.
    public init(
        store: any Store,
        commands: TaskCommands,
        clock: Time,
        logger: Logger,
        metrics: any MetricsFactory = NOOPMetricsHandler.instance
    ) {
        (self.store, self.commands, self.clock, self.logger) = (store, commands, clock, logger)
        log = SetAsideLog(logger: logger, metrics: metrics)
    }
}

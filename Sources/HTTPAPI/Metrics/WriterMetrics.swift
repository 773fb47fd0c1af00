import Basics
import CoreMetrics
package import Dispatch
package import Logging
package import Storage

/// Measures how long the store's writer is held, by what holds it, and says in the log who held it for too long.
package struct WriterMetrics: Sendable {
    /// Measures how long each closure held the writer.
    static let heldSeconds = "taskd_writer_held_seconds"
    /// Counts closures that held the writer for longer than they should.
    static let longHolds = "taskd_writer_long_holds_total"
    /// Measures how many closures shared a commit.
    static let batchSize = "taskd_commit_batch_size"

    /// How long a closure may hold the writer before it is named in the log.
    private static let maxHold = Swift.Duration.milliseconds(100)

    private let registry: MetricsRegistry
    private let logger: Logger
    private let batches: Recorder
    private let timers = Locked<[String: Timer]>([:])

    /// Makes the metrics, in which nothing was measured yet.
    package init(registry: MetricsRegistry, logger: Logger) {
        self.registry = registry
        self.logger = logger
        batches = Recorder(label: Self.batchSize, aggregate: true, factory: registry)
    }

    /// The watch to open a store with.
    ///
    /// - Parameters:
    ///   - uptime: Gives the time on a continuous clock, from any start.
    ///   - wait: Waits for a semaphore on that clock.
    /// - Returns: The watch.
    package func watch(
        uptime: @escaping @Sendable () -> Swift.Duration,
        wait: @escaping @Sendable (DispatchSemaphore, Swift.Duration) -> Bool
    ) -> WriterWatch {
        WriterWatch(uptime: uptime, wait: wait) {
            note($0, $1)
        } committed: {
            batches.record($0)
        }
    }

    private func note(_ name: String, _ duration: Swift.Duration) {
        let timer = timers.withLock { timers in
            if let timer = timers[name] { return timer }
            let timer = Timer(label: Self.heldSeconds, dimensions: [("by", name)], factory: registry)
            timers[name] = timer
            return timer
        }
        timer.recordNanoseconds(duration.wholeNanoseconds)
        guard duration > Self.maxHold else { return }
        Counter(label: Self.longHolds, dimensions: [("by", name)], factory: registry).increment()
        logger.warning(
            "a change held the store's writer for more than 100 ms",
            metadata: ["by": "\(name)", "milliseconds": "\(duration.wholeNanoseconds / 1_000_000)"]
        )
    }
}

extension Swift.Duration {
    fileprivate var wholeNanoseconds: Int64 {
        components.seconds * 1_000_000_000 + components.attoseconds / 1_000_000_000
    }
}

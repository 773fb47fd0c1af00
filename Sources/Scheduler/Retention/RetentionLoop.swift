public import Basics
public import CoreMetrics
public import Logging
import Recurrence
public import Storage

/// Removes what the retention policy keeps no longer, in small steps beside the work.
///
/// It looks when it begins and then every hour. Each step is a transaction of its own of a bounded number of rows, with
/// a pause after it; where a pass was interrupted, the next one goes on.
public struct RetentionLoop<Time: UTCClock>: Sendable {
    /// How long it waits between two passes.
    public static var interval: Swift.Duration { .seconds(3_600) }
    /// How many rows a step looks at: some milliseconds in the writer, with events of some kilobytes each.
    static var stepSize: Int { 50 }
    /// How long the writer is left to others after each step.
    private static var pause: Swift.Duration { .milliseconds(20) }
    /// How often a step gives way to reminders that are due; then it is taken beside them.
    private static var maxYields: Int { 25 }

    private let store: any Store
    private let policy: RetentionPolicy
    private let clock: Time
    private let logger: Logger
    private let metrics: RetentionMetrics
    private let contents: ContentSweep?

    /// Makes a loop over a store.
    ///
    /// - Parameters:
    ///   - store: Where the history is.
    ///   - policy: What is kept for how long.
    ///   - clock: The clock that tells how old things are.
    ///   - logger: Where trouble with the store is logged.
    ///   - metrics: Where removed rows are counted; nowhere unless said.
    ///   - contents: Removes contents of attachments that nothing has any more; nil where there are none.
    package init(
        store: any Store,
        policy: RetentionPolicy,
        clock: Time,
        logger: Logger,
        metrics: any MetricsFactory = NOOPMetricsHandler.instance,
        contents: ContentSweep?
    ) {
        self.store = store
        self.policy = policy
        self.clock = clock
        self.logger = logger
        self.metrics = RetentionMetrics(factory: metrics)
        self.contents = contents
    }

    /// Makes a loop over a store that has no contents of attachments beside it.
    ///
    /// - Parameters:
    ///   - store: Where the history is.
    ///   - policy: What is kept for how long.
    ///   - clock: The clock that tells how old things are.
    ///   - logger: Where trouble with the store is logged.
    ///   - metrics: Where removed rows are counted; nowhere unless said.
    public init(
        store: any Store,
        policy: RetentionPolicy,
        clock: Time,
        logger: Logger,
        metrics: any MetricsFactory = NOOPMetricsHandler.instance
    ) {
        self.init(store: store, policy: policy, clock: clock, logger: logger, metrics: metrics, contents: nil)
    }

    /// Runs until the task is cancelled.
    public func run() async {
        await PeriodicLoop(every: Self.interval, afterFailure: .seconds(60), on: clock.steady).run {
            let removed = try await pass { try await clock.steady.wait(for: $0) }
            if !removed.isEmpty { logger.info("old history was removed", metadata: removed.metadata) }
        } onFailure: { error in
            logger.error("removing old history failed", metadata: ["error": "\(error)"])
        }
    }

    /// Removes all that is too old now.
    ///
    /// - Parameter pause: Waits for as long as it is told, so that others come in between; not at all unless said.
    /// - Returns: How many rows of each kind were removed.
    /// - Throws: What the store throws.
    @discardableResult
    public func pass(_ pause: (Swift.Duration) async throws -> Void = { _ in }) async throws -> RetentionReport {
        var report = RetentionReport()
        for part in RetentionReport.Part.allCases {
            guard part != .contents else {
                report[part] = try await contents?.pass { try await pause(Self.pause) } ?? 0
                metrics.count(report[part], of: part)
                continue
            }
            let cutoff =
                part == .firings ? try await FiringSurvey(store: store).cutoff(policy.firings, now: clock.now) : nil
            var place = RetentionPass(part, firingCutoff: cutoff)
            while !place.isDone {
                report[part] += try await step(&place, pause)
            }
        }
        return report
    }

    /// Takes one step, after reminders that are due.
    private func step(
        _ place: inout RetentionPass,
        _ pause: (Swift.Duration) async throws -> Void
    ) async throws -> Int {
        for _ in 0..<Self.maxYields {
            // Only read: who waits for its turn must not take the writer's.
            guard let next = try await store.readFirst({ try $0.nextDueInstant() }), next <= clock.now else { break }
            try await pause(Self.pause)
            try Task.checkCancellation()
        }
        let (now, policy) = (clock.now, policy)
        let (removed, next) = try await store.write { [place] transaction in
            var place = place
            return (try place.step(policy, in: transaction, now: now, limit: Self.stepSize), place)
        }
        metrics.count(removed, of: place.part)
        place = next
        try await pause(Self.pause)
        try Task.checkCancellation()
        return removed
    }
}

/// What the retention loop counts.
package struct RetentionMetrics: Sendable {
    /// Counts rows of the history that were removed, by part.
    package static let removed = "taskd_retention_removed_total"

    private let counters: [RetentionReport.Part: Counter]

    init(factory: any MetricsFactory) {
        let parts = RetentionReport.Part.allCases.map { part in
            (part, Counter(label: Self.removed, dimensions: [("part", part.rawValue)], factory: factory))
        }
        counters = Dictionary(uniqueKeysWithValues: parts)
    }

    func count(_ removed: Int, of part: RetentionReport.Part) {
        if removed > 0 { counters[part]?.increment(by: removed) }
    }
}

extension RetentionReport {
    /// The counts, for a line of the log.
    package var metadata: Logger.Metadata {
        let removed = Part.allCases.filter { self[$0] > 0 }.map { ($0.rawValue, Logger.MetadataValue("\(self[$0])")) }
        return Dictionary(uniqueKeysWithValues: removed)
    }
}

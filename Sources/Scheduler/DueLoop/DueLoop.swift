public import CoreMetrics
public import Logging
import Recurrence
public import Storage

/// Fires reminders on time: sleeps until the earliest is due, records what is due, and sleeps again.
///
/// The due queue is an index of the store, so nothing is held in memory and nothing is read while nothing is due.
public struct DueLoop<Time: UTCClock>: Sendable {
    private let store: any Store
    private let commands: TaskCommands
    private let clock: Time
    private let logger: Logger
    private let metrics: DueMetrics

    /// Makes a loop over a store.
    ///
    /// - Parameters:
    ///   - store: Where the tasks are.
    ///   - commands: How series are followed, and how late a reminder may be.
    ///   - clock: The clock that tells what is due.
    ///   - logger: Where trouble with the store is told.
    ///   - metrics: Where firings and their lateness are counted; nowhere unless said.
    public init(
        store: any Store,
        commands: TaskCommands,
        clock: Time,
        logger: Logger,
        metrics: any MetricsFactory = NOOPMetricsHandler.instance
    ) {
        self.store = store
        self.commands = commands
        self.clock = clock
        self.logger = logger
        self.metrics = DueMetrics(factory: metrics)
    }

    /// Runs until the task is cancelled.
    ///
    /// A batch that was begun is finished.
    public func run() async {
        let bell = Doorbell()
        store.changes.subscribe(bell, to: .dueQueue)
        defer { store.changes.unsubscribe(bell) }
        var course = makeCourse()
        var failures = 0
        while !Task.isCancelled {
            do {
                let next = try await fireDue(&course)
                failures = 0
                await bell.wait(until: next, on: clock)
            } catch is CancellationError {
                return
            } catch {
                failures += 1
                course.hasFailed = true
                await back(off: failures, after: error)
            }
        }
    }

    /// What a run of the loop remembers from one look to the next.
    struct Course: Sendable {
        fileprivate(set) var history: LoopHistory
        fileprivate(set) var pace: CatchUpPace
        /// Whether the last look failed; then the next goes about it in the plainest way.
        fileprivate var hasFailed = false
        /// Whether what the server's quiet hours held before the run began was looked at again: they may be others now.
        fileprivate var hasReviewedHolds = false
    }

    /// The course of a run that begins now.
    func makeCourse() -> Course {
        let now = clock.now
        return Course(
            history: LoopHistory(startedAt: now),
            pace: CatchUpPace(rate: commands.configuration.catchUpRate, now: now)
        )
    }

    /// Records everything that is due now, as far as the pace of catching up allows.
    ///
    /// - Returns: The earliest instant of further work; nil when none is planned.
    func fireDue(_ course: inout Course) async throws -> UTCInstant? {
        if !course.hasReviewedHolds {
            try await reviewHolds()
            course.hasReviewedHolds = true
        }
        while true {
            let next = try await store.read { try $0.nextDueInstant() }
            let now = clock.now
            guard let next, next <= now else {
                course.history.idleAt = now
                return next
            }
            let (commands, clock, history, isPlain) = (commands, clock, course.history, course.hasFailed)
            let allowance = course.pace.allowance(at: now)
            let report = try await store.write { transaction in
                try DueWork(
                    commands: commands,
                    transaction: transaction,
                    now: clock.now,
                    history: history,
                    allowance: allowance,
                    isPlain: isPlain
                ).run()
            }
            course.hasFailed = false
            tell(report)
            course.pace.spend(report.caughtUp)
            if report.isMoreDue { continue }
            guard report.isBacklogLeft else {
                course.history.idleAt = now
                return report.next
            }
            let look = course.pace.nextLook(after: now)
            return report.next.map { min($0, look) } ?? look
        }
    }

    private func reviewHolds() async throws {
        var last: ReminderID?
        while true {
            let (place, limit) = (last, commands.configuration.batchSize)
            let held = try await store.read { try $0.remindersHeldByQuietHours(after: place, limit: limit) }
            guard !held.isEmpty else { return }
            let (commands, now) = (commands, clock.now)
            try await store.write { try HoldReview.review(held, by: commands, in: $0, now: now) }
            last = held.last?.reminder
        }
    }

    private func tell(_ report: DueWork.Report) {
        metrics.count(report)
        if report.fired + report.missed > 0 {
            logger.debug("fired", metadata: ["reminders": "\(report.fired)", "missed": "\(report.missed)"])
        }
        for task in report.unfollowed {
            logger.error(
                "a series cannot be followed: its zone or rules can no longer be read",
                metadata: ["task.id": "\(task)"]
            )
        }
    }

    /// The store may be full or unreachable; nothing is lost, since what is due stays in it.
    private func back(off failures: Int, after error: any Error) async {
        let pause = Swift.Duration.seconds(min(1 << min(failures - 1, 5), 30))
        logger.error("the due loop cannot use the store", metadata: ["error": "\(error)", "again.in": "\(pause)"])
        try? await clock.sleep(until: clock.now.advanced(by: pause), tolerance: nil)
    }
}

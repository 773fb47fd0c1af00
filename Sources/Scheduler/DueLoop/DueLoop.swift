public import Basics
public import CoreMetrics
public import Logging
package import Recurrence
public import Storage
import Tracing

/// Fires reminders on time: sleeps until the earliest is due, records what is due, and sleeps again.
///
/// The due queue is an index of the store, so nothing is held in memory and nothing is read while nothing is due.
public struct DueLoop<Time: UTCClock>: Sendable {
    private let store: any Store
    private let commands: TaskCommands
    private let clock: Time
    private let logger: Logger
    private let metrics: DueMetrics
    private let heartbeat: LoopHeartbeat?
    private let log: SetAsideLog
    /// Records turns as spans; nil where the program has no tracer.
    package var spans = SpanRecorder()

    /// Makes a loop over a store.
    ///
    /// Turns are recorded as spans by the tracer that is bootstrapped by now, where there is one.
    ///
    /// - Parameters:
    ///   - store: Where the tasks are.
    ///   - commands: How series are followed, and how late a reminder may be.
    ///   - clock: The clock that tells what is due.
    ///   - logger: Where trouble with the store is told.
    ///   - metrics: Where firings and their lateness are counted; nowhere unless said.
    ///   - heartbeat: Is told each time that the loop has come round; nil for nobody.
    public init(
        store: any Store,
        commands: TaskCommands,
        clock: Time,
        logger: Logger,
        metrics: any MetricsFactory = NOOPMetricsHandler.instance,
        heartbeat: LoopHeartbeat? = nil
    ) {
        self.store = store
        self.commands = commands
        self.clock = clock
        self.logger = logger
        self.metrics = DueMetrics(factory: metrics)
        self.heartbeat = heartbeat
        log = SetAsideLog(logger: logger, metrics: metrics)
    }

    /// Runs until the task is cancelled.
    ///
    /// A batch that was begun is finished.
    public func run() async {
        let wakeSignal = WakeSignal()
        store.changes.subscribe(wakeSignal, to: .dueQueue)
        defer { store.changes.unsubscribe(wakeSignal) }
        var course = makeState()
        var backoff = Backoff()
        while !Task.isCancelled {
            do {
                let next = try await fireDue(&course)
                course.next = next
                backoff.succeed()
                heartbeat?.beat(at: clock.steady.now, isDone: true, isPaced: course.pause != nil)
                let begin = next.map { course.headStart?.begin(of: $0) ?? $0 }
                await wakeSignal.wait(until: begin, atMost: course.pause ?? Self.maxWait, on: clock)
            } catch {
                // A store that says so without being asked to is in trouble like any other.
                if Task.isCancelled { return }
                course.hasFailed = true
                await wait(for: backoff.fail(), after: error, wakeSignal)
            }
        }
    }

    /// How long it waits at least after an error.
    private static var minPause: Swift.Duration { .seconds(1) }

    /// How long it waits at most: it shows that it is there, and sees what no commit has told it of.
    private static var maxWait: Swift.Duration { .seconds(5) }

    /// What a run of the loop remembers from one look to the next.
    package struct LoopState: Sendable {
        fileprivate(set) var history: LoopHistory
        fileprivate(set) var pace: CatchUpPace
        /// When to begin before its time what is due; nil where the store cannot have a commit wait.
        fileprivate(set) var headStart: HeadStart?
        /// After how long to look again at what waits for the pace of catching up; nil when nothing does.
        fileprivate(set) var pause: Swift.Duration?
        /// The earliest instant of further work when the store was last looked at, unless that was looked at since.
        fileprivate var next: UTCInstant?
        /// Whether the last look failed; then the next goes about it in the plainest way, unit by unit.
        fileprivate var hasFailed = false
        /// Whether the last transaction has left reminders that are due.
        fileprivate var isBehind = false
        /// Whether what the server's quiet hours held before the run began was looked at again: they may be others now.
        fileprivate var hasReviewedHolds = false
    }

    /// The course of a run that begins now.
    package func makeState() -> LoopState {
        LoopState(
            history: LoopHistory(startedAt: clock.now),
            pace: CatchUpPace(rate: commands.configuration.catchUpRate, now: clock.steady.now),
            headStart: store.canHoldCommits ? HeadStart() : nil
        )
    }

    /// Records everything that is due now, as far as the pace of catching up allows.
    ///
    /// - Returns: The earliest instant of further work; nil when none is planned.
    package func fireDue(_ course: inout LoopState) async throws -> UTCInstant? {
        if !course.hasReviewedHolds {
            try await reviewHolds()
            course.hasReviewedHolds = true
        }
        while true {
            let next = try await nextWork(&course)
            let now = clock.now
            course.pause = nil
            guard let next, try await isToBegin(next, now, &course) else {
                course.history.idleAt = now
                return next
            }
            guard let report = try await recordedWork(&course, at: next) else { continue }
            heartbeat?.beat(at: clock.steady.now, isDone: false, isPaced: report.isBacklogLeft)
            // Once more: what went off is delivered from its commit on, which may have taken a while.
            if report.fired > 0 { heartbeat?.noteFiring(at: clock.steady.now) }
            tell(report)
            course.pace.spend(report.caughtUp)
            if report.isMoreDue { continue }
            guard report.isBacklogLeft else {
                course.history.idleAt = now
                return report.next
            }
            course.pause = course.pace.pause
            let look = now.advanced(by: course.pace.pause)
            return report.next.map { min($0, look) } ?? look
        }
    }

    /// The earliest instant of work.
    ///
    /// Where one has come for which the loop waited, nothing is read: were nothing due any more, the transaction would find
    /// that out.
    private func nextWork(_ course: inout LoopState) async throws -> UTCInstant? {
        defer { course.next = nil }
        if let next = course.next, next <= clock.now { return next }
        return try await store.readFirst { try $0.nextDueInstant() }
    }

    /// Whether what is due at an instant is to be begun: when that has come, or ahead of it where it is much.
    private func isToBegin(_ next: UTCInstant, _ now: UTCInstant, _ course: inout LoopState) async throws -> Bool {
        guard next > now else { return true }
        guard var headStart = course.headStart, headStart.begin(of: next) <= now else { return false }
        if !headStart.isPlanned(next) {
            let limit = commands.configuration.batchSize
            let due = try await store.readFirst {
                try $0.plannedFirings(from: next, before: next.advanced(by: .milliseconds(1)), after: nil, limit: limit)
            }
            headStart.plan(next, count: due.count)
            course.headStart = headStart
        }
        return headStart.begin(of: next) <= clock.now
    }

    /// Does what is due in one transaction, in a span of its own, which the deliveries of what went off belong to.
    private func recordedWork(
        _ course: inout LoopState, at instant: UTCInstant
    ) async throws -> DueTransaction.Report? {
        guard let spans else { return try await work(&course, at: instant) }
        return try await spans.record("fire reminders", .internal) { span, _ in
            let report = try await work(&course, at: instant)
            span.note("taskd.reminders.fired", report?.fired)
            span.note("taskd.reminders.missed", report?.missed)
            return report
        }
    }

    /// Does what is due in one transaction, whose commit waits for an instant that is still to come.
    ///
    /// - Returns: What was done; nil where one unit has failed it whole, and the next is to find that one, or where it was
    ///   ahead of its time and is to be done when that has come.
    private func work(_ course: inout LoopState, at instant: UTCInstant) async throws -> DueTransaction.Report? {
        let (commands, clock, history) = (commands, clock, course.history)
        let (isBehind, isCareful) = (course.isBehind, course.hasFailed)
        let allowance = course.pace.allowance(at: clock.steady.now)
        // Before anybody can read that nothing is due any more.
        heartbeat?.noteFiring(at: clock.steady.now)
        let isAhead = clock.now < instant
        do {
            let report = try await store.writeFirst { transaction in
                let now = clock.now
                let ahead = now < instant ? transaction as? any CommitHoldingTransaction : nil
                var report = try DueTransaction(
                    commands: commands,
                    transaction: transaction,
                    now: ahead == nil ? now : instant,
                    history: history,
                    allowance: allowance,
                    isBehind: isBehind,
                    isCareful: isCareful
                ).run()
                report.headStartLeft = try ahead?.holdCommit(until: instant)
                return report
            }
            if isAhead { course.headStart?.note(left: report.headStartLeft, of: report.fired) }
            let isMoreDue = report.isMoreDue || report.next.map { $0 <= report.now } ?? false
            guard report.hasProgress || report.isBacklogLeft || !isMoreDue else {
                throw StoreError(.unreadable, "an entry of the due queue was processed but is still due")
            }
            (course.hasFailed, course.isBehind) = (false, report.isBehind)
            return report
        } catch  where isAhead {
            // Whatever it is, it is met again when the time has come, if it is still so then.
            course.headStart?.plan(instant, count: 0)
            return nil
        } catch let error where error.isOfUnit && !isCareful {
            course.hasFailed = true
            return nil
        }
    }

    /// Looks again at what quiet hours held before the run began; what that cannot be done for is set aside.
    private func reviewHolds() async throws {
        var last: ReminderID?
        while true {
            let (place, limit) = (last, commands.configuration.batchSize)
            let held = try await store.readFirst { try $0.remindersHeldByQuietHours(after: place, limit: limit) }
            guard !held.isEmpty else { return }
            let (commands, now) = (commands, clock.now)
            do {
                try await store.write { try HoldReview.review(held, by: commands, in: $0, now: now) }
            } catch let error where error.isOfUnit {
                log.tell(
                    try await store.write { transaction in
                        var work = SetAsideTransaction(transaction, now: now)
                        for plan in held {
                            _ = try work.attempt(.reminder(plan.reminder, of: plan.task)) {
                                try HoldReview.review([plan], by: commands, in: transaction, now: now)
                            }
                        }
                        return work.noted
                    })
            }
            last = held.last?.reminder
        }
    }

    private func tell(_ report: DueTransaction.Report) {
        metrics.count(report)
        log.tell(report.setAside)
        if report.fired + report.missed > 0 {
            logger.debug("fired", metadata: ["reminders": "\(report.fired)", "missed": "\(report.missed)"])
        }
        for series in report.stalled {
            logger.warning(
                "a series stalled: too many of its tasks are open; close or delete some",
                metadata: ["series.id": "\(series)", "tasks.open": "\(SeriesBounds.maxOpen)"]
            )
        }
    }

    /// Waits after an error: the store may be full or unreachable, and what is due stays in it.
    ///
    /// A commit shows that it can be used again, but one of others says little when it is a unit that fails, so the pause
    /// has a shortest length.
    private func wait(for pause: Swift.Duration, after error: any Error, _ wakeSignal: WakeSignal) async {
        logger.error("the due loop cannot use the store", metadata: ["error": "\(error)", "again.in": "\(pause)"])
        _ = wakeSignal.takeSignal()
        let begin = clock.steady.now
        await wakeSignal.wait(until: begin.advanced(by: pause), on: clock.steady)
        let earliest = begin.advanced(by: Self.minPause)
        if clock.steady.now < earliest { try? await clock.steady.sleep(until: earliest, tolerance: nil) }
    }
}

public import Basics
import CoreMetrics
import Logging
import Recurrence
import Storage

/// Looks once at every task and pause, so that what cannot be read is listed before anything comes across it, and what
/// was mended in the store itself is taken back.
///
/// It goes in small steps with long pauses, and takes about a tenth of a core at most.
public struct SetAsideSweep<Time: UTCClock>: Sendable {
    /// How many tasks are read in one step.
    private static var stepSize: Int { 200 }

    private let context: UpkeepContext<Time>

    /// Makes a sweep over a store.
    public init(_ context: UpkeepContext<Time>) {
        self.context = context
    }

    /// Looks at everything once, and waits until the task is cancelled.
    public func run() async {
        var (cursor, isDone): (StoreCursor?, Bool) = (nil, false)
        var backoff = Backoff(first: .seconds(2), longest: .seconds(60))
        while !isDone, !Task.isCancelled {
            let begin = context.clock.steady.now
            do {
                if cursor == nil {
                    try await sweepPauses()
                    try await sweepSeries()
                }
                cursor = try await step(after: cursor)
                isDone = cursor == nil
                backoff.succeed()
                try? await context.clock.steady.wait(for: begin.duration(to: context.clock.steady.now) * 10)
            } catch {
                context.logger.error("cannot scan the store for unreadable rows", metadata: ["error": "\(error)"])
                try? await context.clock.steady.wait(for: backoff.fail())
            }
        }
        await WakeSignal().wait()
    }

    /// Looks at the tasks from where an earlier step ended, or nil for the first.
    ///
    /// - Returns: Where the next step begins; nil when all were looked at.
    func step(after cursor: StoreCursor?) async throws -> StoreCursor? {
        let (found, next) = try await context.store.read { reader in
            let batch = try reader.everyTask(after: cursor, limit: Self.stepSize)
            return (batch.tasks.filter { $0.setAside != nil }.map(\.id), batch.next)
        }
        guard !found.isEmpty else { return next }
        let (clock, commands) = (context.clock, context.commands)
        let noted = try await context.store.write { transaction in
            var work = SetAsideTransaction(transaction, now: clock.now)
            for task in try transaction.tasks(found) { try work.review(task, by: commands) }
            return work.noted
        }
        context.log.tell(noted)
        return next
    }

    /// Looks at the pauses.
    func sweepPauses() async throws {
        let limit = Self.stepSize
        let found = try await context.store.read { try $0.unreadablePauses(overAt: nil, limit: limit) }
        guard !found.isEmpty else { return }
        let now = context.clock.now
        let noted = try await context.store.write { transaction in
            var work = SetAsideTransaction(transaction, now: now)
            for pause in found { try work.setAside(.pause(pause.id), reason: pause.reason) }
            return work.noted
        }
        context.log.tell(noted)
    }
}

extension SetAsideSweep {
    /// Looks at the series that are set aside: one that can be followed again is.
    func sweepSeries() async throws {
        var place: SetAsideUnit?
        repeat {
            let (after, commands, now) = (place, context.commands, context.clock.now)
            place = try await context.store.write { transaction in
                let units = try transaction.setAside(after: after, limit: Self.stepSize).map(\.unit)
                var work = SetAsideTransaction(transaction, now: now)
                for case .series(of: let task) in units { try work.followAgain(seriesOf: task, by: commands) }
                return units.last
            }
        } while place != nil
    }
}

extension SetAsideTransaction {
    /// Takes a series back where it can be worked out when it is to be looked at; only one in a zone, unless that is nil.
    mutating func followAgain(seriesOf task: TaskID, inZone zone: String? = nil, by commands: TaskCommands) throws {
        let (transaction, now) = (transaction, now)
        _ = try attempt(.series(of: task)) {
            let id = try transaction.seriesID(ofTask: task) ?? SeriesID(task.uuid)
            guard let series = try transaction.series(id), zone == nil || series.timeZone == zone else { return }
            var work = try SeriesTransaction(series, commands, in: transaction, now: now)
            try work.updateProjection()
            try transaction.takeBack(.series(of: task))
        }
    }

    /// Sets a task aside that was not yet, and takes one back that was set aside for what can be read now.
    fileprivate mutating func review(_ task: TaskItem, by commands: TaskCommands) throws {
        guard let setAside = task.setAside else { return }
        if setAside.since == nil { return try note(task) }
        let wasUnreadable = try transaction.setAsideEntry(of: .task(task.id)) != nil
        guard wasUnreadable, setAside.unreadableFields.isEmpty else { return }
        let (transaction, now) = (transaction, now)
        _ = try attempt(.task(task.id)) {
            var mended = task
            try commands.save(&mended, in: transaction, now: now)
        }
    }
}

/// Tells the operator what was set aside: a line for each, once, and a count.
struct SetAsideLog: Sendable {
    private let logger: Logger
    private let metrics: any MetricsFactory

    init(logger: Logger, metrics: any MetricsFactory) {
        (self.logger, self.metrics) = (logger, metrics)
    }

    func tell(_ noted: [SetAsideEntry]) {
        guard !noted.isEmpty else { return }
        Counter(label: DueMetrics.setAside, factory: metrics).increment(by: noted.count)
        for entry in noted {
            logger.error(
                "an unreadable row was set aside",
                metadata: [
                    "unit": "\(entry.unit.kind.rawValue)", "id": "\(entry.unit.subject)", "reason": "\(entry.reason)",
                ]
            )
        }
    }
}

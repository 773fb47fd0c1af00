public import Basics
import Logging
import Recurrence
import Storage

/// Notices when the machine's zone files change, or the start of the day is another than it was, and derives the instants
/// of the tasks in the zones concerned again.
///
/// It looks when it begins and then every hour. A step that was interrupted is taken again: the rules that a zone's
/// instants follow from are noted when all of them do.
public struct ZoneWatch<Time: UTCClock>: Sendable {
    /// How long it waits between two looks.
    public static var interval: Swift.Duration { .seconds(3_600) }

    private let context: UpkeepContext<Time>

    /// Makes a watch over the zones that a store's tasks use.
    public init(_ context: UpkeepContext<Time>) {
        self.context = context
    }

    /// Runs until the task is cancelled.
    public func run() async {
        await PeriodicLoop(every: Self.interval, afterFailure: .seconds(60), on: context.clock.steady).run {
            try await look()
        } onFailure: { error in
            context.logger.error("cannot check the time zones of tasks", metadata: ["error": "\(error)"])
        }
    }

    /// Puts every zone in use whose instants may follow from other rules under review, to be called before ``run()`` and
    /// before anything is fired: what is due in such a zone is derived again first, so that nothing goes off early.
    ///
    /// It costs one read and one look at each zone's file, however many tasks there are, and is repeated until it succeeds
    /// or the task is cancelled. Whatever is in other zones, and what has not moved, goes off in time while ``run()`` looks
    /// through the tasks; what has become due earlier is found by then.
    public func begin() async {
        var backoff = Backoff()
        while !Task.isCancelled {
            do {
                for (zone, noted) in try await context.store.read({ try $0.zonesInUse() }) {
                    // One that the machine does not know is told of, and set aside, by the look that follows.
                    guard let current = try? digest(of: zone), noted != current else { continue }
                    try? context.commands.zones.beginReview(of: zone)
                }
                return
            } catch {
                if Task.isCancelled { return }
                context.logger.error("cannot read which time zones tasks use", metadata: ["error": "\(error)"])
                try? await context.clock.steady.wait(for: backoff.fail())
            }
        }
    }

    /// Looks at every zone in use once.
    ///
    /// A zone that the machine does not know is set aside: its tasks stay as they are and go off at the instants that
    /// are stored. When it is there again, what could not be followed for the lack of it is.
    ///
    /// - Throws: What the store as a whole throws; anything else is about one zone, and the others are looked at.
    public func look() async throws {
        for (zone, noted) in try await context.store.read({ try $0.zonesInUse() }).sorted(by: { $0.key < $1.key }) {
            do {
                try await look(at: zone, noted: noted)
                try await takeBack(zone)
            } catch let error where error.isOfUnit {
                context.commands.zones.endReview(of: zone)
                let now = context.clock.now
                context.log.tell(
                    try await context.store.write { transaction in
                        var work = SetAsideTransaction(transaction, now: now)
                        try work.setAside(.zone(zone), reason: error.wordsForUnit)
                        return work.noted
                    })
            }
        }
    }

    private func look(at zone: String, noted: Int64?) async throws {
        let current = try digest(of: zone)
        // Where nothing was noted yet, nobody knows what the instants follow from, nor where a review was broken off.
        guard noted != current || context.commands.zones.isUnderReview(zone) else { return }
        try await review(zone, isNew: noted == nil)
        try await context.store.write { try $0.note(zone: zone, digest: current) }
        context.commands.zones.endReview(of: zone)
    }

    /// A digest of what the instants of a zone's tasks follow from: its file, and the start of the day where that is not
    /// the usual one.
    private func digest(of zone: String) throws -> Int64 {
        let (file, dayStart) = (try context.commands.zones.digestOfFile(zone), context.commands.configuration.dayStart)
        guard dayStart != SchedulerConfiguration.usualDayStart else { return file }
        return Int64(bitPattern: (UInt64(bitPattern: file) ^ UInt64(dayStart + 1)) &* 0x0000_0100_0000_01B3)
    }

    /// Takes a zone back that is there again, and with it the series that were set aside in it.
    private func takeBack(_ zone: String) async throws {
        guard try await context.store.read({ try $0.setAsideEntry(of: .zone(zone)) }) != nil else { return }
        var place: SetAsideUnit?
        repeat {
            let (after, commands, now) = (place, context.commands, context.clock.now)
            place = try await context.store.write { transaction in
                let entries = try transaction.setAside(after: after, limit: ZoneReview.batchSize)
                var work = SetAsideTransaction(transaction, now: now)
                for case .series(of: let task) in entries.map(\.unit) {
                    try work.followAgain(seriesOf: task, inZone: zone, by: commands)
                }
                return entries.last?.unit
            }
        } while place != nil
        try await context.store.write { try $0.takeBack(.zone(zone)) }
        context.logger.notice("a time zone is available again", metadata: ["zone": "\(zone)"])
    }

    private func review(_ zone: String, isNew: Bool) async throws {
        let review = ZoneReview(commands: context.commands, zone: zone, version: context.commands.zones.version)
        try context.commands.zones.beginReview(of: zone)
        var cursor: StoreCursor?
        var moved = 0
        repeat {
            let (after, now) = (cursor, context.clock.now)
            let step = try await context.store.write { try review.step(after: after, in: $0, now: now) }
            context.log.tell(step.setAside)
            moved += step.moved
            cursor = step.next
        } while cursor != nil
        repeat {
            let (after, now) = (cursor, context.clock.now)
            let step = try await context.store.write { try review.stepSeries(after: after, in: $0, now: now) }
            context.log.tell(step.setAside)
            cursor = step.next
        } while cursor != nil
        guard !isNew || moved > 0 else { return }
        context.logger.notice(
            "the rules of a time zone, or the start of the day, changed",
            metadata: ["zone": "\(zone)", "version": "\(review.version ?? "unknown")", "tasks.moved": "\(moved)"]
        )
    }
}

public import Logging
import Recurrence
public import Storage

/// Notices when the machine's zone files change, and derives the instants of the tasks in changed zones anew.
///
/// It looks when it begins and then every hour. A step that was interrupted is taken again: the rules that a zone's
/// instants follow from are noted when all of them do.
public struct ZoneWatch<Time: UTCClock>: Sendable {
    /// How long it waits between two looks.
    public static var interval: Swift.Duration { .seconds(3_600) }

    private let store: any Store
    private let commands: TaskCommands
    private let clock: Time
    private let logger: Logger

    /// Makes a watch over the zones that a store's tasks use.
    public init(store: any Store, commands: TaskCommands, clock: Time, logger: Logger) {
        self.store = store
        self.commands = commands
        self.clock = clock
        self.logger = logger
    }

    /// Runs until the task is cancelled.
    public func run() async {
        while !Task.isCancelled {
            do {
                try await look()
                try await clock.sleep(until: clock.now.advanced(by: Self.interval), tolerance: nil)
            } catch is CancellationError {
                return
            } catch {
                logger.error("the zones of the tasks cannot be looked at", metadata: ["error": "\(error)"])
                try? await clock.sleep(until: clock.now.advanced(by: .seconds(60)), tolerance: nil)
            }
        }
    }

    /// Looks at every zone in use once.
    ///
    /// - Throws: What the store throws; a zone that can no longer be read is logged, and its tasks stay as they are.
    public func look() async throws {
        for (zone, noted) in try await store.read({ try $0.zonesInUse() }).sorted(by: { $0.key < $1.key }) {
            do {
                // Where nothing was noted yet, the instants follow from what is loaded.
                let known = try noted ?? commands.zones.digest(of: zone)
                let current = try commands.zones.digestOfFile(zone)
                if known != current {
                    try await review(zone)
                }
                if noted != current { try await store.write { try $0.note(zone: zone, digest: current) } }
            } catch let error as SchedulerError {
                logger.error("a time zone cannot be read", metadata: ["zone": "\(zone)", "error": "\(error)"])
            }
        }
    }

    private func review(_ zone: String) async throws {
        let review = ZoneReview(commands: commands, zone: zone, version: commands.zones.version)
        try commands.zones.beginReview(of: zone)
        defer { commands.zones.endReview(of: zone) }
        var place: Int64? = 0
        var moved = 0
        while let after = place {
            let now = clock.now
            let step = try await store.write { try review.step(after: after, in: $0, now: now) }
            moved += step.moved
            place = step.next
        }
        logger.notice(
            "the rules of a time zone changed",
            metadata: ["zone": "\(zone)", "version": "\(review.version ?? "unknown")", "tasks.moved": "\(moved)"]
        )
    }
}

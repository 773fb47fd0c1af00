import Basics
import Foundation
import Logging
import Recurrence
import Storage
import StorageSQLite
import StoreConformance
import TestSupport

@testable import Scheduler

/// A store in a folder of its own, a clock that stands still, the commands and the due loop, as the daemon has them.
final class Harness: Sendable {
    let folder: TemporaryFolder
    let clock: TestClock
    let commands: TaskCommands
    let heartbeat: LoopHeartbeat
    private let opened: Locked<SQLiteStore>
    private let course: Locked<DueLoop<TestClock>.LoopState>

    init(
        now: String = "2026-03-01T12:00:00Z",
        zone: String = "Europe/Berlin",
        dayStart: Int = 9 * 3_600,
        catchUp: Swift.Duration = .seconds(86_400),
        batchSize: Int = 1_000,
        catchUpRate: Int? = nil,
        quietHours: String? = nil,
        zones: ZoneDatabase = ZoneDatabase()
    ) throws {
        folder = try TemporaryFolder()
        clock = TestClock(now)
        heartbeat = LoopHeartbeat(startingAt: clock.steady.now)
        opened = Locked(try SQLiteStore(path: folder.emptyStore(named: "tasks.db")))
        commands = TaskCommands(
            zones: zones,
            configuration: SchedulerConfiguration(
                defaultZone: zone,
                dayStart: dayStart,
                catchUpWindow: catchUp,
                batchSize: batchSize,
                catchUpRate: catchUpRate,
                quietHours: quietHours.flatMap { QuietHours($0) }
            )
        )
        course = Locked(
            DueLoop(store: opened.withLock { $0 }, commands: commands, clock: clock, logger: Logger(label: "test"))
                .makeState())
    }

    var store: SQLiteStore { opened.withLock { $0 } }
    /// The store as what is tested uses it.
    var used: any Store { RerunningStore.ifAsked(store) }
    var loop: DueLoop<TestClock> {
        DueLoop(
            store: used, commands: commands, clock: clock, logger: Logger(label: "test"), heartbeat: heartbeat)
    }

    /// Lets the due loop do what is due now.
    ///
    /// - Returns: When the loop would look again; nil for never.
    @discardableResult
    func look() async throws -> UTCInstant? {
        var course = course.withLock { $0 }
        let next = try await loop.fireDue(&course)
        self.course.withLock { [course] in $0 = course }
        return next
    }

    /// Closes the store and opens its file again, as a restart of the daemon does.
    func restart() throws {
        try store.close()
        try reopen()
    }

    /// Opens the file of a store that was closed.
    func reopen() throws {
        let store = try SQLiteStore(path: folder.path("tasks.db"))
        opened.withLock { $0 = store }
        let restarted = loop.makeState()
        course.withLock { $0 = restarted }
    }

    /// The same store and clock under a daemon that was started with other quiet hours; this one is closed.
    func restarted(quietHours: String?) throws -> Harness {
        try store.close()
        return try Harness(in: folder, clock: clock, commands: commands, quietHours: quietHours)
    }

    private init(in folder: TemporaryFolder, clock: TestClock, commands: TaskCommands, quietHours: String?) throws {
        var configuration = commands.configuration
        configuration.quietHours = quietHours.flatMap { QuietHours($0) }
        (self.folder, self.clock) = (folder, clock)
        self.commands = TaskCommands(zones: commands.zones, configuration: configuration)
        heartbeat = LoopHeartbeat(startingAt: clock.steady.now)
        opened = Locked(try SQLiteStore(path: folder.path("tasks.db")))
        course = Locked(
            DueLoop(store: opened.withLock { $0 }, commands: self.commands, clock: clock, logger: Logger(label: "test"))
                .makeState())
    }

    /// Sets the clock to an instant and lets the due loop do what is due then.
    @discardableResult
    func fire(at text: String) async throws -> UTCInstant? {
        clock.set(to: try instant(text))
        return try await look()
    }

    /// Lets the due loop go from one instant of work to the next until `end`; the clock ends there.
    func run(until end: UTCInstant) async throws {
        while let next = try await look(), next <= end { clock.set(to: next) }
        clock.set(to: end)
        _ = try await look()
    }

    func events(_ types: EventType...) async throws -> [LoggedEvent] {
        let events = try await used.read { try $0.events(after: 0, limit: 100_000) }
        return try events.filter { types.isEmpty || types.contains($0.type) }.map(LoggedEvent.init)
    }
}

extension Harness {
    func create(_ draft: TaskDraft) async throws -> TaskItem {
        let (commands, now) = (commands, clock.now)
        return try await used.write { try commands.create(draft, in: $0, now: now) }
    }

    func update(_ id: TaskID, version: Int? = nil, to draft: TaskDraft) async throws -> TaskItem {
        let (commands, now) = (commands, clock.now)
        return try await used.write { try commands.update(id, version: version, to: draft, in: $0, now: now) }
    }

    func complete(_ id: TaskID, version: Int? = nil) async throws -> TaskCommands.Completion {
        let (commands, now) = (commands, clock.now)
        return try await used.write { try commands.complete(id, version: version, in: $0, now: now) }
    }

    func skip(_ id: TaskID, version: Int? = nil) async throws -> TaskCommands.Skip {
        let (commands, now) = (commands, clock.now)
        return try await used.write { try commands.skip(id, version: version, in: $0, now: now) }
    }

    func reopen(_ id: TaskID, version: Int? = nil) async throws -> TaskCommands.Reopening {
        let (commands, now) = (commands, clock.now)
        return try await used.write { try commands.reopen(id, version: version, in: $0, now: now) }
    }

    func delete(_ id: TaskID, version: Int? = nil, scope: EditScope? = nil) async throws {
        let (commands, now) = (commands, clock.now)
        try await used.write { try commands.delete(id, version: version, scope: scope, in: $0, now: now) }
    }

    func snooze(_ id: ReminderID, until: String) async throws -> TaskItem {
        let (commands, now, until) = (commands, clock.now, try instant(until))
        return try await used.write { try commands.snooze(id, until: until, in: $0, now: now) }
    }

    func acknowledge(_ id: ReminderID) async throws -> TaskItem {
        let (commands, now) = (commands, clock.now)
        return try await used.write { try commands.acknowledge(id, in: $0, now: now) }
    }

    func task(_ id: TaskID) async throws -> TaskItem? {
        try await used.read { try $0.task(id) }
    }

    func tasks() async throws -> [TaskItem] {
        try await used.read { try $0.tasks(matching: TaskQuery(limit: 1_000)).items }
    }

    func page(_ query: UpcomingQuery) async throws -> Page<UpcomingItem, UpcomingQuery.Cursor> {
        let (commands, now) = (commands, clock.now)
        return try await used.read { try commands.upcoming(query, in: $0, now: now) }
    }

    func upcoming(_ query: UpcomingQuery) async throws -> [UpcomingItem] {
        try await page(query).items
    }
}

/// An event of the log with its data as a receiver would read it.
struct LoggedEvent {
    let id: EventID
    let type: EventType
    let timestamp: UTCInstant
    let data: JSONValue

    init(_ event: Event) throws {
        (id, type, timestamp) = (event.id, event.type, event.timestamp)
        data = try JSONValue(json: Data(event.data))
    }

    var scheduledAt: String? { data["scheduledAt"]?.string }
    var missedCount: Int? { data["missedCount"]?.integer }
    var title: String? { data["task"]?["title"]?.string }
}

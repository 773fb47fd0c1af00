import Foundation
import Logging
import Recurrence
import Scheduler
import Storage
import StorageSQLite
import TestSupport

/// The engine's half of a history: a store in a folder of its own, the commands, and the due loop, under a clock that
/// stands still.
struct Engine {
    let folder: TemporaryFolder
    let store: SQLiteStore
    let clock: TestClock
    var commands: TaskCommands
    private let loop: DueLoop<TestClock>
    private var course: DueLoop<TestClock>.LoopState
    private let editBatchSize: Int?

    /// An empty store at a moment.
    ///
    /// - Parameters:
    ///   - now: The moment.
    ///   - editBatchSize: How many rows of open occurrences one transaction of a change writes; nil for changes that are
    ///     one transaction each.
    /// - Throws: What keeps the store from being made.
    init(now: UTCInstant, editBatchSize: Int? = nil) throws {
        self.editBatchSize = editBatchSize
        folder = try TemporaryFolder(inMemory: true)
        store = try SQLiteStore(deterministic: folder.emptyStore(named: "tasks.db"))
        clock = TestClock(now)
        var configuration = SchedulerConfiguration(defaultZone: "UTC", dayStart: 9 * 3_600)
        if let editBatchSize { configuration.editBatchSize = editBatchSize }
        commands = TaskCommands(zones: ZoneDatabase(), configuration: configuration)
        loop = DueLoop(store: store, commands: commands, clock: clock, logger: Logger(label: "test"))
        course = loop.makeState()
    }

    /// Carries something out in one transaction, or in as many as its changes of whole series take.
    func write<Value: Sendable>(
        _ body: @escaping @Sendable (any StoreTransaction, TaskCommands, UTCInstant) throws -> Value
    ) async throws -> Value {
        guard editBatchSize == nil else {
            return try await CommandRunner(store: store, commands: commands, clock: clock).run(named: "history") {
                try body($1, $0, $2)
            }
        }
        let (commands, now) = (commands, clock.now)
        return try await store.write { try body($0, commands, now) }
    }

    /// Moves the clock and lets the due loop do what is due then.
    mutating func tick(at instant: UTCInstant) async throws {
        clock.set(to: instant)
        while let next = try await loop.fireDue(&course), next <= instant {}
    }

    /// All that there is of the tasks and series that have names, and of what was split from those series.
    func state(of names: Names) async throws -> EngineState {
        let (commands, now) = (commands, clock.now)
        return try await store.read { try EngineState(of: names, in: $0, commands, now: now) }
    }
}

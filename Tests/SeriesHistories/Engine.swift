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

    /// An empty store at a moment.
    init(now: UTCInstant) throws {
        folder = try TemporaryFolder(inMemory: true)
        let path = folder.path("tasks.db")
        try Self.emptyStore.get().write(to: URL(filePath: path))
        try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: path)
        store = try SQLiteStore(deterministic: path)
        clock = TestClock(now)
        commands = TaskCommands(
            zones: ZoneDatabase(), configuration: SchedulerConfiguration(defaultZone: "UTC", dayStart: 9 * 3_600))
        loop = DueLoop(store: store, commands: commands, clock: clock, logger: Logger(label: "test"))
        course = loop.makeState()
    }

    /// The file of a store without anything in it, which is dearer to make than to copy.
    private static let emptyStore = Result {
        let folder = try TemporaryFolder(inMemory: true)
        try SQLiteStore(deterministic: folder.path("empty.db")).close()
        return try Data(contentsOf: URL(filePath: folder.path("empty.db")))
    }

    /// Carries something out in one transaction.
    func write<Value: Sendable>(
        _ body: @escaping @Sendable (any StoreTransaction, TaskCommands, UTCInstant) throws -> Value
    ) async throws -> Value {
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

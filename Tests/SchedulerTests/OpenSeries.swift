import Basics
import Foundation
import Logging
import Recurrence
import Storage
import StorageSQLite
import StoreConformance
import TestSupport
import Testing

@testable import Scheduler

/// A series of minutes, all of whose occurrences up to a number are open, in a store of its own: a file that is made once
/// and copied, so that two copies differ in nothing but what is done to them.
final class OpenSeries: Sendable {
    /// When the series is made.
    static let begin = "2026-03-01T12:00:00Z"
    /// When the copies go on.
    static let now = "2026-03-02T00:04:00Z"
    static let id = TaskID(UUIDValue(high: 0x0198_c5a0_0000_7000, low: 0x8000_0000_0000_0001))

    let folder: TemporaryFolder
    let clock: TestClock
    let commands: TaskCommands
    private let opened: Locked<SQLiteStore>

    /// A copy of a series.
    ///
    /// - Parameters:
    ///   - made: The file that it is copied from.
    ///   - rows: How many rows of open occurrences one transaction of a change writes.
    /// - Throws: What keeps the file from being copied or opened.
    init(_ made: TemporaryFolder, rows: Int = 500) throws {
        (folder, clock) = (try TemporaryFolder(), TestClock(Self.now))
        let content = try Data(contentsOf: URL(filePath: made.path("tasks.db")))
        opened = Locked(try SQLiteStore(path: folder.store(content, named: "tasks.db")))
        commands = TaskCommands(
            zones: ZoneDatabase(), configuration: SchedulerConfiguration(defaultZone: "UTC", editBatchSize: rows))
    }

    var file: SQLiteStore { opened.withLock { $0 } }
    var store: any Store { RerunningStore.ifAsked(file) }
    var runner: CommandRunner<TestClock> { CommandRunner(store: store, commands: commands, clock: clock) }
    var pendingEdits: PendingEditLoop<TestClock> {
        PendingEditLoop(runner: runner, clock: clock, logger: Logger(label: "test"))
    }

    /// Closes the store and opens its file again, as after a crash: nothing but what was committed is left.
    func restart() throws {
        try file.close()
        let store = try SQLiteStore(path: folder.path("tasks.db"))
        opened.withLock { $0 = store }
    }

    /// Lets the due loop do what is due at an instant.
    func fire(at text: String) async throws {
        clock.set(to: try instant(text))
        let loop = DueLoop(store: store, commands: commands, clock: clock, logger: Logger(label: "test"))
        var course = loop.makeState()
        _ = try await loop.fireDue(&course)
    }

    /// Carries a change out in one transaction, as far as it reaches.
    func leave(_ edit: SeriesEdit) async throws {
        let (commands, now) = (commands.inParts, clock.now)
        try await store.write { try edit.run(commands, $0, now) }
    }

    /// Carries a change out in one transaction, all of it.
    func runWhole(_ edit: SeriesEdit) async throws {
        let (commands, now) = (commands, clock.now)
        try await store.write { try edit.run(commands, $0, now) }
    }

    /// Carries a change out in as many transactions as it takes.
    func run(_ edit: SeriesEdit) async throws {
        try await runner.run(named: "test") { try edit.run($0, $1, $2) }
    }

    /// Carries on once with what is pending.
    ///
    /// - Returns: Whether something is left.
    func carryOnOnce() async throws -> Bool {
        let (commands, now) = (commands, clock.now)
        return try await store.write { transaction in
            guard let series = try transaction.seriesWithPendingEdits(limit: 1).first else { return false }
            return try commands.carryOn(with: series, in: transaction, now: now)
        }
    }

    func pending() async throws -> [SeriesID] {
        try await store.read { try $0.seriesWithPendingEdits(limit: 9) }
    }

    /// The series that the first occurrence belongs to.
    func series() async throws -> Series {
        try await store.read { reader in
            let id = try #require(try reader.seriesID(ofTask: OpenSeries.id))
            return try #require(try reader.series(id))
        }
    }

    /// All that can be seen of the store: series, ledgers, tasks, and what was told, but for when.
    func state() async throws -> OpenSeriesState {
        try await store.read { try OpenSeriesState($0) }
    }
}

/// All that can be seen of a series and of what was split from it.
struct OpenSeriesState: Equatable {
    var series: [Series] = []
    var entries: [[LedgerEntry]] = []
    var tasks: [[TaskItem]] = []
    var events: [String] = []

    init(_ reader: any StoreReader) throws {
        var next = try reader.seriesID(ofTask: OpenSeries.id).map { [$0] } ?? []
        while let id = next.popLast() {
            series.append(try #require(try reader.series(id)))
            let ledger = try reader.entries(of: id, in: nil, from: nil, limit: .max)
            let found = try reader.tasks(ledger.map(\.task))
            entries.append(ledger)
            tasks.append(found.sorted { ($0.occurrence?.number ?? 0) < ($1.occurrence?.number ?? 0) })
            next += try reader.series(splitFrom: id)
        }
        let told = try reader.events(after: 0, limit: 100_000)
        events = told.map { "\($0.type.rawValue) \(String(decoding: $0.data, as: UTF8.self))" }
    }
}

extension OpenSeries {
    /// Twelve occurrences of which some differ.
    ///
    /// The third has a title and reminders of its own, the fifth is done, the
    /// sixth was moved, the seventh has a reminder that went off. The series is paused, and the pause holds reminders.
    static let twelve: Task<TemporaryFolder, any Error> = Task {
        let harness = try await make(count: 12)
        let tasks = try await harness.occurrences(of: try #require(try await harness.task(id)))
        _ = try await harness.update(tasks[2], .this) {
            $0.title = "own"
            $0.reminders.append(try .at("2026-03-02T00:30:00"))
        }
        _ = try await harness.complete(tasks[4].id)
        _ = try await harness.update(tasks[5], .this) { $0.due = try .make("2026-03-09T00:00:00") }
        let series = try #require(tasks[0].occurrence).series
        try await harness.fire(at: "2026-03-02T00:02:00Z")
        let (commands, pausedAt) = (harness.commands, harness.clock.now)
        _ = try await harness.store.write { try commands.pause(PauseDraft(.series(series)), in: $0, now: pausedAt) }
        try await harness.fire(at: OpenSeries.now)
        try harness.store.close()
        return harness.folder
    }

    /// So many that one transaction may not write them, of which none differs.
    static let many: Task<TemporaryFolder, any Error> = Task {
        let harness = try await make(count: manyCount)
        try harness.store.close()
        return harness.folder
    }
    /// 2,100 have more rows than one transaction may write; `TASKD_TEST_OCCURRENCES` asks for more.
    static let manyCount = ProcessInfo.processInfo.environment["TASKD_TEST_OCCURRENCES"].flatMap(Int.init) ?? 2_100

    private static func make(count: Int) async throws -> Harness {
        let harness = try Harness(now: begin, zone: "UTC")
        let first = try await harness.create(
            .make("old", due: "2026-03-02T00:00:00", remind: ["PT0S"], rule: "FREQ=MINUTELY") {
                $0.id = id
                $0.subtasks = [TaskDraft.SubtaskDraft(title: "part")]
            })
        let series = try await harness.series(of: first)
        let (commands, now) = (harness.commands, harness.clock.now)
        for part in stride(from: 1, to: count, by: 1_000) {
            try await harness.store.write { transaction in
                for number in part..<min(count, part + 1_000) {
                    let slot = try #require(series.start.advanced(bySeconds: number * 60))
                    let id = TaskID(series: series.id, recurrenceID: slot, attempt: 0)
                    var task = try #require(series.task(at: slot, id: id, number: number + 1, now: now))
                    try transaction.save(
                        LedgerEntry(recurrenceID: slot, task: id, number: number + 1), of: series.id)
                    try commands.save(&task, in: transaction, now: now)
                }
            }
        }
        return harness
    }
}

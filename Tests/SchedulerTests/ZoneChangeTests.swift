import Basics
import Foundation
import Logging
import Recurrence
import Storage
import StorageSQLite
import TestSupport
import Testing

@testable import Scheduler

/// A machine whose zone files a test can replace: `Test/Town` begins as Berlin.
final class ZoneMachine: Sendable {
    let folder: TemporaryFolder
    let harness: Harness

    init() throws {
        folder = try TemporaryFolder()
        try FileManager.default.createDirectory(
            atPath: folder.path("zones/Test"), withIntermediateDirectories: true)
        harness = try Harness(zone: "UTC", zones: ZoneDatabase(directories: [folder.path("zones")]))
        try install("Europe/Berlin")
    }

    /// Makes `Test/Town` what another zone is.
    func install(_ zone: String) throws {
        let directory = try #require(
            ZoneDatabase.systemDirectories.first { FileManager.default.fileExists(atPath: "\($0)/\(zone)") })
        let data = try #require(FileManager.default.contents(atPath: "\(directory)/\(zone)"))
        try data.write(to: URL(fileURLWithPath: folder.path("zones/Test/Town")))
    }

    func look() async throws {
        try await ZoneWatch(
            UpkeepContext(
                store: harness.store, commands: harness.commands, clock: harness.clock, logger: Logger(label: "test"))
        ).look()
    }
}

@Suite struct ZoneChangeTests {
    private func at(_ time: String) -> String { "2026-03-02T\(time):00Z" }

    @Test func `when the rules of a zone change, what is to come moves and is listed`() async throws {
        let machine = try ZoneMachine()
        let harness = machine.harness
        let task = try await harness.create(.make(due: "2026-03-02T10:00:00", zone: "Test/Town", remind: ["PT0S"]))
        let other = try await harness.create(.make(due: "2026-03-02T10:00:00", zone: "UTC", remind: ["PT0S"]))
        try await machine.look()
        #expect(try await harness.events(.zoneChanged).isEmpty)
        try machine.install("Europe/Helsinki")
        #expect(try await harness.task(task.id)?.dueAt?.description == at("09:00"))
        try await machine.look()
        let moved = try #require(try await harness.task(task.id))
        #expect(moved.dueAt?.description == at("08:00"))
        #expect(moved.reminders[0].nextFireAt?.description == at("08:00"))
        #expect(moved.version == task.version + 1)
        #expect(try await harness.task(other.id) == other)
        let events = try await harness.events(.zoneChanged)
        let list = events.first?.data["moved"]?.array ?? []
        #expect(events.count == 1 && list.map { $0["taskId"]?.string } == [task.id.description])
        #expect(list.first?["dueAt"]?["from"]?.string == at("09:00"))
        #expect(list.first?["dueAt"]?["to"]?.string == at("08:00"))
        #expect(list.first?["reminders"]?.array?.first?["nextFireAt"]?["to"]?.string == at("08:00"))
        try await machine.look()
        #expect(try await harness.events(.zoneChanged).count == 1)
        try await harness.run(until: instant(at("12:00")))
        #expect(try await harness.events(.reminderDue).map(\.scheduledAt) == [at("08:00"), at("10:00")])
    }

    @Test func `a change while the daemon was down is noticed when it is back`() async throws {
        let machine = try ZoneMachine()
        let harness = machine.harness
        _ = try await harness.create(.make(due: "2026-03-02T10:00:00", zone: "Test/Town", remind: ["PT0S"]))
        try await machine.look()
        try machine.install("Europe/London")
        let zones = ZoneDatabase(directories: [machine.folder.path("zones")])
        let commands = TaskCommands(zones: zones, configuration: harness.commands.configuration)
        let watch = ZoneWatch(
            UpkeepContext(store: harness.store, commands: commands, clock: harness.clock, logger: Logger(label: "test"))
        )
        try await watch.look()
        #expect(try await harness.tasks().map(\.dueAt?.description) == [at("10:00")])
        #expect(try await harness.events(.zoneChanged).count == 1)
    }

    @Test func `before anything is looked through, nothing goes off by rules of before`() async throws {
        let machine = try ZoneMachine()
        let (harness, clock) = (machine.harness, machine.harness.clock)
        let task = try await harness.create(
            .make(due: "2026-03-02T10:00:00", zone: "Test/Town", remind: ["PT0S"]))
        _ = try await harness.create(.make(due: "2026-03-02T09:00:00", zone: "UTC", remind: ["PT0S"]))
        try await machine.look()
        try machine.install("Europe/London")
        let watch = ZoneWatch(
            UpkeepContext(
                store: UnreadableStore(base: harness.store, failures: 2), commands: harness.commands, clock: clock,
                logger: Logger(label: "test")))
        let begin = Task { await watch.begin() }
        for pause in [1, 2] {
            await clock.waitForSteadySleeper(until: clock.steady.now.advanced(by: .seconds(pause)))
            #expect(!harness.commands.zones.isAnyUnderReview)
            clock.advanceSteady(by: .seconds(pause))
        }
        await begin.value
        // No task was looked at.
        #expect(try await harness.task(task.id) == task)
        try await harness.fire(at: at("09:00"))
        #expect(try await harness.events(.reminderDue).map(\.data["task"]?["timeZone"]?.string) == ["UTC"])
        #expect(try await harness.task(task.id)?.dueAt?.description == at("10:00"))
        try await machine.look()
        #expect(!harness.commands.zones.isAnyUnderReview)
        try await harness.run(until: instant(at("12:00")))
        #expect(try await harness.events(.reminderDue).map(\.scheduledAt) == [at("09:00"), at("10:00")])
    }

    @Test func `a zone stays under review until all of its tasks were looked at`() async throws {
        let machine = try ZoneMachine()
        let harness = machine.harness
        _ = try await harness.create(.make(due: "2026-03-02T10:00:00", zone: "Test/Town", remind: ["PT0S"]))
        try await machine.look()
        try machine.install("Europe/London")
        let watch = ZoneWatch(
            UpkeepContext(
                store: UnwritableStore(base: harness.store), commands: harness.commands, clock: harness.clock,
                logger: Logger(label: "test")))
        await #expect(throws: StoreError.self) { try await watch.look() }
        #expect(harness.commands.zones.isUnderReview("Test/Town"))
        // As it was before the look.
        try machine.install("Europe/Berlin")
        try await machine.look()
        #expect(!harness.commands.zones.isUnderReview("Test/Town"))
        let task = try await harness.create(.make(due: "2026-03-02T10:00:00", zone: "Test/Town"))
        #expect(task.dueAt?.description == at("09:00"))
    }

    @Test(arguments: ["fired", "snoozed", "repeating", "acknowledged", "overdue"])
    func `what has happened stays, and nothing goes off or is told twice`(_ what: String) async throws {
        let machine = try ZoneMachine()
        let harness = machine.harness
        let every = what == "repeating" ? "PT30M" : nil
        let task = try await harness.create(
            .make(due: "2026-03-02T10:00:00", zone: "Test/Town") { $0.reminders = [try .make("PT0S", every: every)] })
        try await machine.look()
        try await harness.fire(at: at("09:00"))
        if what == "snoozed" { _ = try await harness.snooze(task.reminders[0].id, until: at("09:45")) }
        if what == "acknowledged" { _ = try await harness.acknowledge(task.reminders[0].id) }
        let before = try #require(try await harness.task(task.id)).reminders[0]
        try machine.install("Europe/London")
        try await machine.look()
        let after = try #require(try await harness.task(task.id))
        #expect(after.dueAt?.description == at("10:00"))
        #expect(after.reminders[0].nextFireAt == before.nextFireAt && after.reminders[0].state == before.state)
        try await harness.run(until: instant(at("12:00")))
        let extra = what == "snoozed" ? [at("09:45")] : what == "repeating" ? [at("09:30")] : []
        #expect(try await harness.events(.reminderDue).map(\.scheduledAt) == [at("09:00")] + extra)
        #expect(try await harness.events(.taskOverdue).count == 1)
    }

    @Test func `while the tasks of a zone are looked at, none of them goes off early`() async throws {
        let machine = try ZoneMachine()
        let harness = machine.harness
        _ = try await harness.create(.make(due: "2026-03-02T10:00:00", zone: "Test/Town", remind: ["PT0S"]))
        try await machine.look()
        try machine.install("Europe/London")
        try harness.commands.zones.beginReview(of: "Test/Town")
        try await harness.fire(at: at("09:00"))
        #expect(try await harness.events(.reminderDue).isEmpty)
        #expect(try await harness.events(.zoneChanged).count == 1)
        try await machine.look()
        try await harness.run(until: instant(at("12:00")))
        #expect(try await harness.events(.reminderDue).map(\.scheduledAt) == [at("10:00")])
    }

    @Test func `many tasks are derived anew in pieces, and those of a series with their projections`() async throws {
        let machine = try ZoneMachine()
        let harness = machine.harness
        for number in 0..<(2 * ZoneReview.batchSize + 5) {
            _ = try await harness.create(.make("\(number)", due: "2026-03-02T10:00:00", zone: "Test/Town"))
        }
        let series = try await harness.create(
            .make(due: "2026-03-02T10:00:00", zone: "Test/Town", remind: ["PT0S"], rule: "FREQ=DAILY"))
        try await machine.look()
        try machine.install("Europe/Helsinki")
        try await machine.look()
        let counts = try await harness.events(.zoneChanged).map { $0.data["moved"]?.array?.count }
        #expect(counts == [100, 100, 6])
        let dues = Set(try await harness.tasks().map(\.dueAt?.description))
        #expect(dues == [at("08:00")])
        #expect(try await harness.series(of: series).projectedAt?.description == "2026-03-03T08:00:00Z")
    }

    @Test func `a zone that is there no more leaves its tasks as they are`() async throws {
        let machine = try ZoneMachine()
        let task = try await machine.harness.create(.make(due: "2026-03-02T10:00:00", zone: "Test/Town"))
        try await machine.look()
        try FileManager.default.removeItem(atPath: machine.folder.path("zones/Test/Town"))
        try await machine.look()
        #expect(try await machine.harness.task(task.id) == task)
    }

    @Test func `another start of the day moves what is stored, and what is not of days stays`() async throws {
        let harness = try Harness(zone: "Europe/Berlin")
        let day = try await harness.create(.make("day", due: "2026-03-02", remind: ["PT0S"]))
        let time = try await harness.create(.make("time", due: "2026-03-02T10:00:00", remind: ["PT0S"]))
        let utc = try await harness.create(.make("utc", due: "2026-03-02", zone: "UTC", remind: ["-PT1H"]))
        let series = try await harness.create(.make("series", due: "2026-03-02", remind: ["PT0S"], rule: "FREQ=DAILY"))
        func look(_ dayStart: Int) async throws {
            var configuration = harness.commands.configuration
            configuration.dayStart = dayStart
            let commands = TaskCommands(zones: ZoneDatabase(), configuration: configuration)
            try await ZoneWatch(
                UpkeepContext(
                    store: harness.store, commands: commands, clock: harness.clock, logger: Logger(label: "test"))
            ).look()
        }
        // No zone was looked at yet, and the daemon starts with seven o'clock.
        try await look(7 * 3_600)
        #expect(try await harness.task(day.id)?.reminders[0].nextFireAt?.description == at("06:00"))
        #expect(try await harness.task(utc.id)?.reminders[0].nextFireAt?.description == at("06:00"))
        #expect(try await harness.task(time.id) == time)
        #expect(try await harness.series(of: series).projectedAt?.description == "2026-03-03T06:00:00Z")
        let told = try await harness.events(.zoneChanged)
        #expect(
            told.flatMap { $0.data["moved"]?.array ?? [] }.compactMap { $0["title"]?.string }.sorted()
                == ["day", "series", "utc"])
        // The same again is nothing, midnight another change, and back at nine all is as it was.
        try await look(7 * 3_600)
        #expect(try await harness.events(.zoneChanged).count == told.count)
        try await look(0)
        #expect(try await harness.task(day.id)?.reminders[0].nextFireAt?.description == "2026-03-01T23:00:00Z")
        try await look(9 * 3_600)
        #expect(try await harness.task(day.id)?.reminders[0].nextFireAt == day.reminders[0].nextFireAt)
    }

    @Test func `a store that was looked at with the usual start of the day is not looked through again`() async throws {
        let machine = try ZoneMachine()
        _ = try await machine.harness.create(.make(due: "2026-03-02", zone: "Test/Town", remind: ["PT0S"]))
        try await machine.look()
        let noted = try await machine.harness.store.read { try $0.zonesInUse() }
        let digest = try machine.harness.commands.zones.digestOfFile("Test/Town")
        #expect(noted["Test/Town"] == .some(.some(digest)))
    }
}

/// A store whose first reads fail.
private struct UnreadableStore: WrappingStore {
    let base: any Store
    private let failuresLeft: Locked<Int>

    init(base: any Store, failures: Int) {
        (self.base, failuresLeft) = (base, Locked(failures))
    }

    func read<Value: Sendable>(_ body: @escaping @Sendable (any StoreReader) throws -> Value) async throws -> Value {
        let isToFail = failuresLeft.withLock { left in
            defer { left -= 1 }
            return left > 0
        }
        if isToFail { throw StoreError(.unreadable, "the disk does not answer") }
        return try await base.read(body)
    }

    func write<Value: Sendable>(
        named name: String, _ body: @escaping @Sendable (any StoreTransaction) throws -> Value
    ) async throws -> Value {
        try await base.write(named: name, body)
    }
}

/// A store that cannot be written to.
private struct UnwritableStore: WrappingStore {
    let base: any Store

    func write<Value: Sendable>(
        named name: String, _ body: @escaping @Sendable (any StoreTransaction) throws -> Value
    ) async throws -> Value {
        throw StoreError(.unavailable, "the disk is full")
    }
}

import Basics
import GRDB
import Logging
import Recurrence
import Storage
import StorageSQLite
import TestSupport
import Testing

@testable import Scheduler

@Suite struct RetentionTests {
    private static let (tasks, reminders, days) = (4, 3, 60)

    private let harness: Harness

    /// Daily tasks that appear by themselves, and a webhook.
    init() async throws {
        harness = try Harness(now: "2026-03-01T00:00:00Z", zone: "UTC")
        try await harness.store.write { try $0.save(.webhook(1)) }
        for number in 1...Self.tasks {
            let offsets = (1...Self.reminders).map { "-PT\($0)M" }
            _ = try await harness.create(
                .make("task \(number)", due: "2026-03-01T12:00:00", remind: offsets, rule: "FREQ=DAILY") { draft in
                    draft.recurrence?.respawn = .schedule
                })
        }
    }

    private func policy(_ days: Int) -> RetentionPolicy {
        var policy = RetentionPolicy()
        let limit = RetentionLimit(age: .seconds(days * 86_400))
        (policy.events, policy.deliveries, policy.firings) = (limit, limit, limit)
        return policy
    }

    /// Runs a day: what is due fires, and its deliveries are taken but for those of some events.
    private func runDay(_ policy: RetentionPolicy, leaving isLeft: @escaping @Sendable (Int64) -> Bool = { _ in false })
        async throws -> RetentionReport
    {
        try await harness.run(until: harness.clock.now.advanced(by: .seconds(86_400)))
        let now = harness.clock.now
        try await harness.store.write { transaction in
            let claims = try transaction.claimDeliveries(
                of: .numbered(1), dueAt: now, leaseUntil: now.advanced(by: .seconds(1)), limit: 10_000)
            let results = claims.map { claim in
                DeliveryResult(
                    delivery: claim.id, attempt: .fixture(claim.attemptsMade + 1),
                    verdict: isLeft(claim.event.sequence) ? .retry(at: now.advanced(by: .seconds(5))) : .delivered)
            }
            try transaction.record(results)
        }
        return try await loop(policy).pass()
    }

    private func loop(_ policy: RetentionPolicy) -> RetentionLoop<TestClock> {
        RetentionLoop(store: harness.store, policy: policy, clock: harness.clock, logger: Logger(label: "test"))
    }

    @Test func `while reminders are due, removing waits without taking the writer`() async throws {
        let (holds, waits) = (Locked(0), Locked(0))
        let watch = WriterWatch {
            .zero
        } held: { _, _ in
            holds.withLock { $0 += 1 }
        } committed: { _ in
        }
        let store = try SQLiteStore(path: harness.folder.path("due.db"), watch: watch)
        let task = TaskItem.fixture(1) { $0.reminders = [.fixture(7, firesAt: .noon)] }
        try await store.write { try $0.save(task) }
        holds.withLock { $0 = 0 }
        let clock = TestClock(.noon(plus: 60))
        let loop = RetentionLoop(store: store, policy: policy(3), clock: clock, logger: Logger(label: "test"))
        try await loop.pass { _ in waits.withLock { $0 += 1 } }
        // Each step gives way 25 times, and is followed by a pause.
        let steps = holds.withLock { $0 }
        #expect(steps >= RetentionReport.Part.allCases.count - 1)
        #expect(waits.withLock { $0 } == steps * 26)
        try store.close()
    }

    private func count(_ table: String) throws -> Int {
        let queue = try DatabaseQueue(path: harness.store.path)
        return try queue.read { try Int.fetchOne($0, sql: "SELECT count(*) FROM \(table)") } ?? 0
    }

    @Test func `after many days the rows are what the policy says, and the tasks are all there`() async throws {
        let policy = policy(10)
        for _ in 1...Self.days { _ = try await runDay(policy) }
        let perDay = Self.tasks * Self.reminders
        let eventsPerDay = perDay + 2 * Self.tasks
        #expect((perDay * 9...perDay * 11).contains(try count("firing")))
        #expect((eventsPerDay * 9...eventsPerDay * 11).contains(try count("event")))
        #expect(try count("delivery") == count("event"))
        #expect(try count("attempt") == count("event"))
        #expect(try count("task") >= Self.tasks * Self.days)
        let (last, floor) = try await harness.store.read { (try $0.lastEventSequence(), try $0.trimmedSequence()) }
        let kept = try await harness.store.read { try $0.events(after: floor, limit: 10_000).map(\.sequence) }
        #expect(kept == Array(floor + 1...last))
        #expect(last >= Int64(eventsPerDay * (Self.days - 1)))
    }

    @Test func `a delivery that waits keeps its event and nothing else, until it is done with`() async throws {
        let policy = policy(5)
        for _ in 1...20 { _ = try await runDay(policy) { $0 == 3 } }
        let old = try await harness.store.read { try $0.events(after: 0, limit: 1).map(\.sequence) }
        #expect(old == [3])
        #expect(try await harness.store.read { try $0.trimmedSequence() } > 100)
        _ = try await runDay(policy)
        let left = try await harness.store.read { try $0.events(after: 0, limit: 1).map(\.sequence) }
        #expect(left != [3])
    }

    @Test func `what is kept by count is the latest`() async throws {
        var policy = RetentionPolicy()
        policy.events = RetentionLimit(count: 50)
        policy.deliveries = RetentionLimit(count: 20)
        policy.firings = RetentionLimit(count: 30)
        for _ in 1...20 { _ = try await runDay(policy) }
        #expect(try count("event") == 50)
        #expect(try count("delivery") == 20)
        #expect((1...30).contains(try count("firing")))
    }

    @Test func `nothing is removed where all is kept`() async throws {
        var policy = RetentionPolicy()
        (policy.events, policy.deliveries, policy.firings) = (.forever, .forever, .forever)
        for _ in 1...5 { #expect(try await runDay(policy).isEmpty) }
    }

    @Test func `a firing that was removed is not made again`() async throws {
        let task = try #require(try await harness.tasks().first)
        for _ in 1...20 { _ = try await runDay(policy(5)) }
        let events = try await harness.events(.reminderDue, .reminderMissed).count
        // Moved away and back, its reminders have old times again.
        var draft = try #require(try await harness.task(task.id)).draft
        draft.due = try .make("2026-03-01T11:00:00")
        _ = try await harness.update(task.id, to: draft)
        try await harness.look()
        draft.due = try .make("2026-03-01T12:00:00")
        _ = try await harness.update(task.id, to: draft)
        try await harness.look()
        let more = try await harness.events(.reminderDue, .reminderMissed).dropFirst(events)
        #expect(!more.contains { $0.scheduledAt?.hasPrefix("2026-03-01T11:5") == true })
    }
}

@Suite struct RestoredStoreTests {
    @Test func `what is past when a store is restored is reported, and what is to come goes off`() async throws {
        let harness = try Harness(now: "2026-03-01T12:00:00Z", zone: "UTC")
        _ = try await harness.create(.make("past", due: "2026-03-01T13:00:00", remind: ["PT0S"]))
        _ = try await harness.create(.make("to come", due: "2026-03-01T15:00:00", remind: ["PT0S"]))
        _ = try await harness.create(
            .make("daily", due: "2026-02-28T12:30:00", remind: ["PT0S"], rule: "FREQ=DAILY") { draft in
                draft.recurrence?.respawn = .schedule
            })
        let (backup, path) = (harness.folder.path("backup.db"), harness.folder.path("restored.db"))
        _ = try StoreBackup.write(storeAt: harness.store.path, to: backup)
        harness.clock.set(to: try instant("2026-03-01T14:00:00Z"))
        _ = try StoreRestore(backup: backup, path: path, stateFolder: nil)
            .run(at: harness.clock.now, settingAsideAs: nil)
        let store = try SQLiteStore(path: path)
        let loop = DueLoop(
            store: store, commands: harness.commands, clock: harness.clock, logger: Logger(label: "test"))
        var course = loop.makeState()
        let before = try await store.read { try $0.lastEventSequence() }
        _ = try await loop.fireDue(&course)
        // Set since, it is nobody's but ours.
        let (commands, now) = (harness.commands, harness.clock.now)
        let late = try TaskDraft.make("set late", due: "2026-03-01T13:30:00", remind: ["PT0S"])
        harness.clock.advance(by: .seconds(60))
        let later = harness.clock.now
        #expect(later > now)
        _ = try await store.write { try commands.create(late, in: $0, now: later) }
        _ = try await loop.fireDue(&course)
        harness.clock.set(to: try instant("2026-03-01T15:00:00Z"))
        _ = try await loop.fireDue(&course)
        let events = try await store.read { try $0.events(after: before, limit: 100) }.map(LoggedEvent.init)
        let missed = events.filter { $0.type == .reminderMissed }
        #expect(missed.compactMap(\.title).sorted() == ["daily", "daily", "past"])
        #expect(missed.allSatisfy { $0.data["lateReason"]?.string == "restored" })
        #expect(events.filter { $0.type == .reminderDue }.compactMap(\.title) == ["set late", "to come"])
        try store.close()
    }
}

@Suite struct TaskInspectionTests {
    @Test(arguments: [
        ("UPDATE task SET due_at = due_at + 1000", "dueAt"),
        ("UPDATE task SET overdue_at = NULL", "overdueAt"),
        ("UPDATE reminder SET scheduled_at = scheduled_at - 60000", "scheduledAt"),
        ("UPDATE reminder SET next_fire_at = NULL", "is waiting, but has no time"),
        ("UPDATE reminder SET state = 5", "is cancelled, but has a time"),
        ("UPDATE series SET projected_at = projected_at + 5000", "projectedAt"),
        ("UPDATE occurrence SET state = 1", "the next one was not created"),
    ])
    func `what does not follow is found`(sql: String, words: String) async throws {
        let harness = try Harness(zone: "UTC")
        let task = try await harness.create(
            .make(due: "2026-03-05T12:00:00", remind: ["-PT1H"], rule: "FREQ=DAILY"))
        let inspection = TaskInspection(commands: harness.commands, now: harness.clock.now)
        func faults() async throws -> [String] {
            try await harness.store.read { reader in
                guard let task = try reader.task(task.id), let place = task.occurrence,
                    let series = try reader.series(place.series)
                else { return [] }
                return try (inspection.faults(of: task, in: reader) + inspection.faults(of: series, in: reader))
                    .map(\.detail)
            }
        }
        #expect(try await faults() == [])
        let queue = try DatabaseQueue(path: harness.store.path)
        try await queue.write { try $0.execute(sql: sql) }
        #expect(try await faults().contains { $0.contains(words) })
    }

    @Test func `what followed when a task was closed is no fault until it is opened again`() async throws {
        let harness = try Harness(zone: "UTC")
        let task = try await harness.create(.make(due: "2026-03-05", remind: ["PT0S"]))
        var configuration = harness.commands.configuration
        configuration.dayStart = 8 * 3_600
        let later = TaskCommands(zones: harness.commands.zones, configuration: configuration)
        let inspection = TaskInspection(commands: later, now: harness.clock.now)
        func faults() async throws -> [String] {
            try await harness.store.read { reader in
                try reader.task(task.id).map { try inspection.faults(of: $0, in: reader).map(\.detail) } ?? ["gone"]
            }
        }
        #expect(try await faults().count == 1)
        _ = try await harness.complete(task.id)
        #expect(try await faults() == [])
        let now = harness.clock.now
        let opened = try await harness.store.write { try later.reopen(task.id, version: nil, in: $0, now: now) }
        #expect(opened.reopened.reminders[0].nextFireAt?.description == "2026-03-05T08:00:00Z")
        #expect(try await faults() == [])
    }

    @Test func `what is set aside is in no state that cannot be`() async throws {
        let harness = try Harness(zone: "UTC")
        let task = try await harness.create(
            .make(due: "2026-03-05T12:00:00", remind: ["-PT1H"], rule: "FREQ=DAILY"))
        let now = harness.clock.now
        try await harness.store.write { transaction in
            try transaction.setAside(.reminder(task.reminders[0].id, of: task.id), reason: "no", at: now)
            try transaction.setAside(.series(of: task.id), reason: "no", at: now)
        }
        let inspection = TaskInspection(commands: harness.commands, now: now)
        let faults = try await harness.store.read { reader in
            try reader.task(task.id).map { try inspection.faults(of: $0, in: reader).map(\.detail) }
        }
        #expect(faults == [])
    }
}

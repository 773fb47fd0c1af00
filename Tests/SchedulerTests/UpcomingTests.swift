import Recurrence
import Storage
import TestSupport
import Testing

@testable import Scheduler

@Suite struct UpcomingTests {
    private func query(
        _ from: String, until: String? = nil, tag: String? = nil, limit: Int = 100
    ) throws -> UpcomingQuery {
        UpcomingQuery(from: try instant(from), until: try until.map(instant), tag: tag, limit: limit)
    }

    @Test func `planned and projected firings are merged in time order`() async throws {
        let harness = try Harness(zone: "UTC")
        _ = try await harness.create(.make("daily", due: "2026-03-02T10:00:00", remind: ["PT0S"], rule: "FREQ=DAILY"))
        _ = try await harness.create(.make("once", due: "2026-03-03T10:30:00", remind: ["PT0S", "-PT1H"]))
        let items = try await harness.upcoming(query("2026-03-01T12:00:00Z", limit: 5))
        #expect(items.map(\.title) == ["daily", "once", "daily", "once", "daily"])
        #expect(items.map(\.isProjected) == [false, false, true, false, true])
        #expect(
            items.map { $0.fireAt.description.dropFirst(8).prefix(8) } == [
                "02T10:00", "03T09:30", "03T10:00", "03T10:30", "04T10:00",
            ])
        #expect(items.map(\.occurrence) == [1, nil, 2, nil, 3])
        #expect(items[2].due?.description == "2026-03-03T10:00:00")
    }

    @Test func `series are read only for a page that reaches their first projected firing`() async throws {
        let harness = try Harness(zone: "UTC")
        _ = try await harness.create(.make("daily", due: "2026-03-02T10:00:00", remind: ["PT0S"], rule: "FREQ=DAILY"))
        let (query, commands) = (try query("2026-03-01T12:00:00Z"), harness.commands)
        let (before, first) = (try instant("2026-03-03T09:59:59.999Z"), try instant("2026-03-03T10:00:00Z"))
        let store: any Store = harness.store
        let (may, next) = try await store.read { reader in
            var items = ProjectedItems(query: query, reader: reader, commands: commands)
            var may = try [before, first].map { try items.mayHaveOne(until: $0) }
            let next = try items.next()?.item.fireAt
            may.append(try items.mayHaveOne(until: first))
            return (may, next)
        }
        #expect(may == [false, true, false])
        #expect(next == first)
    }

    @Test(arguments: [
        ("2026-03-02T10:00:00Z", "2026-03-02T10:00:00Z", 0), ("2026-03-02T10:00:00Z", "2026-03-02T10:00:00.001Z", 1),
        ("2026-03-02T10:00:00.001Z", "2026-03-03T10:00:00Z", 0), ("2026-03-02T00:00:00Z", "2026-03-12T00:00:00Z", 10),
        ("2026-03-05T10:00:00Z", "2026-03-05T11:00:00Z", 1), ("2096-03-02T00:00:00Z", "2096-03-12T00:00:00Z", 10),
        ("2026-03-10T00:00:00Z", "2026-03-02T00:00:00Z", 0),
    ])
    func `a window holds what fires from its start on and before its end`(
        _ from: String, _ until: String, _ count: Int
    ) async throws {
        let harness = try Harness(zone: "UTC")
        _ = try await harness.create(.make(due: "2026-03-02T10:00:00", remind: ["PT0S"], rule: "FREQ=DAILY"))
        let items = try await harness.upcoming(query(from, until: until))
        #expect(items.count == count)
        let (from, until) = (try instant(from), try instant(until))
        #expect(items.allSatisfy { $0.fireAt >= from && $0.fireAt < until })
    }

    @Test(arguments: [(365, 366), (366, 367), (367, nil), (3_000, nil)])
    func `a projected occurrence has its number for a year of days ahead, and none beyond`(
        _ days: Int, _ number: Int?
    ) async throws {
        let harness = try Harness(zone: "UTC")
        _ = try await harness.create(.make(due: "2026-03-02T10:00:00", remind: ["PT0S"], rule: "FREQ=DAILY"))
        let from = try instant("2026-03-02T10:00:00Z").advanced(by: .seconds(days * 86_400))
        let items = try await harness.upcoming(UpcomingQuery(from: from, limit: 3))
        #expect(
            items.map(\.occurrence) == (0..<3).map { ahead in number.flatMap { $0 + ahead <= 367 ? $0 + ahead : nil } })
    }

    @Test func `a far window of a dense rule is found by skipping`() async throws {
        let harness = try Harness(zone: "UTC")
        _ = try await harness.create(
            .make(due: "2026-03-02T10:00:00", remind: ["-PT10S"], rule: "FREQ=SECONDLY;INTERVAL=90"))
        let items = try await harness.upcoming(query("2126-03-02T00:00:00Z", limit: 10))
        #expect(items.count == 10)
        let steps = zip(items, items.dropFirst()).map { $0.fireAt.duration(to: $1.fireAt) }
        #expect(steps.allSatisfy { $0 == .seconds(90) })
        #expect(try instant("2126-03-02T00:00:00Z").duration(to: items[0].fireAt) < .seconds(90))
    }

    @Test func `a tag narrows both sides`() async throws {
        let harness = try Harness(zone: "UTC")
        for tag in ["home", "work"] {
            _ = try await harness.create(
                .make(tag, due: "2026-03-02T10:00:00", remind: ["PT0S"], rule: "FREQ=DAILY;COUNT=3") { $0.tags = [tag] }
            )
        }
        let items = try await harness.upcoming(query("2026-03-01T12:00:00Z", tag: "home"))
        #expect(items.map(\.title) == ["home", "home", "home"])
    }

    @Test func `a series that counts from completion has no projection`() async throws {
        let harness = try Harness(zone: "UTC")
        _ = try await harness.create(
            .make(due: "2026-03-02T10:00:00", remind: ["PT0S"], rule: "FREQ=DAILY") {
                $0.recurrence?.anchor = .completion
            })
        #expect(try await harness.upcoming(query("2026-03-01T12:00:00Z")).map(\.isProjected) == [false])
    }

    @Test func `projected ids are those that the tasks are given when each is completed on time`() async throws {
        let harness = try Harness()
        var task = try await harness.create(
            .make(due: "2026-03-27T10:00:00", remind: ["-PT1H", "-P1D", "PT0S"], rule: "FREQ=DAILY") { draft in
                draft.reminders.append(try .at("2026-03-26T20:00:00"))
            })
        let foreseen = try await harness.upcoming(
            query("2026-03-01T12:00:00Z", until: "2026-04-02T00:00:00Z", limit: 1_000))
        #expect(foreseen.count { $0.isProjected } >= 20)
        var made: Set<FiringID> = []
        while let dueAt = task.dueAt, dueAt < (try instant("2026-04-03T00:00:00Z")) {
            for reminder in task.reminders {
                made.insert(FiringID(reminder: reminder.id, scheduledAt: try #require(reminder.scheduledAt)))
                for item in foreseen where item.reminderID == reminder.id {
                    #expect(
                        item.taskID == task.id && item.fireAt == reminder.scheduledAt && item.due == task.due?.civil)
                    #expect(item.occurrence == task.occurrence?.number)
                    #expect(item.firingID.uuid == version5(reminder.id.uuid, item.fireAt.description))
                }
            }
            task = try #require(try await harness.complete(task.id).next)
        }
        #expect(made.isSuperset(of: foreseen.map(\.firingID)))
    }
}

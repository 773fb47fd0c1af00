import Recurrence
import Storage
import TestSupport
import Testing

@testable import Scheduler

/// A series, and the recurrence ids of its tasks when each is completed a while before it is due.
struct RuleWalk: CustomTestStringConvertible {
    let name: String
    var due: String
    var zone = "Europe/Berlin"
    var recurrence: TaskRecurrence
    let starts: [String]
    var isEnd = false

    init(
        _ name: String, from due: String, _ rules: String..., plus dates: [String] = [],
        minus exceptions: [String] = [],
        isEnd: Bool = false, starts: String
    ) {
        (self.name, self.due, self.isEnd) = (name, due, isEnd)
        recurrence = TaskRecurrence(rules: rules, dates: dates, exceptionDates: exceptions)
        self.starts = starts.split(separator: " ").map(String.init)
    }

    var testDescription: String { name }

    static let all = [
        RuleWalk(
            "daily over the gap", from: "2026-03-28T02:30:00", "FREQ=DAILY",
            starts: "2026-03-28T02:30:00 2026-03-29T02:30:00 2026-03-30T02:30:00"),
        RuleWalk(
            "the last Friday", from: "2026-03-27T17:00:00", "FREQ=MONTHLY;BYDAY=-1FR",
            starts:
                "2026-03-27T17:00:00 2026-04-24T17:00:00 2026-05-29T17:00:00 2026-06-26T17:00:00 2026-07-31T17:00:00"),
        RuleWalk(
            "every 90 seconds", from: "2026-03-27T17:00:00", "FREQ=SECONDLY;INTERVAL=90",
            starts: "2026-03-27T17:00:00 2026-03-27T17:01:30 2026-03-27T17:03:00 2026-03-27T17:04:30"),
        RuleWalk(
            "COUNT", from: "2026-03-27T17:00:00", "FREQ=WEEKLY;COUNT=3", isEnd: true,
            starts: "2026-03-27T17:00:00 2026-04-03T17:00:00 2026-04-10T17:00:00"),
        RuleWalk(
            "UNTIL", from: "2026-03-27T17:00:00", "FREQ=DAILY;UNTIL=20260329T150000Z", isEnd: true,
            starts: "2026-03-27T17:00:00 2026-03-28T17:00:00 2026-03-29T17:00:00"),
        RuleWalk(
            "EXDATE", from: "2026-03-27T17:00:00", "FREQ=DAILY", minus: ["20260328T170000", "20260330T170000"],
            starts: "2026-03-27T17:00:00 2026-03-29T17:00:00 2026-03-31T17:00:00"),
        RuleWalk(
            "RDATE", from: "2026-03-27T17:00:00", "FREQ=WEEKLY", plus: ["20260330T080000"],
            starts: "2026-03-27T17:00:00 2026-03-30T08:00:00 2026-04-03T17:00:00"),
        RuleWalk(
            "RDATE alone", from: "2026-03-27T17:00:00", plus: ["20260330T080000", "20260501T080000"], isEnd: true,
            starts: "2026-03-27T17:00:00 2026-03-30T08:00:00 2026-05-01T08:00:00"),
        RuleWalk(
            "dates", from: "2026-03-27", "FREQ=DAILY;INTERVAL=2", starts: "2026-03-27 2026-03-29 2026-03-31 2026-04-02"),
        RuleWalk(
            "the 31st", from: "2026-03-31", "FREQ=MONTHLY",
            starts: "2026-03-31 2026-05-31 2026-07-31 2026-08-31 2026-10-31"),
        RuleWalk("leap day", from: "2028-02-29", "FREQ=YEARLY", starts: "2028-02-29 2032-02-29 2036-02-29"),
        RuleWalk(
            "two rules", from: "2026-03-02T09:00:00", "FREQ=WEEKLY;BYDAY=MO", "FREQ=MONTHLY;BYMONTHDAY=4",
            starts: "2026-03-02T09:00:00 2026-03-04T09:00:00 2026-03-09T09:00:00"),
    ]
}

@Suite struct RespawnRuleTests {
    @Test(arguments: RuleWalk.all)
    func `completing each task walks through the rule, and ids follow from the starts`(_ series: RuleWalk) async throws
    {
        let harness = try Harness()
        var draft = try TaskDraft.make(due: series.due, remind: ["PT0S"])
        draft.recurrence = series.recurrence
        var task: TaskItem? = try await harness.create(draft)
        let place = try #require(task?.occurrence)
        for (number, start) in series.starts.enumerated() {
            let there = try #require(task)
            #expect(there.occurrence?.recurrenceID.description == start)
            #expect(there.occurrence?.number == number + 1)
            #expect(there.occurrence?.series == place.series)
            #expect(there.due?.civil.description == start)
            if number > 0 { #expect(there.id.uuid == version5(place.series.uuid, start)) }
            harness.clock.set(to: try #require(there.dueAt).advanced(by: .seconds(-1)))
            task = try await harness.complete(there.id).next
        }
        #expect((task == nil) == series.isEnd)
    }

    @Test func `the 31st stays the 31st over two years, wherever single tasks are moved`() async throws {
        let harness = try Harness(now: "2026-01-30T12:00:00Z")
        var task = try await harness.create(.make(due: "2026-01-31T10:00:00", rule: "FREQ=MONTHLY;BYMONTHDAY=31"))
        var starts: [String] = []
        for number in 0..<14 {
            starts.append(try #require(task.occurrence).recurrenceID.description)
            if number % 3 != 0 {
                var draft = task.draft
                let due = try #require(task.due).civil.localSeconds + (number % 2 == 0 ? 3 : -4) * 86_400 + 600
                draft.due = .civil(.dateTime(CivilDateTime(secondsSinceEpoch: due)))
                task = try await harness.update(task.id, to: draft)
            }
            harness.clock.set(to: try #require(task.dueAt).advanced(by: .seconds(-60)))
            task = try #require(try await harness.complete(task.id).next)
        }
        let months = ["01", "03", "05", "07", "08", "10", "12"]
        #expect(starts == ["2026", "2027"].flatMap { year in months.map { "\(year)-\($0)-31T10:00:00" } })
    }

    @Test func `COUNT does not drift when tasks are moved or skipped`() async throws {
        let harness = try Harness()
        var task = try await harness.create(.make(due: "2026-03-02T10:00:00", rule: "FREQ=DAILY;COUNT=5"))
        var draft = task.draft
        draft.due = .civil(try civil("2026-03-02T23:00:00"))
        task = try await harness.update(task.id, to: draft)
        var starts = [try #require(task.occurrence).recurrenceID.description]
        while true {
            let next =
                starts.count % 2 == 0 ? try await harness.skip(task.id).next : try await harness.complete(task.id).next
            guard let next else { break }
            task = next
            starts.append(try #require(task.occurrence).recurrenceID.description)
        }
        #expect(starts == (2...6).map { "2026-03-0\($0)T10:00:00" })
    }

    @Test func `a rule that changes counts from this task on, in a series of its own`() async throws {
        let harness = try Harness()
        let first = try await harness.create(.make(due: "2026-03-02T10:00:00", rule: "FREQ=DAILY"))
        let second = try #require(try await harness.complete(first.id).next)
        var draft = second.draft
        draft.recurrence = TaskRecurrence(rules: ["FREQ=WEEKLY;COUNT=2"])
        let changed = try await harness.update(second.id, to: draft)
        let place = try #require(changed.occurrence)
        #expect(place.number == 1 && place.series != first.occurrence?.series)
        #expect(place.recurrenceID.description == "2026-03-03T10:00:00")
        let third = try #require(try await harness.complete(second.id).next)
        #expect(third.occurrence?.series == place.series)
        #expect(third.occurrence?.recurrenceID.description == "2026-03-10T10:00:00")
        #expect(try await harness.complete(third.id).next == nil)
    }
}

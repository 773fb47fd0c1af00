import Recurrence
import Storage
import TestSupport
import Testing

@testable import Scheduler

/// When a late task was completed, and where its series goes on.
struct LateCompletion: CustomTestStringConvertible {
    var start: String?
    let due: String
    let rule: String
    let completed: String
    let skip: String?
    let keep: String?

    var testDescription: String { "\(rule) from \(start ?? due), done \(completed)" }

    static let all = [
        LateCompletion(
            due: "2026-03-02T10:00:00", rule: "FREQ=DAILY", completed: "2026-03-01T10:00:00Z",
            skip: "2026-03-03T10:00:00", keep: "2026-03-03T10:00:00"),
        LateCompletion(
            due: "2026-03-02T10:00:00", rule: "FREQ=DAILY", completed: "2026-03-06T12:00:00Z",
            skip: "2026-03-07T10:00:00", keep: "2026-03-03T10:00:00"),
        LateCompletion(
            due: "2026-03-02T10:00:00", rule: "FREQ=DAILY", completed: "2026-03-06T08:00:00Z",
            skip: "2026-03-06T10:00:00", keep: "2026-03-03T10:00:00"),
        // A day is not past before it has ended.
        LateCompletion(
            due: "2026-03-02", rule: "FREQ=DAILY", completed: "2026-03-06T22:59:59Z", skip: "2026-03-06",
            keep: "2026-03-03"),
        LateCompletion(
            due: "2026-03-02", rule: "FREQ=DAILY", completed: "2026-03-06T23:00:00Z", skip: "2026-03-07",
            keep: "2026-03-03"),
        // A span is past when its due is.
        LateCompletion(
            start: "2026-03-01T09:00:00", due: "2026-03-03T17:00:00", rule: "FREQ=WEEKLY",
            completed: "2026-03-10T15:00:00Z", skip: "2026-03-08T09:00:00", keep: "2026-03-08T09:00:00"),
        LateCompletion(
            start: "2026-03-01T09:00:00", due: "2026-03-03T17:00:00", rule: "FREQ=WEEKLY",
            completed: "2026-03-17T17:00:00Z", skip: "2026-03-22T09:00:00", keep: "2026-03-08T09:00:00"),
        LateCompletion(
            start: "2026-03-01", due: "2026-03-03", rule: "FREQ=WEEKLY",
            completed: "2026-03-17T22:00:00Z", skip: "2026-03-15", keep: "2026-03-08"),
        LateCompletion(
            start: "2026-03-01", due: "2026-03-03", rule: "FREQ=WEEKLY",
            completed: "2026-03-17T23:00:00Z", skip: "2026-03-22", keep: "2026-03-08"),
        LateCompletion(
            due: "2026-03-02T10:00:00", rule: "FREQ=SECONDLY;INTERVAL=90", completed: "2036-03-02T09:00:00Z",
            skip: "2036-03-02T10:01:30", keep: "2026-03-02T10:01:30"),
        // All that are left are past: there is nothing to jump to.
        LateCompletion(
            due: "2026-03-02T10:00:00", rule: "FREQ=DAILY;COUNT=3", completed: "2026-04-01T12:00:00Z",
            skip: nil, keep: "2026-03-03T10:00:00"),
    ]
}

@Suite struct LateCompletionTests {
    @Test(arguments: LateCompletion.all, TaskRecurrence.Missed.allCases)
    func `occurrences already past are jumped over or kept`(
        _ late: LateCompletion, _ missed: TaskRecurrence.Missed
    ) async throws {
        let harness = try Harness(now: "2026-02-01T00:00:00Z")
        let task = try await harness.create(
            .make(due: late.due, start: late.start, rule: late.rule) { $0.recurrence?.missed = missed })
        harness.clock.set(to: try instant(late.completed))
        let next = try await harness.complete(task.id).next
        #expect(next?.occurrence?.recurrenceID.description == (missed == .skip ? late.skip : late.keep))
    }

    @Test(arguments: [
        ("2026-03-01T09:00:00", "FREQ=DAILY;INTERVAL=3", "2026-03-05T20:00:00Z", "2026-03-08T09:00:00"),
        ("2026-03-01T09:00:00", "FREQ=DAILY;INTERVAL=3", "2026-02-27T20:00:00Z", "2026-03-02T09:00:00"),
        ("2026-03-01", "FREQ=DAILY;INTERVAL=3", "2026-03-05T23:30:00Z", "2026-03-09"),
        ("2026-03-01T09:00:00", "FREQ=HOURLY;INTERVAL=6", "2026-03-05T12:27:11Z", "2026-03-05T19:27:11"),
        ("2026-03-01T09:00:00", "FREQ=MINUTELY;INTERVAL=90", "2026-03-05T23:15:00Z", "2026-03-06T01:45:00"),
        ("2026-03-02T09:00:00", "FREQ=WEEKLY;BYDAY=MO", "2026-03-11T12:00:00Z", "2026-03-16T09:00:00"),
        ("2026-03-01T09:00:00", "FREQ=MONTHLY", "2026-03-05T20:00:00Z", "2026-04-05T09:00:00"),
        // Done so early that the rule gives this very occurrence again: the one after it comes.
        ("2026-03-08T09:00:00", "FREQ=DAILY;INTERVAL=3", "2026-03-05T20:00:00Z", "2026-03-11T09:00:00"),
    ])
    func `a rule that counts from completion begins when the task is done`(
        _ due: String, _ rule: String, _ completed: String, _ expected: String
    ) async throws {
        let harness = try Harness(now: "2026-02-01T00:00:00Z")
        let task = try await harness.create(.make(due: due, rule: rule) { $0.recurrence?.anchor = .completion })
        harness.clock.set(to: try instant(completed))
        let next = try #require(try await harness.complete(task.id).next)
        #expect(next.due?.civil.description == expected)
        #expect(next.id != task.id)
        #expect(next.status == .needsAction)
        #expect(next.occurrence?.number == 2)
    }

    @Test func `completing again and again on one day never ends a series that counts from completion`() async throws {
        let harness = try Harness()
        var task = try await harness.create(
            .make(due: "2026-03-01T09:00:00", rule: "FREQ=DAILY;INTERVAL=3") { $0.recurrence?.anchor = .completion })
        var seen: Set<TaskID> = [task.id]
        for _ in 0..<6 {
            task = try #require(try await harness.complete(task.id).next)
            #expect(seen.insert(task.id).inserted)
            #expect(task.status.isOpen)
        }
    }

    @Test func `COUNT counts the tasks of a series that counts from completion`() async throws {
        let harness = try Harness()
        var task = try await harness.create(
            .make(due: "2026-03-01T09:00:00", rule: "FREQ=DAILY;COUNT=3") { $0.recurrence?.anchor = .completion })
        for day in 5...6 {
            harness.clock.set(to: try instant("2026-03-1\(day)T20:00:00Z"))
            task = try #require(try await harness.complete(task.id).next)
        }
        #expect(task.occurrence?.number == 3)
        harness.clock.set(to: try instant("2026-03-20T20:00:00Z"))
        #expect(try await harness.complete(task.id).next == nil)
    }
}

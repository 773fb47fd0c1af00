import Basics
import Foundation
import Logging
import Recurrence
import Storage
import StorageSQLite
import StoreFixtures
import TestSupport
import Testing

@testable import Scheduler

/// Statistics equal a recount of the whole log, whatever was done, undone and removed from the log.
@Suite struct StatisticsHistoryTests {
    @Test(arguments: 1...12)
    func `after any history the counts are those of the whole log`(seed: UInt64) async throws {
        var history = try StatisticsHistory(seed: seed, zone: ["Europe/Berlin", "Asia/Kathmandu"][Int(seed % 2)])
        for _ in 1...90 { try await history.step() }
        try await history.expectExact()
        let floor = try await history.harness.store.read { try $0.trimmedSequence() }
        #expect(floor > 0, "nothing was removed")
        #expect(history.undone > 3, "hardly anything was undone")
        #expect(try StoreSnapshot(path: history.harness.store.path).statisticsFaults() == [])
    }

    @Test(arguments: 21...32)
    func `undoing and redoing leads back to the same counts, and undoing everything to none`(
        seed: UInt64
    ) async throws {
        var history = try StatisticsHistory(seed: seed, zone: "UTC")
        try await history.goBackAndForth(steps: 60)
    }
}

/// A random history of tasks and series.
private struct StatisticsHistory {
    let harness: Harness
    private var generator: SeededGenerator
    /// Every event that there ever was.
    private var log: [Event] = []
    private var changes: [ChangeID] = []
    private var made = 0
    private(set) var undone = 0

    init(seed: UInt64, zone: String) throws {
        harness = try Harness(zone: zone, catchUp: .seconds(7_200))
        generator = SeededGenerator(seed: seed)
    }

    mutating func step() async throws {
        harness.clock.advance(by: .seconds(Int.random(in: 1..<5_000, using: &generator)))
        switch Int.random(in: 0..<14, using: &generator) {
        case 0: try await harness.run(until: harness.clock.now.advanced(by: .seconds(86_400)))
        case 1: try await harness.look()
        case 2: try await trim()
        case 3: _ = try await StatisticsCounter(store: harness.used).step(Int.random(in: 1..<9, using: &generator))
        case 4, 5:
            guard let change = changes.suffix(6).randomElement(using: &generator) else { break }
            if let own = try? await harness.undo(change) {
                changes.append(own)
                undone += 1
            }
        default: if let change = try await act() { changes.append(change) }
        }
        let last = log.last?.sequence ?? 0
        log += try await harness.store.read { try $0.events(after: last, limit: 10_000) }
    }

    /// Undoes most of what it does, at once, and redoes some of that; in the end it undoes all the rest.
    mutating func goBackAndForth(steps: Int) async throws {
        var done: [(change: ChangeID, before: CountTable)] = []
        for _ in 1...steps {
            harness.clock.advance(by: .seconds(Int.random(in: 1..<5_000, using: &generator)))
            let before = try await harness.statistics()
            guard let change = try await act() else {
                #expect(try await harness.statistics() == before)
                continue
            }
            done.append((change, before))
            while Bool.random(using: &generator), let last = done.popLast() {
                let after = try await harness.statistics()
                harness.clock.advance(by: .seconds(1_000))
                let undone = try await harness.undo(last.change)
                let back = try await harness.statistics()
                #expect(back == last.before, "\(generator.seed): \(back.line) is not \(last.before.line)")
                guard Bool.random(using: &generator) else { continue }
                harness.clock.advance(by: .seconds(1_000))
                done.append((try await harness.undo(undone), last.before))
                let forth = try await harness.statistics()
                #expect(forth == after, "\(generator.seed): \(forth.line) is not \(after.line)")
            }
        }
        #expect(done.count > 5)
        while let last = done.popLast() { try await harness.undo(last.change) }
        #expect(try await harness.statistics().line == "")
    }

    func expectExact() async throws {
        let counted = try await harness.statistics()
        let recounted = Recount(log).table
        #expect(counted == recounted, "\(generator.seed): \(counted.line) is not \(recounted.line)")
        #expect(counted.line.contains("completed"))
    }

    /// Removes what is old; events that are not counted too.
    private mutating func trim() async throws {
        var policy = RetentionPolicy()
        policy.events = RetentionLimit(count: Int.random(in: 1..<30, using: &generator))
        let loop = RetentionLoop(
            store: harness.used, policy: policy, clock: harness.clock, logger: Logger(label: "test"))
        try await loop.pass()
    }

    /// Carries a command out, if it is possible.
    ///
    /// - Returns: Its change; nil where nothing was changed.
    private mutating func act() async throws -> ChangeID? {
        let work = try await draw()
        let isSnooze = work.isSnooze
        do {
            let change = try await harness.record(isSnooze ? .snooze : .update, work.body)
            return try await harness.store.read { try $0.change(change) } == nil ? nil : change
        } catch is SchedulerError { return nil }
    }

    private typealias Body = @Sendable (TaskCommands, any StoreTransaction, UTCInstant) throws -> Void

    private mutating func draw() async throws -> (isSnooze: Bool, body: Body) {
        let tags = ["a", "b", "c"].filter { _ in Bool.random(using: &generator) }
        let scope = [nil, EditScope.this, .following, .all].randomElement(using: &generator) ?? nil
        let kind = Int.random(in: 0..<12, using: &generator)
        guard kind > 2, let task = try await harness.tasks().randomElement(using: &generator) else {
            return (false, try newTask(tags))
        }
        let id = task.id
        switch kind {
        case 3...5: return (false, { _ = try $0.complete(id, version: nil, in: $1, now: $2) })
        case 6: return (false, { _ = try $0.reopen(id, version: nil, in: $1, now: $2) })
        case 7: return (false, { _ = try $0.skip(id, version: nil, in: $1, now: $2) })
        case 8: return (false, { try $0.delete(id, version: nil, scope: scope, in: $1, now: $2) })
        case 9:
            guard let reminder = task.reminders.first?.id else { return (false, try newTask(tags)) }
            return (true, { _ = try $0.snooze(reminder, until: $2.advanced(by: .seconds(90)), in: $1, now: $2) })
        default:
            let status = TaskStatus.allCases.randomElement(using: &generator) ?? .completed
            var draft = task.draft
            draft.tags = tags
            if kind == 11 { draft.status = status }
            return (
                false,
                { [draft] in _ = try $0.update(id, version: nil, to: draft, scope: scope, in: $1, now: $2) }
            )
        }
    }

    private mutating func newTask(_ tags: [String]) throws -> Body {
        made += 1
        var draft = TaskDraft(title: "task \(made)")
        (draft.id, draft.tags) = (.numbered(made), tags)
        let ahead = harness.clock.now.advanced(by: .seconds(Int.random(in: 600..<200_000, using: &generator)))
        let due = ZoneRules.utc.civilDateTime(at: ahead)
        let isDate = Int.random(in: 0..<3, using: &generator) == 0
        draft.due = .civil(isDate ? .date(due.date) : .dateTime(due))
        draft.reminders = [try .make("-PT10M"), try .make("PT0S")]
        if Bool.random(using: &generator) {
            draft.recurrence = TaskRecurrence(rules: ["FREQ=DAILY"])
            draft.recurrence?.missed = Bool.random(using: &generator) ? .keep : .skip
            if Int.random(in: 0..<3, using: &generator) == 0 { draft.recurrence?.respawn = .schedule }
        }
        return { [draft] in _ = try $0.create(draft, in: $1, now: $2) }
    }
}

/// A recount of a whole log, event by event, by somebody who remembers everything.
struct Recount {
    private struct Counted {
        var at: UTCInstant
        var groups: [String]
        var lateness: Int?
        var counts: Bool
    }

    private(set) var table = CountTable()
    private var creations: [String: [Counted]] = [:]
    private var completions: [String: [Counted]] = [:]

    init(_ log: [Event]) {
        for event in log {
            guard let data = try? JSONValue(json: Data(event.data)), let task = data["task"] else { continue }
            count(event, data, task)
        }
    }

    private mutating func count(_ event: Event, _ data: JSONValue, _ task: JSONValue) {
        var groups = Set(task["tags"]?.array?.compactMap(\.string) ?? []).map { "tag/\($0)" }
        if let project = task["projectId"]?.string { groups.append("project/\(project)") }
        let names: [EventType: String] = [
            .reminderDue: "fired", .reminderMissed: "missed", .reminderSnoozed: "snoozed", .taskOverdue: "overdue",
        ]
        if let name = names[event.type] { table.add(1, name, at: event.timestamp, groups: groups) }
        for (member, factor) in [("undone", -1), ("redone", 1)] where data[member]?["kind"]?.string == "snooze" {
            guard let at = data[member]?["at"]?.string.flatMap({ UTCInstant($0) }) else { continue }
            table.add(factor, "snoozed", at: at, groups: groups)
        }
        guard event.type.rawValue.hasPrefix("task."), event.type != .taskOverdue, let id = task["id"]?.string,
            let createdAt = task["createdAt"]?.string.flatMap({ UTCInstant($0) })
        else { return }
        let isGone = event.type == .taskDeleted
        let isTakenBack = isGone && ["undone", "withdrawn"].contains(data["reason"]?.string)
        if isGone, !isTakenBack { return }
        if isTakenBack || event.type == .taskCreated || event.type == .taskRespawned {
            Self.set(&creations[id, default: []], isTakenBack ? nil : createdAt, groups, nil) {
                Self.add($0, $1, "created", &table)
            }
        }
        let isDone = task["status"]?.string == "completed" && !isTakenBack
        let done = isDone ? task["completedAt"]?.string.flatMap { UTCInstant($0) } : nil
        let late = done.flatMap { Self.lateness(of: task, doneAt: $0) }
        Self.set(&completions[id, default: []], done, groups, late) { Self.add($0, $1, "completed", &table) }
    }

    /// Makes the one at an instant the only one that counts.
    private static func set(
        _ all: inout [Counted], _ at: UTCInstant?, _ groups: [String], _ lateness: Int?,
        _ add: (Counted, Int) -> Void
    ) {
        for index in all.indices where all[index].counts && all[index].at != at {
            all[index].counts = false
            add(all[index], -1)
        }
        guard let at else { return }
        if let index = all.firstIndex(where: { $0.at == at }) {
            if !all[index].counts { add(all[index], 1) }
            all[index].counts = true
        } else {
            all.append(Counted(at: at, groups: groups, lateness: lateness, counts: true))
            add(all[all.count - 1], 1)
        }
    }

    private static func add(_ counted: Counted, _ factor: Int, _ name: String, _ table: inout CountTable) {
        table.add(factor, name, at: counted.at, groups: counted.groups)
        guard let lateness = counted.lateness else { return }
        table.add(factor, "withDue", at: counted.at, groups: counted.groups)
        table.add(lateness <= 0 ? factor : 0, "onTime", at: counted.at, groups: counted.groups)
        table.add(factor * lateness, "lateness", at: counted.at, groups: counted.groups)
    }

    /// From the due time, or from the end of the due day, in the task's zone.
    private static func lateness(of task: JSONValue, doneAt done: UTCInstant) -> Int? {
        guard let due = task["due"]?.string.flatMap({ CivilTime($0) }), let name = task["timeZone"]?.string,
            let zone = try? ZoneDatabase().rules(for: name)
        else { return nil }
        let local = CivilDateTime(
            secondsSinceEpoch: due.startOfDayOrTime.secondsSinceEpoch + (due.isDate ? 86_400 : 0))
        let end = zone.instant(of: local, adding: CalendarDuration())
        return Int(done.millisecondsSinceEpoch - end.millisecondsSinceEpoch)
    }
}

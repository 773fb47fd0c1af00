import Basics
import Recurrence
import Storage
import StorageSQLite
import TestSupport
import Testing

@testable import Scheduler

/// Exports and imports of stores with histories.
struct TransferTests {
    /// What came of an import.
    private struct Sum: Equatable {
        var (new, same, different) = (0, 0, 0)

        init(_ new: Int = 0, same: Int = 0, different: Int = 0) {
            (self.new, self.same, self.different) = (new, same, different)
        }
    }

    private func export(_ harness: Harness) async throws -> [String] {
        let now = harness.clock.now
        return try await harness.store.read { reader in
            var lines: [String] = []
            try TransferFormat.export(reader, by: "test", at: now) {
                lines.append(String(decoding: $0.dropLast(), as: UTF8.self))
            }
            return lines
        }
    }

    private func bring(
        _ lines: [String], into harness: Harness, replacing: Bool = false
    ) async throws -> Sum {
        let (commands, now) = (harness.commands, harness.clock.now)
        var (sum, options) = (Sum(), ImportOptions())
        options.replaces = replacing
        for start in stride(from: 0, to: lines.count, by: 7) {
            let part = lines[start..<min(lines.count, start + 7)]
            let outcomes = try await harness.store.write { [options] transaction in
                try part.compactMap { line -> ImportOutcome? in
                    var problems: [InputProblem] = []
                    let read = ImportLine.read(line.utf8, noting: &problems)
                    try #require(problems.isEmpty, "\(line): \(problems)")
                    guard case .record(let record)? = read else { return nil }
                    do { return try commands.bring(record, options, in: transaction, now: now) } catch let refusal
                        as ImportRefusal
                    {
                        Issue.record("\(line): \(refusal.problems)")
                        return nil
                    }
                }
            }
            for outcome in outcomes {
                switch outcome {
                case .new: sum.new += 1
                case .same: sum.same += 1
                case .different: sum.different += 1
                }
            }
        }
        _ = try await harness.store.write {
            try commands.reviewProjections(after: nil, limit: 1_000, in: $0, now: now)
        }
        return sum
    }

    /// Does some of what people and the clock do to tasks, chosen by a generator.
    private func live(_ harness: Harness, _ generator: inout some RandomNumberGenerator) async throws {
        let rules = [nil, nil, "FREQ=DAILY", "FREQ=WEEKLY;BYDAY=MO,TH", "FREQ=DAILY;COUNT=4"]
        for number in 1...12 {
            let hour = Int.random(in: 10...23, using: &generator)
            let isDate = Bool.random(using: &generator)
            let due = isDate ? "2026-03-0\(number % 9 + 1)" : "2026-03-0\(number % 3 + 1)T\(hour):00:00"
            let rule = rules.randomElement(using: &generator) ?? nil
            let schedule = Bool.random(using: &generator)
            _ = try await harness.create(
                .make("Task \(number) \"집\"", due: due, remind: ["-PT1H", "PT0S"], rule: rule) { draft in
                    draft.priority = TaskPriority.allCases[number % 5]
                    draft.tags = number % 2 == 0 ? ["home", "일"] : []
                    draft.details = number % 3 == 0 ? "line\nline \u{1F600}" : nil
                    draft.reminders[0].repetition = Reminder.Repetition(
                        every: CalendarDuration(seconds: 600), count: 3)
                    draft.subtasks = [TaskDraft.SubtaskDraft(title: "a"), TaskDraft.SubtaskDraft(title: "b")]
                    if schedule { draft.recurrence?.respawn = .schedule }
                })
        }
        let start = harness.clock.now
        for step in 1...25 {
            try await harness.run(until: start.advanced(by: .seconds(step * 3_600)))
            guard let task = try await harness.tasks().randomElement(using: &generator) else { continue }
            let reminder = task.reminders.randomElement(using: &generator)
            // What cannot be done just now is not done.
            switch Int.random(in: 0..<8, using: &generator) {
            case 0, 1: _ = try? await harness.complete(task.id)
            case 2: _ = try? await harness.skip(task.id)
            case 3: _ = try? await harness.reopen(task.id)
            case 4: try? await harness.delete(task.id)
            case 5: if let reminder { _ = try? await harness.snooze(reminder.id, until: "2026-03-07T10:00:00Z") }
            case 6: if let reminder { _ = try? await harness.acknowledge(reminder.id) }
            default: _ = try? await harness.update(task, .this) { $0.title += "!" }
            }
        }
        // What is due by then has happened, as with a daemon that runs.
        try await harness.run(until: harness.clock.now)
    }

    @Test(arguments: 1...12)
    func `an export that is imported into an empty store gives the same export, and the same firings`(
        seed: UInt64
    ) async throws {
        var generator = SplitMix(seed)
        let (first, second) = (try Harness(), try Harness())
        try await live(first, &generator)
        try await first.store.write { transaction in
            let project = ProjectID(UUIDValue(high: 1, low: 1))
            try transaction.save(Project(id: project, name: "Garden", now: first.clock.now))
            try transaction.save(Pause(.tag("garden"), since: first.clock.now))
            try transaction.save(
                SavedView(id: SavedViewID(UUIDValue(high: 1, low: 2)), name: "v", now: first.clock.now))
            guard var task = try transaction.tasks(matching: TaskQuery(limit: 1)).items.first else { return }
            task.projectID = project
            try transaction.save(task)
        }
        second.clock.set(to: first.clock.now)
        let lines = try await export(first)
        let count = lines.count - 2
        #expect(try await bring(lines, into: second) == Sum(count))
        let there = try await export(second)
        let differing = zip(there, lines).filter { $0 != $1 }.map { "\($0) is not \($1)" }
        #expect(differing.isEmpty && there.count == lines.count)
        #expect(try await bring(lines, into: second) == Sum(same: count))
        #expect(try await export(second) == there)

        // What was to come comes in both, under the same ids, and nothing that is past.
        let (now, before) = (first.clock.now, try await first.events(.reminderDue, .reminderMissed).count)
        #expect(try await second.events().isEmpty)
        for harness in [first, second] { try await harness.run(until: now.advanced(by: .seconds(86_400 * 3))) }
        let later = try await first.events(.reminderDue, .reminderMissed).dropFirst(before)
        let fired = try await second.events(.reminderDue, .reminderMissed)
        #expect(Set(fired.map(\.id)) == Set(later.map(\.id)))
    }

    @Test
    func `what was to fire before the import is missed, and nobody is told, then or at another import`() async throws {
        let (first, second) = (try Harness(), try Harness())
        _ = try await first.create(.make("late", due: "2026-03-01T15:00:00", remind: ["PT0S", "P1D"]))
        let lines = try await export(first)
        second.clock.set(to: try instant("2026-03-01T20:00:00Z"))
        #expect(try await bring(lines, into: second) == Sum(1))
        _ = try await second.look()
        #expect(try await second.events().isEmpty)
        let task = try #require(try await second.tasks().first)
        #expect(task.reminders.map(\.state) == [.missed, .scheduled])
        #expect(try await bring(lines, into: second) == Sum(same: 1))
        try await second.fire(at: "2026-03-02T14:00:00Z")
        #expect(try await second.events(.reminderDue).map(\.scheduledAt) == ["2026-03-02T14:00:00Z"])
    }

    @Test
    func `what fired does not fire again where it was imported, not even when its time is set again`() async throws {
        let (first, second) = (try Harness(), try Harness())
        let made = try await first.create(.make("once", due: "2026-03-01T14:00:00", remind: ["PT0S"]))
        try await first.fire(at: "2026-03-01T13:00:00Z")
        second.clock.set(to: first.clock.now)
        #expect(try await bring(try await export(first), into: second) == Sum(1))
        var draft = try #require(try await second.task(made.id)).draft
        draft.due = try .make("2026-03-05T14:00:00")
        _ = try await second.update(made.id, to: draft)
        draft.due = try .make("2026-03-01T14:00:00")
        _ = try await second.update(made.id, to: draft)
        _ = try await second.look()
        #expect(try await second.events(.reminderDue, .reminderMissed).isEmpty)
    }

    @Test
    func `what a line leaves out has its default, and is the same when it is imported again`() async throws {
        let harness = try Harness()
        let line = """
            {"kind":"series","id":"\(SeriesID.numbered(7))","title":"a","timeZone":"UTC","start":"2026-03-04T09:00:00",\
            "rules":[{"rrule":"FREQ=DAILY","start":"2026-03-04T09:00:00"}],\
            "reminders":[{"id":"\(ReminderID.numbered(8))","offset":"-PT1H"}],\
            "createdAt":"2026-03-01T00:00:00Z","updatedAt":"2026-03-01T00:00:00Z"}
            """
        #expect(try await bring([line], into: harness) == Sum(1))
        #expect(try await bring([line], into: harness) == Sum(same: 1))
        let series = try await harness.store.read { try $0.series(.numbered(7)) }
        #expect(series?.reminders.map(\.trigger) == [.offset(CalendarDuration(seconds: -3_600), from: .due)])
    }

    @Test
    func `what is stored with another content is refused, unless it is to be replaced`() async throws {
        let harness = try Harness()
        let task = try await harness.create(.make("a", due: "2026-03-04", remind: ["-PT1H"]))
        let lines = try await export(harness)
        _ = try await harness.update(task, nil) { $0.title = "b" }
        let changed = try await export(harness)
        var problems: [InputProblem] = []
        let read = ImportLine.read(lines[1].utf8, noting: &problems)
        guard case .record(let record)? = read else { return #expect(Bool(false), "\(problems)") }
        let (commands, now) = (harness.commands, harness.clock.now)
        await #expect(throws: ImportRefusal.self) {
            try await harness.store.write { try commands.bring(record, ImportOptions(), in: $0, now: now) }
        }
        #expect(try await export(harness) == changed)
        #expect(try await bring(lines, into: harness, replacing: true) == Sum(different: 1))
        #expect(try await export(harness) == lines)
    }
}

/// A small generator that is the same each time.
private struct SplitMix: RandomNumberGenerator {
    private var state: UInt64

    init(_ seed: UInt64) {
        state = seed &* 0x9E37_79B9_7F4A_7C15
    }

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var bits = state
        bits = (bits ^ (bits >> 30)) &* 0xBF58_476D_1CE4_E5B9
        bits = (bits ^ (bits >> 27)) &* 0x94D0_49BB_1331_11EB
        return bits ^ (bits >> 31)
    }
}

import Recurrence
import Storage
import StorageSQLite
import TestSupport
import Testing

@testable import Scheduler

/// A draft with one fault, and where the fault is to be told.
struct FaultyDraft: CustomTestStringConvertible {
    let pointer: String
    let fault: String
    let draft: TaskDraft

    init(_ pointer: String, _ fault: String, _ change: (inout TaskDraft) throws -> Void) rethrows {
        (self.pointer, self.fault) = (pointer, fault)
        var draft = TaskDraft(title: "Faulty")
        draft.due = CivilTime("2026-03-02T09:00:00").map { .civil($0) }
        try change(&draft)
        self.draft = draft
    }

    var testDescription: String { "\(pointer): \(fault)" }

    static let texts = [
        FaultyDraft("/title", "empty") { $0.title = "" },
        FaultyDraft("/title", "only spaces") { $0.title = " \n\t" },
        FaultyDraft("/title", "too long") { $0.title = String(repeating: "x", count: 501) },
        FaultyDraft("/title", "U+0000") { $0.title = "a\0b" },
        FaultyDraft("/description", "too long") { $0.details = String(repeating: "x", count: 50_001) },
        FaultyDraft("/progress", "above 100") { $0.progress = 101 },
        FaultyDraft("/progress", "below 0") { $0.progress = -1 },
        FaultyDraft("/timeZone", "unknown") { $0.timeZone = "Europe/Atlantis" },
        FaultyDraft("/timeZone", "leaves the folder") { $0.timeZone = "../../etc/passwd" },
        FaultyDraft("/timeZone", "counts leap seconds") { $0.timeZone = "right/Europe/Berlin" },
        FaultyDraft("/timeZone", "empty") { $0.timeZone = "" },
    ]

    static let lists = [
        FaultyDraft("/tags", "too many") { $0.tags = (0...50).map { "tag \($0)" } },
        FaultyDraft("/tags/1", "empty") { $0.tags = ["a", " "] },
        FaultyDraft("/tags/2", "twice") { $0.tags = ["a", "b", "a"] },
        FaultyDraft("/tags/0", "too long") { $0.tags = [String(repeating: "x", count: 101)] },
        FaultyDraft("/subtasks", "too many") { draft in
            draft.subtasks = (0...500).map { TaskDraft.SubtaskDraft(title: "\($0)") }
        },
        FaultyDraft("/subtasks/1/title", "empty") { $0.subtasks = [.init(title: "a"), .init(title: "")] },
        FaultyDraft("/subtasks/1/id", "twice") { draft in
            let id = SubtaskID(UUIDValue(high: 1, low: 2))
            draft.subtasks = [.init(id: id, title: "a"), .init(id: id, title: "b")]
        },
        FaultyDraft("/reminders/1/id", "twice") { draft in
            let id = ReminderID(UUIDValue(high: 1, low: 2))
            let trigger = TaskDraft.ReminderDraft.Trigger.offset(CalendarDuration(), from: .due)
            draft.reminders = [.init(id: id, trigger: trigger), .init(id: id, trigger: trigger)]
        },
        FaultyDraft("/reminders", "too many") { draft in
            draft.reminders = (0...50).map { .init(trigger: .offset(CalendarDuration(seconds: $0), from: .due)) }
        },
        FaultyDraft("/location/latitude", "beyond the pole") { $0.location = .init(latitude: 90.1, longitude: 0) },
        FaultyDraft("/location/longitude", "beyond 180") { $0.location = .init(latitude: 0, longitude: -180.1) },
        FaultyDraft("/location/latitude", "not a number") { $0.location = .init(latitude: .nan, longitude: 0) },
        FaultyDraft("/location", "half a place") { $0.location = .init(latitude: 1) },
    ]

    static let times: [FaultyDraft] = [
        FaultyDraft("/reminders/0", "no due to count from") { draft in
            draft.due = nil
            draft.reminders = [.init(trigger: .offset(CalendarDuration(), from: .due))]
        },
        FaultyDraft("/reminders/0", "no start to count from") { draft in
            draft.reminders = [.init(trigger: .offset(CalendarDuration(), from: .start))]
        },
        FaultyDraft("/reminders/0/at", "a date alone") { draft in
            draft.reminders = [.init(trigger: .at(.civil(.date(CivilDate(daysSinceEpoch: 20_000)))))]
        },
        FaultyDraft("/reminders/0/repeat/every", "a nominal day") { $0.repeats(every: .init(days: 1), count: 1) },
        FaultyDraft("/reminders/0/repeat/every", "nothing") { $0.repeats(every: .init(), count: 1) },
        FaultyDraft("/reminders/0/repeat/every", "backwards") { $0.repeats(every: .init(seconds: -60), count: 1) },
        FaultyDraft("/reminders/0/repeat/count", "never") { $0.repeats(every: .init(seconds: 60), count: 0) },
        FaultyDraft("/reminders/0/repeat/count", "too often") { $0.repeats(every: .init(seconds: 60), count: 10_001) },
        FaultyDraft("/due", "a time where start is a date") { $0.start = .civil(.date(.init(daysSinceEpoch: 20_000))) },
        FaultyDraft("/start", "a time where due is a date") { draft in
            draft.start = draft.due
            draft.due = .civil(.date(.init(daysSinceEpoch: 20_000)))
        },
    ]

    static let rules: [FaultyDraft] = [
        FaultyDraft("/recurrence", "nothing to count from") { draft in
            draft.due = nil
            draft.recurrence = TaskRecurrence(rules: ["FREQ=DAILY"])
        },
        FaultyDraft("/recurrence/rrule", "no rule") { $0.recurrence = TaskRecurrence(rules: []) },
        FaultyDraft("/recurrence/rrule/0", "not a rule") { $0.recurrence = TaskRecurrence(rules: ["every day"]) },
        FaultyDraft("/recurrence/rrule/1", "no such frequency") { draft in
            draft.recurrence = TaskRecurrence(rules: ["FREQ=DAILY", "FREQ=OFTEN"])
        },
        FaultyDraft("/recurrence/rrule", "too many rules") { draft in
            draft.recurrence = TaskRecurrence(rules: Array(repeating: "FREQ=DAILY", count: 11))
        },
        FaultyDraft("/recurrence/rdate/0", "not a date") { draft in
            draft.recurrence = TaskRecurrence(rules: ["FREQ=DAILY"], dates: ["soon"])
        },
        FaultyDraft("/recurrence/exdate/1", "not a date") { draft in
            draft.recurrence = TaskRecurrence(rules: ["FREQ=DAILY"], exceptionDates: ["20260302", "20260230"])
        },
        FaultyDraft("/recurrence", "a rule that does not fit a date") { draft in
            draft.due = .civil(.date(CivilDate(daysSinceEpoch: 20_000)))
            draft.recurrence = TaskRecurrence(rules: ["FREQ=HOURLY"])
        },
        FaultyDraft("/recurrence/anchor", "nobody knows when it is completed") { draft in
            draft.recurrence = TaskRecurrence(rules: ["FREQ=DAILY"], anchor: .completion, respawn: .schedule)
        },
    ]
}

extension TaskDraft {
    fileprivate mutating func repeats(every: CalendarDuration, count: Int) {
        let repetition = Reminder.Repetition(every: every, count: count)
        reminders = [.init(trigger: .offset(CalendarDuration(), from: .due), repetition: repetition)]
    }
}

@Suite struct CreationTests {
    @Test(arguments: FaultyDraft.texts + FaultyDraft.lists + FaultyDraft.times + FaultyDraft.rules)
    func `a faulty field is refused with its pointer and nothing is stored`(_ faulty: FaultyDraft) async throws {
        let harness = try Harness()
        let error = try #require(
            await #expect(throws: SchedulerError.self) { _ = try await harness.create(faulty.draft) })
        #expect(error.code == .invalidInput)
        #expect(error.problems.map(\.pointer) == [faulty.pointer])
        #expect(error.problems.allSatisfy { !$0.detail.isEmpty })
        #expect(try await harness.tasks().isEmpty)
        #expect(try await harness.events().isEmpty)
    }

    @Test func `every faulty field is told at once`() async throws {
        let harness = try Harness()
        let draft = try TaskDraft.make("", due: "2026-03-02T09:00:00", zone: "Nowhere/Land") { draft in
            draft.progress = 101
            draft.tags = [""]
        }
        let error = await #expect(throws: SchedulerError.self) { _ = try await harness.create(draft) }
        #expect(error?.problems.map(\.pointer).sorted() == ["/progress", "/tags/0", "/timeZone", "/title"])
    }

    @Test func `values at their bounds are taken`() async throws {
        let harness = try Harness()
        let draft = try TaskDraft.make(String(repeating: "집", count: 500), due: "2026-03-02T09:00:00") { draft in
            draft.details = String(repeating: "é", count: 50_000)
            draft.progress = 100
            draft.tags = (0..<50).map { "tag \($0)" }
            draft.subtasks = (0..<500).map { TaskDraft.SubtaskDraft(title: "\($0)") }
            draft.reminders = (0..<50).map { .init(trigger: .offset(CalendarDuration(seconds: $0), from: .due)) }
            draft.location = TaskLocation(latitude: -90, longitude: 180)
        }
        let task = try await harness.create(draft)
        #expect(try await harness.task(task.id) == task)
        #expect(task.draft.subtasks.map(\.title) == draft.subtasks.map(\.title))
        #expect(task.details == draft.details && task.tags == draft.tags)
    }

    @Test func `an update with a faulty field changes nothing`() async throws {
        let harness = try Harness()
        let task = try await harness.create(.make(due: "2026-03-02T09:00:00"))
        for faulty in FaultyDraft.texts + FaultyDraft.rules {
            await #expect(throws: SchedulerError.self) { _ = try await harness.update(task.id, to: faulty.draft) }
        }
        #expect(try await harness.task(task.id) == task)
        #expect(try await harness.events().map(\.type) == [.taskCreated])
    }

    @Test func `a task without a zone keeps the default zone of its day`() async throws {
        let harness = try Harness(zone: "America/New_York")
        let task = try await harness.create(.make(due: "2026-03-02T09:00:00"))
        #expect(task.timeZone == "America/New_York")
        let other = TaskCommands(zones: ZoneDatabase(), configuration: SchedulerConfiguration(defaultZone: "Asia/Seoul"))
        let now = harness.clock.now
        let kept = try await harness.store.write { try other.update(task.id, version: nil, to: task.draft, in: $0, now: now) }
        #expect(kept == task)
        #expect(kept.dueAt == UTCInstant("2026-03-02T14:00:00Z"))
    }

    @Test func `an id that the client chose is the task's, and is given once`() async throws {
        let harness = try Harness()
        let id = TaskID(UUIDValue(high: 0x0198_0000_0000_7000, low: 0x8000_0000_0000_0001))
        let first = try await harness.create(.make("First") { $0.id = id })
        #expect(first.id == id)
        let error = await #expect(throws: SchedulerError.self) {
            _ = try await harness.create(.make("Second") { $0.id = id })
        }
        #expect(error?.code == .conflict)
        #expect(try await harness.task(id) == first)
        #expect(try await harness.events().map(\.type) == [.taskCreated])
    }

    @Test func `a reminder id that another task has is a conflict, not a theft`() async throws {
        let harness = try Harness()
        let id = ReminderID(UUIDValue(high: 0x0198_0000_0000_7000, low: 0x8000_0000_0000_0002))
        let draft = try TaskDraft.make(due: "2026-03-02T09:00:00", remind: ["PT0S"]) { $0.reminders[0].id = id }
        let first = try await harness.create(draft)
        await #expect(throws: (any Error).self) { _ = try await harness.create(draft) }
        #expect(try await harness.tasks() == [first])
        #expect(try await harness.events().map(\.type) == [.taskCreated])
    }

    @Test func `an id that the server makes tells when it was made`() async throws {
        let harness = try Harness()
        let task = try await harness.create(.make())
        #expect(task.id.uuid.high >> 16 == UInt64(harness.clock.now.millisecondsSinceEpoch))
        #expect(task.id.uuid.high >> 12 & 0xF == 7)
    }

    @Test func `a task that is created closed plans no reminders`() async throws {
        let harness = try Harness()
        let task = try await harness.create(.make(due: "2026-03-02T09:00:00", remind: ["PT0S"]) { $0.status = .completed })
        #expect(task.completedAt == harness.clock.now)
        #expect(task.reminders.map(\.nextFireAt) == [nil])
        try await harness.run(until: instant("2026-03-05T00:00:00Z"))
        #expect(try await harness.events().map(\.type) == [.taskCreated])
    }
}

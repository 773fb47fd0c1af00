import Recurrence
import Storage
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
        FaultyDraft("/timeZone", "is another on each machine") { $0.timeZone = "localtime" },
        FaultyDraft("/timeZone", "is a file of rules for others") { $0.timeZone = "posixrules" },
        FaultyDraft("/timeZone", "is a copy's path") { $0.timeZone = "posix/Europe/Berlin" },
        FaultyDraft("/timeZone", "stands for no zone") { $0.timeZone = "Factory" },
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
        FaultyDraft("/recurrence/rrule/0", "a rule that does not fit a date") { draft in
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

import Recurrence
import Storage
import Testing

@testable import Scheduler

func instant(_ text: String) throws -> UTCInstant {
    try #require(UTCInstant(text), "not an instant: \(text)")
}

func civil(_ text: String) throws -> CivilTime {
    try #require(CivilTime(text), "not a local time: \(text)")
}

extension TaskDraft {
    /// A draft with the fields that tests vary; a `due` or `start` that ends in `Z` is an instant.
    static func make(
        _ title: String = "Water the plants",
        due: String? = nil,
        start: String? = nil,
        zone: String? = nil,
        remind: [String] = [],
        rule: String? = nil,
        change: (inout TaskDraft) throws -> Void = { _ in }
    ) throws -> TaskDraft {
        var draft = TaskDraft(title: title)
        draft.due = try due.map(Time.make)
        draft.start = try start.map(Time.make)
        draft.timeZone = zone
        draft.reminders = try remind.map { try .make($0, from: due == nil ? .start : .due) }
        draft.recurrence = rule.map { TaskRecurrence(rules: [$0]) }
        try change(&draft)
        return draft
    }
}

extension TaskDraft.Time {
    static func make(_ text: String) throws -> TaskDraft.Time {
        text.hasSuffix("Z") ? .instant(try SchedulerTests.instant(text)) : .civil(try SchedulerTests.civil(text))
    }
}

extension TaskDraft.ReminderDraft {
    /// A reminder at an offset such as `-PT1H`.
    static func make(
        _ offset: String, from base: Reminder.Base = .due, every: String? = nil, count: Int = 1
    ) throws -> TaskDraft.ReminderDraft {
        TaskDraft.ReminderDraft(
            trigger: .offset(try CalendarDuration(offset), from: base),
            repetition: try every.map { Reminder.Repetition(every: try CalendarDuration($0), count: count) }
        )
    }

    static func at(_ time: String) throws -> TaskDraft.ReminderDraft {
        TaskDraft.ReminderDraft(trigger: .at(try .make(time)))
    }
}

extension TaskItem {
    /// The draft that changes nothing, as a client that read the task would send it back.
    var draft: TaskDraft {
        var draft = TaskDraft(title: title)
        (draft.details, draft.status, draft.priority, draft.tags) = (details, status, priority, tags)
        draft.start = start.map { .civil($0.civil) }
        draft.due = due.map { .civil($0.civil) }
        draft.timeZone = timeZone
        draft.recurrence = recurrence
        draft.reminders = reminders.map { reminder in
            let trigger: TaskDraft.ReminderDraft.Trigger =
                switch reminder.trigger {
                case .offset(let offset, let base): .offset(offset, from: base)
                case .at(let time): .at(.civil(time.civil))
                }
            return TaskDraft.ReminderDraft(id: reminder.id, trigger: trigger, repetition: reminder.repetition)
        }
        draft.subtasks = subtasks.map { .init(id: $0.id, title: $0.title, isCompleted: $0.isCompleted) }
        (draft.location, draft.progress) = (location, ownProgress)
        return draft
    }
}

/// UUIDv5 by RFC 9562 §5.5, worked out here with a hash of its own so that it does not prove itself.
func version5(_ namespace: UUIDValue, _ name: String) -> UUIDValue? {
    var bytes = Array(sha1(namespace.bytes + Array(name.utf8)).prefix(16))
    bytes[6] = bytes[6] & 0x0F | 0x50
    bytes[8] = bytes[8] & 0x3F | 0x80
    return UUIDValue(bytes: bytes)
}

/// SHA-1 by RFC 3174.
func sha1(_ message: [UInt8]) -> [UInt8] {
    var padded = message + [0x80]
    while padded.count % 64 != 56 { padded.append(0) }
    padded += (0..<8).map { UInt8(truncatingIfNeeded: (message.count * 8) >> (56 - 8 * $0)) }
    var hash: [UInt32] = [0x6745_2301, 0xEFCD_AB89, 0x98BA_DCFE, 0x1032_5476, 0xC3D2_E1F0]
    for block in stride(from: 0, to: padded.count, by: 64) {
        var words = (0..<16).map { word in
            padded[(block + 4 * word)..<(block + 4 * word + 4)].reduce(UInt32(0)) { $0 << 8 | UInt32($1) }
        }
        for index in 16..<80 {
            words.append(rotate(words[index - 3] ^ words[index - 8] ^ words[index - 14] ^ words[index - 16], 1))
        }
        var (a, b, c, d, e) = (hash[0], hash[1], hash[2], hash[3], hash[4])
        for (index, word) in words.enumerated() {
            let (mixed, constant): (UInt32, UInt32) =
                switch index {
                case ..<20: (b & c | ~b & d, 0x5A82_7999)
                case ..<40: (b ^ c ^ d, 0x6ED9_EBA1)
                case ..<60: (b & c | b & d | c & d, 0x8F1B_BCDC)
                default: (b ^ c ^ d, 0xCA62_C1D6)
                }
            (a, b, c, d, e) = (rotate(a, 5) &+ mixed &+ e &+ constant &+ word, a, rotate(b, 30), c, d)
        }
        for (index, value) in [a, b, c, d, e].enumerated() { hash[index] &+= value }
    }
    return hash.flatMap { word in (0..<4).map { UInt8(truncatingIfNeeded: word >> (24 - 8 * UInt32($0))) } }
}

private func rotate(_ word: UInt32, _ count: UInt32) -> UInt32 { word << count | word >> (32 - count) }

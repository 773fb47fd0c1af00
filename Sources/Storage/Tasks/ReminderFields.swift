package import Recurrence

/// What clients read and write of a reminder, be it of a task, of a draft of one or of a series.
package struct ReminderFields<Time: FieldValue>: Sendable {
    /// Its id; nil for a new one.
    package var id: ReminderID?
    /// How far its time lies from the task's.
    package var offset: CalendarDuration?
    /// What the offset counts from; nil for `due`.
    package var base: Reminder.Base?
    /// When it goes off, where it has a time of its own.
    package var time: Time?
    /// How it goes off again.
    package var repetition: Reminder.Repetition?
    /// How late it may be sent.
    package var catchUpWindow: Swift.Duration?
    private var keepsOnCompletion: Bool?

    /// Whether it still goes off when its task is completed.
    package var isKeptOnCompletion: Bool {
        get { keepsOnCompletion ?? false }
        set { keepsOnCompletion = newValue ? true : nil }
    }

    /// A reminder of which nothing was said yet.
    package init() {}

    /// What templates, drafts and reminders have in common beside their trigger.
    package init(
        _ id: ReminderID?, _ repetition: Reminder.Repetition?, catchUp window: Swift.Duration?, isKept: Bool
    ) {
        (self.id, self.repetition, catchUpWindow) = (id, repetition, window)
        isKeptOnCompletion = isKept
    }
}

extension ReminderFields: FieldObject {
    package static var blank: Self { Self() }
    package static var schemaName: String { "ReminderTemplate" }

    package static func visitFields(_ fields: inout some FieldVisitor<Self>) {
        fields.field("id", \.id, or: nil, omitsNil: true, bit: [], .any.answered)
        fields.field("offset", \.offset, or: nil, omitsNil: true, bit: [], permittedOffset)
        fields.field(
            "relativeTo", \.base, or: nil, omitsNil: true, bit: [],
            .any.described("What the offset counts from; due where nothing is said."))
        fields.field(
            "at", \.time, or: nil, omitsNil: true, bit: [], .any.described("When it goes off, instead of an offset."))
        fields.field(
            "repeat", \.repetition, or: nil, omitsNil: true, bit: [], .any.described("How it goes off again."))
        fields.field("catchUp", \.catchUpWindow, or: nil, omitsNil: true, bit: [], permittedCatchUp)
        fields.field(
            "keepOnCompletion", \.keepsOnCompletion, or: nil, omitsNil: true, bit: [],
            .any.described("Whether it still goes off when the task is completed."))
    }

    private static var permittedOffset: FieldRule<CalendarDuration?> {
        FieldRule(role: "How far it lies from the due time, or from the start.") { offset, pointer, problems in
            if let offset, !offset.isBounded {
                problems.append(pointer, "must be at most P36525D (100 years), with days and time of the same sign")
            }
        }
    }

    private static var permittedCatchUp: FieldRule<Swift.Duration?> {
        FieldRule(role: "How late it may be sent.") { window, pointer, problems in
            let permitted = Swift.Duration.seconds(60)...Swift.Duration.seconds(366 * 86_400)
            if let window, !permitted.contains(window) {
                problems.append(pointer, "must be PT1M to P366D")
            }
        }
    }
}

extension Reminder.Base: FieldChoice {}

extension Reminder.Repetition: FieldObject {
    /// How many repetitions there may be.
    private static let permittedCounts = 1...10_000

    package static let blank = Self(every: CalendarDuration(), count: 0)
    package static let schemaName = "Repetition"

    package static func visitFields(_ fields: inout some FieldVisitor<Self>) {
        fields.field("every", \.every, or: CalendarDuration(), permittedDistance.required)
        fields.field("count", \.count, or: 0, .within(permittedCounts).required.described("How often."))
    }

    private static var permittedDistance: FieldRule<CalendarDuration> {
        FieldRule(role: "How far apart, in exact time.") { every, pointer, problems in
            if every.days != 0 || every.seconds < 1 || !every.isBounded {
                problems.append(pointer, "must be in hours, minutes and seconds (a day is PT24H), PT1S to 100 years")
            }
        }
    }
}

extension CalendarDuration {
    /// Whether it is no longer than a hundred years each way, whatever Int can hold, and of one sign, as its text is.
    fileprivate var isBounded: Bool {
        let (days, most) = (days.magnitude, CalendarDuration.maximumDays.magnitude)
        guard (self.days >= 0) == (seconds >= 0) || days == 0 || seconds == 0 else { return false }
        return days <= most && seconds.magnitude <= (most - days) * 86_400
    }
}

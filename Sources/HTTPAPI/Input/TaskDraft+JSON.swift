import Basics
import Recurrence
import Scheduler
import Storage

extension TaskDraft {
    /// The fields that the server writes itself.
    static let readOnly: Set<String> = [
        "version", "startAt", "dueAt", "isOverdue", "seriesId", "occurrence", "recurrenceId",
        "createdAt", "updatedAt", "completedAt", "setAside",
    ]

    /// Reads a task as a client wants it.
    ///
    /// - Throws: A ``Problem`` that names each field at fault.
    init(_ value: JSONValue) throws {
        let collector = ProblemCollector()
        var reader = ObjectReader(value, at: "", collector)
        self.init(title: "")
        id = reader.text("id", "a UUID") { TaskID($0) }
        if !reader.holds("title") { reader.missing("title") }
        read(&reader)
        reader.finish(readOnly: Self.readOnly)
        try collector.throwIfAny()
    }

    /// What a task is to be after a merge patch (RFC 7396) of what can be written.
    ///
    /// - Parameters:
    ///   - task: The task as it is.
    ///   - patch: What is to change.
    ///   - others: The names of fields that are no task's, and are read elsewhere.
    /// - Throws: A ``Problem`` that names each field at fault.
    init(patching task: TaskItem, with patch: JSONValue, besides others: [String] = []) throws {
        let collector = ProblemCollector()
        var reader = ObjectReader(patch, at: "", collector)
        self.init(task)
        reader.ignore(others)
        read(&reader)
        reader.finish(readOnly: Self.readOnly.union(["id"]))
        try collector.throwIfAny()
    }

    /// Takes from an object what it says; what it does not name stays, and what it names as null is emptied.
    private mutating func read(_ reader: inout ObjectReader) {
        if reader.isNull("title") { reader.missing("title") }
        reader.change(&content.title, "title", or: "") { $0.string("title") }
        reader.change(&content.details, "description", or: nil) { $0.string("description") }
        reader.change(&status, "status", or: .needsAction) { $0.choice("status") }
        reader.change(&content.priority, "priority", or: .none) { $0.choice("priority") }
        reader.change(&start, "start", or: nil) { $0.text("start", Time.form) { Time($0) } }
        reader.change(&due, "due", or: nil) { $0.text("due", Time.form) { Time($0) } }
        reader.change(&timeZone, "timeZone", or: nil) { $0.string("timeZone", atMost: Bounds.zoneLength) }
        recurrence = reader.merged("recurrence", recurrence ?? TaskRecurrence(rules: []), or: recurrence) {
            $0.read(&$1)
        }
        reader.change(&reminders, "reminders", or: []) { reader in
            reader.objects("reminders", atMost: Bounds.reminders)?.compactMap { ReminderDraft($0) }
        }
        content.quietHours = reader.quietHours("quietHours", changing: content.quietHours)
        reader.change(&content.tags, "tags", or: []) { $0.strings("tags", atMost: Bounds.tags) }
        reader.change(&subtasks, "subtasks", or: []) { reader in
            reader.objects("subtasks", atMost: Bounds.subtasks)?.map { SubtaskDraft($0) }
        }
        content.location = reader.merged("location", content.location ?? TaskLocation(), or: content.location) {
            $0.read(&$1)
        }
        reader.change(&progress, "progress", or: 0) { $0.integer("progress") }
    }
}

extension ObjectReader {
    /// What an object becomes by a field that may change some of it: nil where that is null, as before without it.
    fileprivate mutating func merged<Value>(
        _ name: String,
        _ value: Value,
        or before: Value?,
        _ read: (inout Value, inout ObjectReader) -> Void
    ) -> Value? {
        if isNull(name) { return nil }
        guard var fields = object(name) else { return before }
        var value = value
        read(&value, &fields)
        fields.finish()
        return value
    }
}

extension TaskDraft.Time {
    static let form = "a date such as 2026-11-21, a time such as 2026-11-21T09:00:00, or one with Z or an offset"

    init?(_ text: String) {
        if let civil = CivilTime(roundingUp: text) {
            self = .civil(civil)
        } else if let instant = UTCInstant(text) {
            self = .instant(instant)
        } else {
            return nil
        }
    }
}

extension TaskRecurrence {
    fileprivate mutating func read(_ reader: inout ObjectReader) {
        typealias Bounds = TaskDraft.Bounds
        reader.change(&rules, "rrule", or: []) { $0.strings("rrule", atMost: Bounds.rules) }
        reader.change(&dates, "rdate", or: []) { $0.strings("rdate", atMost: Bounds.dates) }
        reader.change(&exceptionDates, "exdate", or: []) { $0.strings("exdate", atMost: Bounds.dates) }
        reader.change(&anchor, "anchor", or: .due) { $0.choice("anchor") }
        reader.change(&missed, "missed", or: .skip) { $0.choice("missed") }
        reader.change(&respawn, "respawn", or: .completion) { $0.choice("respawn") }
    }
}

extension TaskDraft.ReminderDraft {
    fileprivate init?(_ reader: ObjectReader) {
        var reader = reader
        let id = reader.text("id", "a UUID") { ReminderID($0) }
        let at = reader.text("at", TaskDraft.Time.form) { TaskDraft.Time($0) }
        let offset = reader.duration("offset")
        let base = reader.choice("relativeTo", Reminder.Base.self)
        let repetition = reader.object("repeat").flatMap { Reminder.Repetition($0) }
        let catchUp = reader.exactDuration("catchUp")
        let isKept = reader.bool("keepOnCompletion") ?? false
        reader.ignore(["state", "nextFireAt", "snoozedUntil", "heldBy", "heldFrom"])
        reader.finish()
        switch (at, offset) {
        case (let at?, nil): self.init(id: id, trigger: .at(at), repetition: repetition)
        case (nil, let offset?): self.init(id: id, trigger: .offset(offset, from: base ?? .due), repetition: repetition)
        default:
            // What was there but could not be read is a problem already.
            if reader.value("at") == nil, reader.value("offset") == nil {
                reader.collector.add(reader.pointer, "must have either an offset or an at")
            } else if at != nil {
                reader.collector.add(reader.pointer, "must have an offset or an at, not both")
            }
            return nil
        }
        (catchUpWindow, isKeptOnCompletion) = (catchUp, isKept)
    }
}

extension Reminder.Repetition {
    fileprivate init?(_ reader: ObjectReader) {
        var reader = reader
        let every = reader.duration("every")
        let count = reader.integer("count")
        if reader.value("every") == nil { reader.missing("every") }
        if reader.value("count") == nil { reader.missing("count") }
        reader.finish()
        guard let every, let count else { return nil }
        self.init(every: every, count: count)
    }
}

extension TaskDraft.SubtaskDraft {
    fileprivate init(_ reader: ObjectReader) {
        var reader = reader
        let title = reader.string("title")
        if reader.value("title") == nil { reader.missing("title") }
        self.init(
            id: reader.text("id", "a UUID") { SubtaskID($0) },
            title: title ?? "",
            isCompleted: reader.bool("isCompleted") ?? false
        )
        reader.finish()
    }
}

extension TaskLocation {
    fileprivate mutating func read(_ reader: inout ObjectReader) {
        reader.change(&latitude, "latitude", or: nil) { $0.number("latitude") }
        reader.change(&longitude, "longitude", or: nil) { $0.number("longitude") }
        reader.change(&address, "address", or: nil) { $0.string("address") }
        reader.change(&placeName, "placeName", or: nil) { $0.string("placeName") }
    }
}

extension ObjectReader {
    /// An ISO 8601 duration; what is wrong with it is told in its own words.
    mutating func duration(_ name: String) -> CalendarDuration? {
        guard let text = string(name) else { return nil }
        do throws(RecurrenceError) {
            return try CalendarDuration(text)
        } catch {
            collector.add(place(name), error.description)
            return nil
        }
    }
}

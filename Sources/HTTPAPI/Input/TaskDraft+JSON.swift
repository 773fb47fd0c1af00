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
        self.init(&reader)
        reader.finish(readOnly: Self.readOnly)
        try collector.throwIfAny()
    }

    private init(_ reader: inout ObjectReader) {
        let title = reader.string("title")
        if title == nil, reader.value("title") == nil { reader.missing("title") }
        self.init(title: title ?? "")
        id = reader.text("id", "a UUID") { TaskID($0) }
        details = reader.string("description")
        status = reader.choice("status") ?? .needsAction
        priority = reader.choice("priority") ?? .none
        start = reader.text("start", Time.form) { Time($0) }
        due = reader.text("due", Time.form) { Time($0) }
        timeZone = reader.string("timeZone")
        recurrence = reader.object("recurrence").flatMap { TaskRecurrence($0) }
        reminders = (reader.objects("reminders") ?? []).compactMap { ReminderDraft($0) }
        quietHours = reader.quietHours("quietHours")
        tags = reader.strings("tags") ?? []
        subtasks = (reader.objects("subtasks") ?? []).map { SubtaskDraft($0) }
        location = reader.object("location").map { TaskLocation($0) }
        progress = reader.integer("progress") ?? 0
    }

    /// A task after a merge patch (RFC 7396) of what can be written.
    ///
    /// - Throws: A ``Problem`` that names each field at fault.
    init(patching task: TaskItem, with patch: JSONValue, now: UTCInstant) throws {
        guard case .object(let changes) = patch else {
            throw Problem([InputProblem(pointer: "", detail: "must be an object, is \(patch.kind)")])
        }
        let refused = changes.keys.filter { Self.readOnly.contains($0) || $0 == "id" }.sorted()
        guard refused.isEmpty else {
            throw Problem(refused.map { InputProblem(pointer: "/\($0)", detail: "is read-only") })
        }
        guard case .object(var fields) = try JSONValue(json: .init(task.json(now: now))) else {
            preconditionFailure("a task is written as an object")
        }
        for name in Self.readOnly { fields[name] = nil }
        // Derived where there are subtasks, and then not to be kept.
        fields["progress"] = .number(Double(task.ownProgress))
        try self.init(JSONValue.object(fields).merged(with: patch))
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
    fileprivate init?(_ reader: ObjectReader) {
        var reader = reader
        self.init(rules: reader.strings("rrule") ?? [])
        dates = reader.strings("rdate") ?? []
        exceptionDates = reader.strings("exdate") ?? []
        anchor = reader.choice("anchor") ?? .due
        missed = reader.choice("missed") ?? .skip
        respawn = reader.choice("respawn") ?? .completion
        reader.finish()
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
    fileprivate init(_ reader: ObjectReader) {
        var reader = reader
        self.init(
            latitude: reader.number("latitude"),
            longitude: reader.number("longitude"),
            address: reader.string("address"),
            placeName: reader.string("placeName")
        )
        reader.finish()
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

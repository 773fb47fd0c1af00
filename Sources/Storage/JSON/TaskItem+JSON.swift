package import Basics
package import Recurrence

extension TaskItem {
    /// Writes the task as clients see it.
    ///
    /// - Parameters:
    ///   - json: Where to.
    ///   - now: The instant that `isOverdue` holds for.
    package func write(to json: inout JSONWriter, now: UTCInstant) {
        json.object { json in
            json.field("id", id)
            json.field("handle", handle)
            json.field("version", version)
            content.write(fieldsTo: &json)
            json.field("status", status.rawValue)
            writeTimes(to: &json, now: now)
            writeSeries(to: &json)
            json.field("reminders") { json in json.array(reminders) { $1.write(to: &$0) } }
            json.field("subtasks") { json in json.array(subtasks) { $1.write(to: &$0) } }
            json.field("blockedBy") { json in json.array(blockedBy) { $0.string($1.description) } }
            json.field("isBlocked", isBlocked)
            json.field("sortOrder", sortOrder)
            json.field("progress", progress)
            json.field("createdAt", createdAt)
            json.field("updatedAt", updatedAt)
            json.field("completedAt", completedAt)
            if let setAside { json.field("setAside") { setAside.write(to: &$0, now: now) } }
        }
    }

    /// The members that the server alone writes.
    package static let readOnlyMembers: Set<String> = [
        "id", "handle", "shortHandle", "version",
        "startAt", "dueAt", "isOverdue", "isBlocked", "seriesId", "occurrence", "recurrenceId",
        "createdAt",
        "updatedAt", "completedAt", "setAside",
    ]

    /// The names of all members, those among them that only some tasks have.
    package static let members: [String] = {
        let epoch = UTCInstant(millisecondsSinceEpoch: 0)
        let task = TaskItem(id: TaskID(madeAt: epoch), title: "", timeZone: "UTC", now: epoch)
        guard case .object(let object)? = try? JSONValue(json: task.json(now: epoch)) else { return [] }
        let written = object.fields.map(\.name)
        let others = TaskContent.fieldList.map(\.name) + ["setAside"]
        return written + others.filter { !written.contains($0) }
    }()

    /// The task as one JSON object.
    package func json(now: UTCInstant) -> [UInt8] {
        var json = JSONWriter()
        write(to: &json, now: now)
        return json.bytes
    }

    private func writeTimes(to json: inout JSONWriter, now: UTCInstant) {
        json.field("start", start?.civil)
        json.field("due", due?.civil)
        json.field("timeZone", timeZone)
        json.field("startAt", startAt)
        json.field("dueAt", dueAt)
        json.field("isOverdue", isOverdue(at: now))
    }

    private func writeSeries(to json: inout JSONWriter) {
        json.field("recurrence") { json in
            if let recurrence { recurrence.write(to: &json) } else { json.null() }
        }
        json.field("seriesId", occurrence?.series)
        json.field("occurrence", occurrence?.number)
        json.field("recurrenceId", occurrence?.recurrenceID)
    }
}

extension SetAside {
    /// Writes it as clients see it; what nobody has noted yet was found at `now`.
    package func write(to json: inout JSONWriter, now: UTCInstant) {
        json.object { json in
            json.field("reason", reason)
            json.field("since", since ?? now)
            if !unreadableFields.isEmpty { json.field("unreadable", unreadableFields) }
        }
    }
}

extension Reminder {
    package func write(to json: inout JSONWriter) {
        json.object { json in
            fields.write(fieldsTo: &json)
            json.field("handle", id.handle)
            json.field("state", state.rawValue)
            json.field("nextFireAt", nextFireAt)
            json.field("snoozedUntil", snoozedUntil)
            if let hold {
                json.field("heldBy", hold.reason == .quietHours ? "quietHours" : "pause")
                json.field("heldFrom", hold.scheduledAt)
            }
        }
    }

    /// The members that the server alone writes.
    package static let readOnlyMembers = [
        "handle", "shortHandle", "state", "nextFireAt", "snoozedUntil", "heldBy", "heldFrom",
    ]

    private var fields: ReminderFields<CivilTime> {
        var fields = ReminderFields<CivilTime>(id, repetition, catchUp: catchUpWindow, isKept: isKeptOnCompletion)
        switch trigger {
        case .offset(let offset, let base): (fields.offset, fields.base) = (offset, base)
        case .at(let time): fields.time = time.civil
        }
        return fields
    }
}

extension Subtask {
    package func write(to json: inout JSONWriter) {
        json.object { json in
            json.field("id", id)
            json.field("title", title)
            json.field("isCompleted", isCompleted)
        }
    }
}

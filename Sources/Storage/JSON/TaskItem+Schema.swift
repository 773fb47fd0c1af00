import Recurrence

// What TaskItem+JSON.swift writes beside the fields that are declared.

extension TaskItem {
    /// What the server alone writes of a task.
    package static var readOnlySchema: SchemaMembers {
        [
            "handle": .handle, "shortHandle": .shortHandle,
            "startAt": .instant.nullable.described("The instant of the start."),
            "dueAt": .instant.nullable.described("The instant at which it is due."),
            "isOverdue": .boolean.described("Whether its time passed while it was open."),
            "seriesId": .uuid.nullable.described("The series that it is an occurrence of."),
            "occurrence": .integer.nullable.described("Counts the occurrences of the series, from 1."),
            "recurrenceId": .civilTime.nullable.described("The start that the rule gave it, wherever it was moved."),
            "isBlocked": .boolean.described("Whether a task that it waits for is open."),
            "createdAt": .instant, "updatedAt": .instant,
            "completedAt": .instant.nullable,
            "setAside": SetAside.schema.optional.described("Why it is out of the way; missing where it is not."),
        ]
    }
}

extension SetAside {
    fileprivate static var schema: Schema {
        .object([
            "reason": .string, "since": .instant,
            "unreadable": .array(of: .string).optional.described("The fields that cannot be read."),
        ]).named("SetAside", "Why something cannot be read or evaluated.")
    }
}

extension Reminder {
    /// A reminder of a task as clients see it.
    package static var schema: Schema {
        .object(
            ReminderFields<CivilTime>.members(.answer) + [
                "handle": .handle, "shortHandle": .shortHandle,
                "state": .choice(of: State.self),
                "nextFireAt": .instant.nullable, "snoozedUntil": .instant.nullable,
                "heldBy": .words(["quietHours", "pause"]).optional.described("What holds it."),
                "heldFrom": .instant.optional.described("The time that it is held from."),
            ]
        ).named("Reminder", "When a task reminds.")
    }
}

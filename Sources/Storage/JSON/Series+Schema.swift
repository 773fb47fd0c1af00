// What Series+JSON.swift writes beside the fields that are declared.

import Recurrence

extension Series {
    /// What its occurrences are made from, with the names that a task's fields have.
    package static var contentSchema: SchemaMembers {
        TaskContent.members(.answer) + [
            "reminders": .array(of: ReminderFields<CivilTime>.schema(.answer)),
            "subtasks": .array(of: .object(["id": .uuid, "title": .string]).named("SubtaskTemplate")),
        ]
    }

    /// Where it ended and where it came from.
    package static var lineageSchema: SchemaMembers {
        [
            "endReason": .choice(of: End.Reason.self).nullable.described("Why it ended."),
            "endedBy": .uuid.nullable.described("The occurrence that ended it."),
            "splitFrom": .uuid.nullable.described("The series that it was split from."),
            "before": .civilTime.nullable.described("The slot at which it was split: it has none from there on."),
        ]
    }
}

extension Series.Span {
    /// Which times an occurrence has, and how far they lie from each other.
    package static var schema: SchemaMembers {
        ["hasStart": .boolean, "hasDue": .boolean, "span": .duration.described("From the start to the due time.")]
    }
}

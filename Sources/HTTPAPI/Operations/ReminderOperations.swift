import Basics
import HTTPTypes
import Recurrence
import Scheduler
import Storage

extension Operation {
    static let ofReminders = [
        snoozeReminder, acknowledgeReminder, listUpcoming, listFirings, beginPause, listPauses, readPause, endPause,
    ]

    static let snoozeReminder = Operation(
        "snoozeReminder", .post, "reminders/{id}/snooze", .reminders, .write, reach: .reminder,
        summary: "Snooze a reminder",
        "Puts the reminder off, for a time or until one: exactly one of `for` and `until`."
    )
    .at(.id("reminder"))
    .taking(Schema.object(TimeLimit.members(.creation)).closed.named("Snooze"))
    .answering(.ok(TaskItem.schema, "The task.").tagged.changing)
    .refusing(.conflict, "The reminder cannot be snoozed.").conditional.idempotent.shortening

    static let acknowledgeReminder = Operation(
        "acknowledgeReminder", .post, "reminders/{id}/acknowledge", .reminders, .write,
        reach: .reminder, summary: "Acknowledge a reminder", "Stops the reminder, its repetitions too."
    )
    .at(.id("reminder")).takingNothing
    .answering(.ok(TaskItem.schema, "The task.").tagged.changing)
    .refusing(.conflict, "The reminder cannot be acknowledged.").conditional.idempotent.shortening

    static let listUpcoming = Operation(
        "listUpcoming", .get, "upcoming", .reminders, .read, reach: .tasks, summary: "List what will fire",
        """
        Firings in the order of their times. `projected` marks those of occurrences that no task exists for yet; their ids \
        are final. `heldBy` and `heldUntil` tell what will keep one from going off at its time, as things stand.
        """
    )
    .asking(
        .time("from", "From when; now where nothing is said."), .time("until", "Before when."),
        .query("tag", .string(0...TaskContent.Bounds.tagLength), "Of tasks that have the tag."),
        .query("projectId", .resourceName, "Of tasks in the project.").naming(.project), .limit, .cursor
    )
    .answering(.ok(.page(of: .upcomingFiring).named("UpcomingPage"), "A page of the list."))
    .waiting.shortening

    static let listFirings = Operation(
        "listFirings", .get, "tasks/{id}/firings", .reminders, .read, reach: .task,
        summary: "List the firings of a task",
        """
        Why its reminders fire when they do: what is planned, with the reasons, and what was, latest first, with lateness, \
        snoozes and deliveries.
        """
    )
    .at(.id("task")).asking(.limit, .cursor)
    .answering(
        .ok(
            .page(of: .firing, beside: ["planned": .array(of: .plannedFiring)]).named("FiringPage"),
            "A page of past firings; what is planned is on the first."))

    static let beginPause = Operation(
        "beginPause", .post, "pauses", .pauses, .write, reach: .tasks, summary: "Pause reminders",
        """
        Of all tasks, or of those that exactly one of `tag`, `seriesId`, `taskId`, `reminderId` and `filter` names, for a \
        time or until it is ended. It replaces a pause of the same target.
        """
    )
    .taking(Pause.newSchema).answering(.created(Pause.schema, "The pause.").changing)
    .refusing(.notFound, "What it names is not there.").idempotent

    static let listPauses = Operation(
        "listPauses", .get, "pauses", .pauses, .read, reach: .tasks, summary: "List pauses",
        "The pauses that are in force."
    )
    .asking(.limit, .cursor).answering(.ok(.page(of: Pause.schema).named("PausePage"), "A page of the list."))

    static let readPause = Operation(
        "readPause", .get, "pauses/{id}", .pauses, .read, reach: .pause, summary: "Read a pause",
        "A pause that is in force."
    )
    .at(.id("pause")).answering(.ok(Pause.schema, "The pause.")).cached

    static let endPause = Operation(
        "endPause", .delete, "pauses/{id}", .pauses, .write, reach: .pause, summary: "End a pause",
        "What it held fires, or is skipped, as `missed` says."
    )
    .at(.id("pause")).answering(.ok(Pause.schema, "The pause, with when it ended.").changing).conditional
}

extension Schema {
    fileprivate static let upcomingFiring = object([
        "firingId": .uuid, "fireAt": .instant, "reminderId": .uuid, "taskId": .uuid,
        "taskHandle": .handle, "taskShortHandle": .shortHandle, "title": .string,
        "due": .civilTime.nullable, "timeZone": .zone, "occurrence": .integer.nullable,
        "projected": .boolean.described("Whether no task exists for it yet."),
        "heldBy": .choice(of: Reminder.Hold.Reason.self).nullable.described(
            "What will hold it at that time; `skippingPause` is a pause behind which it is reported as missed."),
        "heldUntil": .instant.nullable.described(
            "When it fires instead; null while a pause has no end, and where it is reported as missed."),
    ]).named("UpcomingFiring", "What will fire.")

    fileprivate static let firing = object([
        "firingId": .uuid, "reminderId": .uuid, "outcome": .words(["fired", "missed"]), "scheduledAt": .instant,
        "firedAt": .instant.optional, "missedAt": .instant.optional, "lateBySeconds": .number,
        "lateReason": .string.nullable.described("Why it was late or missed, in one word."), "missedCount": .count,
        "snoozedFrom": .instant.nullable, "snoozedUntil": .instant.nullable, "snoozedBy": .string.nullable,
        "acknowledgedAt": .instant.nullable, "acknowledgedBy": .string.nullable,
        "deliveries": .array(of: Delivery.schema),
    ]).named("Firing", "One moment at which a reminder fired, or was missed.")

    fileprivate static let plannedFiring = object([
        "firingId": .uuid, "reminderId": .uuid, "taskId": .uuid, "scheduledAt": .instant,
        "fireAt": .instant.nullable.described(
            "When it will fire; null while a pause has no end, and where one skips it."),
        "projected": .boolean, "rrule": .array(of: .string), "recurrenceId": .civilTime.nullable, "timeZone": .zone,
        "zoneVersion": .string.nullable, "catchUp": .duration, "snoozedFrom": .instant.nullable,
        "quietHours": QuietHours.schema(.answer).nullable,
        "paused": .boolean.described("Whether a pause holds it or will."),
        "pause": Pause.schema.nullable.described("That pause; null where the token may not see it."),
        "reasons": .array(of: .string),
    ]).named("PlannedFiring", "A firing that is to come, and why then.")
}

import Basics
package import Recurrence
package import Storage

/// Made-up events of every type: message templates and receivers are tried with them before anybody relies on them.
package enum EventSample {
    /// An event that never happened, to be sent to a receiver; its data says `"test": true`, and it is not
    /// in the log.
    ///
    /// - Returns: The event; nil for a type that taskd does not have.
    package static func trial(of type: EventType, at now: UTCInstant) -> Event? {
        guard EventType.known.contains(type), let sample = samples(of: type).last else { return nil }
        return Event(
            sequence: 0,
            id: EventID(madeAt: now),
            type: type,
            timestamp: now,
            data: Array((sample.data.count > 2 ? #"{"test":true,"# : #"{"test":true"#).utf8) + sample.data.dropFirst()
        )
    }

    /// An event of a type with every field filled, by texts that trouble a careless template; and one with few fields.
    static func samples(of type: EventType) -> [Event] {
        [task(isFilled: true), task(isFilled: false)].map { (task: TaskItem) in
            var json = JSONWriter()
            json.object { json in write(type, task, to: &json) }
            return Event(sequence: 1, id: EventID(task.id.uuid), type: type, timestamp: now, data: json.bytes)
        }
    }

    private static let now = UTCInstant(secondsSinceEpoch: 1_800_000_000)

    private static func write(_ type: EventType, _ task: TaskItem, to json: inout JSONWriter) {
        json.field("dataVersion", EventDraft.dataVersion)
        switch type.rawValue.prefix(while: { $0 != "." }) {
        case "reminder": writeReminder(type, task, to: &json)
        case "task": writeTask(type, task, to: &json)
        case "series": writeSeries(type, task, to: &json)
        case "project": writeProject(task, to: &json)
        case "tag": writeTag(task, to: &json)
        case "hook": writeHook(to: &json)
        case "delivery": writeDelivery(to: &json)
        default: break
        }
    }

    private static func writeReminder(_ type: EventType, _ task: TaskItem, to json: inout JSONWriter) {
        if type == .reminderDue || type == .reminderMissed {
            json.field("firingId", task.id.description)
            json.field("scheduledAt", now)
            if type == .reminderDue { json.field("firedAt", now) }
            json.field("lateBySeconds", 90.5)
            json.field("missedCount", 0)
        }
        if let reminder = task.reminders.first { json.field("reminder") { reminder.write(to: &$0) } }
        json.field("task") { task.write(to: &$0, now: now) }
    }

    private static func writeTask(_ type: EventType, _ task: TaskItem, to json: inout JSONWriter) {
        if type == .taskRespawned {
            json.field("previousTaskId", task.id.description)
            json.field("cause", task.id.description)
            json.field("passed", 0)
        }
        json.field("task") { task.write(to: &$0, now: now) }
    }

    private static func writeSeries(_ type: EventType, _ task: TaskItem, to json: inout JSONWriter) {
        json.field("seriesId", task.id.description)
        switch type {
        case .seriesResumed, .seriesFinished: break
        case .seriesCreated: json.field("taskId", task.id.description)
        case .seriesUpdated:
            json.field("version", 2)
            json.field("changed", ["title", "rrule"])
            json.field("taskCount", 1)
            json.field("taskIds", [task.id.description])
        case .seriesSplit:
            json.field("newSeriesId", task.id.description)
            json.field("recurrenceId", "2027-01-15T09:00:00")
        case .seriesStalled:
            json.field("taskId", task.id.description)
            json.field("occurrence", 1_000)
            json.field("open", 1_000)
            json.field("waiting", 12)
        default:
            json.field("taskId", task.id.description)
            json.field("reason", "timeRange")
            json.field("detail", "the next occurrence would be outside the years 1 to 9999")
        }
    }

    private static func writeProject(_ task: TaskItem, to json: inout JSONWriter) {
        let project = Project(id: ProjectID(task.id.uuid), name: task.title, now: now)
        json.field("project") { json in json.object { project.write(membersTo: &$0) } }
    }

    private static func writeTag(_ task: TaskItem, to json: inout JSONWriter) {
        let tag = Tag(name: task.tags.first ?? task.title, now: now)
        json.field("tag") { json in json.object { tag.write(membersTo: &$0, isCounted: false) } }
    }

    private static func writeHook(to json: inout JSONWriter) {
        let hook = Hook(id: Hook.stdoutID, kind: .webhook, url: "https://a.example/", now: now)
        json.field("reason", "the receiver responded with 410 Gone")
        json.field("hook") { hook.write(to: &$0) }
    }

    private static func writeDelivery(to json: inout JSONWriter) {
        json.field("deliveryId", DeliveryID(number: 1).description)
        json.field("hookId", Hook.stdoutID.description)
        json.field("eventId", EventID(Hook.stdoutID.uuid).description)
        json.field("eventType", EventType.reminderDue.rawValue)
        json.field("reason", "taskd crashed while sending this")
    }

    private static func task(isFilled: Bool) -> TaskItem {
        var task = TaskItem(id: TaskID(Hook.stdoutID.uuid), title: "Pay rent", timeZone: "Europe/Berlin", now: now)
        let offset = CalendarDuration(seconds: -3_600)
        task.reminders = [Reminder(id: ReminderID(task.id.uuid), trigger: .offset(offset, from: .due))]
        guard isFilled else { return task }
        task.title = "\"Zahnärztin\" \\ ☎ {{x}} </予約>"
        task.details = "one\ntwo\t\u{1}"
        task.priority = .urgent
        task.tags = ["home", "\"quoted\""]
        task.due = LocalTime(.dateTime(CivilDateTime(secondsSinceEpoch: 1_800_003_600)))
        task.dueAt = now
        task.subtasks = [Subtask(id: SubtaskID(task.id.uuid), title: "\\\"")]
        task.location = TaskLocation(latitude: 52.52, longitude: 13.4, address: nil, placeName: "Bank")
        task.properties = TaskProperties(json: #"{"X-\"A\"":["\\",{"{{x}}":"</é>\u0001"}]}"#)
        return task
    }
}

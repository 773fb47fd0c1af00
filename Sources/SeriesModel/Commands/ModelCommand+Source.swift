import Recurrence

/// A command prints as the Swift that makes it, so that a failing history can be pasted into a test.
extension ModelCommand: CustomStringConvertible {
    /// The source of the command.
    package var description: String {
        switch self {
        case .create(let task): ".create(\(task.source))"
        case .complete(let id): ".complete(\(id.source))"
        case .skip(let id): ".skip(\(id.source))"
        case .reopen(let id): ".reopen(\(id.source))"
        case .setStatus(let id, let status, let scope): ".setStatus(\(id.source), .\(status), .\(scope))"
        case .touch(let id): ".touch(\(id.source))"
        case .delete(let id, let scope): ".delete(\(id.source), .\(scope))"
        case .patch(let id, let scope, let patch): ".patch(\(id.source), .\(scope), \(patch.source))"
        case .patchSeries(let id, let patch): ".patchSeries(\(id.description.quoted), \(patch.source))"
        case .deleteSeries(let id, let open): ".deleteSeries(\(id.description.quoted), .\(open))"
        case .advance(let instant): ".advance(to: utc(\(instant.description.quoted)))"
        case .undo: ".undo"
        }
    }
}

extension TaskID {
    fileprivate var source: String { description.quoted }
}

extension NewTask {
    fileprivate var source: String {
        call(
            "NewTask", [id.source, content.source],
            [
                ("start", start?.source), ("due", due?.source), ("zone", zone.quoted),
                ("recurrence", recurrence?.source),
            ])
    }
}

extension Content {
    fileprivate var source: String {
        call(
            "Content", [],
            [
                ("title", title.quoted), ("priority", priority == .none ? nil : ".\(priority)"),
                ("tags", tags.isEmpty ? nil : list(tags.map(\.quoted))),
                ("reminders", reminders.isEmpty ? nil : list(reminders.map(\.source))),
            ])
    }
}

extension ModelReminder {
    fileprivate var source: String {
        switch trigger {
        case .offset(let offset, let anchor):
            "ModelReminder(.offset(CalendarDuration(days: \(offset.days), seconds: \(offset.seconds)), .\(anchor)))"
        case .at(let time): "ModelReminder(.at(\(CivilTime.dateTime(time).source).startOfDayOrTime))"
        case .distance(let distance): "ModelReminder(.distance(\(distance)))"
        }
    }
}

extension RecurrencePatch {
    fileprivate var source: String {
        call(
            "RecurrencePatch", [],
            [
                ("rrule", rrule.map { list($0.map(\.quoted)) }), ("rdate", rdate.map { list($0.map(\.source)) }),
                ("exdate", exdate.map { list($0.map(\.source)) }), ("anchor", anchor.map { ".\($0)" }),
                ("missed", missed.map { ".\($0)" }), ("respawn", respawn.map { ".\($0)" }),
            ])
    }
}

extension TaskPatch {
    fileprivate var source: String {
        call(
            "TaskPatch", [],
            [
                ("title", title?.quoted), ("priority", priority.map { ".\($0)" }),
                ("tags", tags.map { list($0.map(\.quoted)) }), ("reminders", reminders.map { list($0.map(\.source)) }),
                ("start", start?.source), ("due", due?.source), ("timeZone", timeZone?.quoted),
                ("recurrence", recurrence.source),
            ])
    }
}

extension RecurrenceChange {
    fileprivate var source: String? {
        switch self {
        case .untouched: nil
        case .null: ".null"
        case .members(let members): ".members(\(members.source))"
        }
    }
}

extension SeriesPatch {
    fileprivate var source: String {
        call("SeriesPatch", [changes.source], [("dtstart", dtstart?.source), ("revives", revives ? "true" : nil)])
    }
}

extension CivilTime {
    fileprivate var source: String { "local(\(description.quoted))" }
}

extension String {
    fileprivate var quoted: String { "\"\(self)\"" }
}

private func list(_ items: [String]) -> String { "[" + items.joined(separator: ", ") + "]" }

private func call(_ name: String, _ plain: [String], _ labelled: [(String, String?)]) -> String {
    let arguments = plain + labelled.compactMap { label, value in value.map { "\(label): \($0)" } }
    return "\(name)(\(arguments.joined(separator: ", ")))"
}

package import Basics
import Recurrence

extension Series {
    /// Writes what its occurrences are made from, with the names that a task's fields have.
    package func write(contentTo json: inout JSONWriter) {
        content.write(fieldsTo: &json)
        json.field("reminders") { json in json.array(reminders) { $1.write(to: &$0, at: start) } }
        json.field("subtasks") { json in json.array(subtasks) { $1.write(to: &$0) } }
    }

    /// Writes where it ended and where it came from.
    package func write(lineageTo json: inout JSONWriter) {
        json.field("endReason", end?.reason.rawValue)
        json.field("endedBy", end?.by)
        json.field("splitFrom", splitFrom)
        json.field("before", before)
    }
}

extension Series.Span {
    /// Writes which times an occurrence has, and how far they lie from each other.
    package func write(fieldsTo json: inout JSONWriter) {
        json.field("hasStart", hasStart)
        json.field("hasDue", hasDue)
        // Of one sign, as the text of a duration is.
        let duration = CalendarDuration(days: seconds / 86_400, seconds: seconds % 86_400)
        json.field("span", duration.description)
    }
}

extension ReminderTemplate {
    /// Writes the reminder as it is on the occurrence at a slot.
    fileprivate func write(to json: inout JSONWriter, at slot: CivilTime) {
        var fields = ReminderFields<CivilTime>(id, repetition, catchUp: catchUpWindow, isKept: isKeptOnCompletion)
        switch trigger {
        case .offset(let offset, let base): (fields.offset, fields.base) = (offset, base)
        case .distance(let seconds):
            fields.time = CivilTime.dateTime(slot.startOfDayOrTime).advanced(bySeconds: seconds)
        }
        fields.write(to: &json)
    }
}

extension SubtaskTemplate {
    fileprivate func write(to json: inout JSONWriter) {
        json.object { json in
            json.field("id", id)
            json.field("title", title)
        }
    }
}

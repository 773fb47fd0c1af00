package import Basics
import Recurrence
package import Storage

extension Pause {
    /// Writes the pause as clients see it.
    package func write(to json: inout JSONWriter) {
        json.object { write(fieldsTo: &$0) }
    }

    /// Writes the pause's fields into an object that may hold more.
    package func write(fieldsTo json: inout JSONWriter) {
        json.field("id", id.description)
        switch target {
        case .all: json.field("all", true)
        case .tag(let tag): json.field("tag", tag)
        case .series(let id): json.field("seriesId", id.description)
        case .task(let id): json.field("taskId", id.description)
        case .reminder(let id): json.field("reminderId", id.description)
        }
        json.field("since", since)
        json.field("until", until)
        json.field("missed", missed.rawValue)
        json.field("note", note)
        json.field("author", author)
        json.field("endedAt", endedAt)
    }
}

extension EventDraft {
    /// What happened to a pause.
    static func about(_ pause: Pause, _ type: EventType, now: UTCInstant) -> EventDraft {
        make(type, about: nil, now: now) { json in
            json.field("pause") { pause.write(to: &$0) }
        }
    }
}

package import Basics
import Recurrence

package struct RecurrenceColumn: JSONColumn {
    package let recurrence: TaskRecurrence

    package init(_ recurrence: TaskRecurrence) {
        self.recurrence = recurrence
    }

    package init(_ fields: JSONFields) throws {
        recurrence = TaskRecurrence(
            rules: try fields.strings("rrule"),
            dates: try fields.strings("rdate"),
            exceptionDates: try fields.strings("exdate"),
            anchor: TaskRecurrence.Anchor(rawValue: try fields.string("anchor")) ?? .due,
            missed: TaskRecurrence.Missed(rawValue: try fields.string("missed")) ?? .skip,
            respawn: TaskRecurrence.Respawn(rawValue: try fields.string("respawn")) ?? .completion
        )
    }

    package func write(to json: inout JSONWriter) {
        json.field("rrule", recurrence.rules)
        json.field("rdate", recurrence.dates)
        json.field("exdate", recurrence.exceptionDates)
        json.field("anchor", recurrence.anchor.rawValue)
        json.field("missed", recurrence.missed.rawValue)
        json.field("respawn", recurrence.respawn.rawValue)
    }
}

package struct SubtaskColumn: JSONColumn {
    private let id: String
    private let title: String
    private let isCompleted: Bool

    package init(_ subtask: Subtask) {
        (id, title, isCompleted) = (subtask.id.description, subtask.title, subtask.isCompleted)
    }

    package init(_ fields: JSONFields) throws {
        (id, title) = (try fields.string("id"), try fields.string("title"))
        isCompleted = try fields.bool("isCompleted")
    }

    package func write(to json: inout JSONWriter) {
        json.field("id", id)
        json.field("title", title)
        json.field("isCompleted", isCompleted)
    }

    package var subtask: Subtask {
        get throws {
            guard let id = SubtaskID(id) else {
                throw StoreError(.unreadable, "the id of a subtask is not a UUID")
            }
            return Subtask(id: id, title: title, isCompleted: isCompleted)
        }
    }
}

package struct AttachmentColumn: JSONColumn {
    package let attachment: Attachment

    package init(_ attachment: Attachment) {
        self.attachment = attachment
    }

    package init(_ fields: JSONFields) throws {
        guard let id = AttachmentID(try fields.string("id")) else {
            throw StoreError(.unreadable, "the id of an attachment is not a UUID")
        }
        let (name, type): (String?, String?) = (try fields.string("fileName"), try fields.string("mediaType"))
        if let url: String = try fields.string("url") {
            attachment = Attachment(id: id, url: url, fileName: name, mediaType: type)
        } else if let digest = ContentDigest(try fields.string("sha256")), let size = try fields.integer("size") {
            attachment = Attachment(id: id, content: digest, size: size, fileName: name, mediaType: type)
        } else {
            throw JSONFields.mismatch
        }
    }

    package func write(to json: inout JSONWriter) {
        json.field("id", attachment.id)
        json.present("fileName", attachment.fileName)
        json.present("mediaType", attachment.mediaType)
        json.present("url", attachment.url)
        json.present("sha256", attachment.content?.description)
        json.present("size", attachment.size)
    }
}

package struct LocationColumn: JSONColumn {
    package let location: TaskLocation

    package init(_ location: TaskLocation) {
        self.location = location
    }

    package init(_ fields: JSONFields) throws {
        location = TaskLocation(
            latitude: try fields.number("latitude"), longitude: try fields.number("longitude"),
            address: try fields.string("address"), placeName: try fields.string("placeName"))
    }

    package func write(to json: inout JSONWriter) {
        json.present("latitude", location.latitude)
        json.present("longitude", location.longitude)
        json.present("address", location.address)
        json.present("placeName", location.placeName)
    }
}

package import Basics
import Recurrence

/// What a change of a series has still to do.
package struct PendingEditColumn: JSONColumn {
    package let edit: PendingEdit

    package init(_ edit: PendingEdit) {
        self.edit = edit
    }

    package init(_ fields: JSONFields) throws {
        var edit = PendingEdit(lastNumber: try fields.required("lastNumber", \.integer))
        edit.fields = TaskFields(rawValue: try fields.required("fields", \.integer))
        edit.timeShift = try fields.integer("timeShift")
        edit.pause = try fields.optional("pause") { $0.string.flatMap { PauseID($0) } }
        edit.outcome = try Self.outcome(in: fields)
        edit.spared = try Self.task("spared", in: fields)
        edit.next = try fields.optional("next") { $0.string.flatMap { CivilTime($0) } }
        edit.cause = try Self.task("cause", in: fields)
        edit.change = try fields.optional("change") { $0.string.flatMap { ChangeID($0) } }
        edit.report = try Self.report(in: fields)
        self.edit = edit
    }

    package func write(to json: inout JSONWriter) {
        json.field("lastNumber", edit.lastNumber)
        json.field("fields", edit.fields.rawValue)
        json.present("timeShift", edit.timeShift)
        json.present("pause", edit.pause?.description)
        switch edit.outcome {
        case .stays: break
        case .deleted: json.field("outcome", "deleted")
        case .cancelled: json.field("outcome", "cancelled")
        case .excepted(let dates):
            json.field("outcome", "excepted")
            json.field("exdate", dates)
        }
        json.present("spared", edit.spared?.description)
        json.present("next", edit.next?.description)
        json.present("cause", edit.cause?.description)
        json.present("change", edit.change?.description)
        guard let report = edit.report else { return }
        json.field("members", report.members)
        json.field("isSeriesChanged", report.isSeriesChanged)
        json.field("taskCount", report.taskCount)
        json.field("tasks", report.tasks.map(\.description))
    }

    private static func outcome(in fields: JSONFields) throws -> PendingEdit.Outcome {
        switch try fields.string("outcome") as String? {
        case nil: .stays
        case "deleted": .deleted
        case "cancelled": .cancelled
        case "excepted": .excepted(try fields.strings("exdate"))
        default: throw JSONFields.mismatch
        }
    }

    private static func report(in fields: JSONFields) throws -> PendingEdit.Report? {
        guard let count = try fields.integer("taskCount") else { return nil }
        var report = PendingEdit.Report(
            members: try fields.strings("members"), isSeriesChanged: try fields.bool("isSeriesChanged"))
        report.taskCount = count
        report.tasks = try fields.strings("tasks").map { try TaskID($0) ?? { throw JSONFields.mismatch }() }
        return report
    }

    private static func task(_ name: String, in fields: JSONFields) throws -> TaskID? {
        try fields.optional(name) { $0.string.flatMap { TaskID($0) } }
    }
}

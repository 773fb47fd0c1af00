import Basics
package import Recurrence
package import Storage

/// A saved view in an export.
package struct ViewRecord: TransferRecord {
    package static let kind = "view"
    package static let blank = ViewRecord(view: SavedView(id: .unread, name: "", now: .unread))

    var view: SavedView

    package static func visitFields(_ fields: inout some FieldVisitor<ViewRecord>) {
        fields.field("id", \.view.id, or: .unread, FieldRule.any.required)
        fields.field("version", \.view.version, or: 1, .counting(from: 1))
        fields.part(\.view)
        fields.field("createdAt", \.view.createdAt, or: .unread, FieldRule.any.required)
        fields.field("updatedAt", \.view.updatedAt, or: .unread, FieldRule.any.required)
    }

    package static func each(
        in reader: any StoreReader, at now: UTCInstant, _ body: (ViewRecord?) throws -> Void
    ) throws {
        for view in try reader.views() { try body(ViewRecord(view: view)) }
    }

    package func stored(in reader: any StoreReader) throws -> ViewRecord? {
        try reader.view(view.id).map { ViewRecord(view: $0) }
    }

    package mutating func settle(at site: ImportSite, noting problems: inout [InputProblem]) throws {
        view.checkList(noting: &problems)
        if let zone = view.timeZone { _ = site.plan(for: zone, noting: &problems) }
        if let other = try site.reader.view(named: view.name), other.id != view.id {
            problems.append("/name", "belongs to the view \(other.id); rename one of them")
        }
        if try site.reader.view(view.id) == nil, try site.reader.views().count >= SavedView.maxCount {
            problems.append("", "there are \(SavedView.maxCount) views already, the most allowed")
        }
    }

    package func save(at site: ImportSite, in transaction: any StoreTransaction) throws {
        try transaction.save(view)
    }
}

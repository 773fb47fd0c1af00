import Basics
package import Recurrence
package import Storage

/// A tag in an export, where somebody has made it, or said how it looks; others come with what has them.
package struct TagRecord: TransferRecord {
    package static let kind = "tag"
    package static let key = "name"
    package static let blank = TagRecord(tag: Tag(name: "", now: .unread))

    var tag: Tag

    package static func visitFields(_ fields: inout some FieldVisitor<TagRecord>) {
        fields.part(\.tag)
        fields.field("version", \.tag.version, or: 1, .counting(from: 1))
        fields.field("createdAt", \.tag.createdAt, or: .unread, FieldRule.any.required)
        fields.field("updatedAt", \.tag.updatedAt, or: .unread, FieldRule.any.required)
    }

    package static func each(
        in reader: any StoreReader, at now: UTCInstant, _ body: (TagRecord?) throws -> Void
    ) throws {
        var cursor: StoreCursor?
        repeat {
            let page = try reader.tags(after: cursor, limit: 500)
            for tag in page.items where tag.isKept { try body(TagRecord(tag: tag)) }
            cursor = page.next
        } while cursor != nil
    }

    package func stored(in reader: any StoreReader) throws -> TagRecord? {
        try reader.tag(named: tag.name).flatMap { $0.isKept ? TagRecord(tag: $0) : nil }
    }

    package mutating func settle(at site: ImportSite, noting problems: inout [InputProblem]) throws {
        let found = try site.reader.tag(named: tag.name)
        (tag.id, tag.name, tag.isKept) = (found?.id ?? .unset, tag.name.inNormalForm, true)
        guard let found, found.name != tag.name else { return }
        guard let pause = try site.reader.pause(PauseID(pausing: .tag(found.name))), pause.isLasting(at: site.now)
        else { return }
        problems.append(
            "/name",
            "differs from \"\(found.name)\" in the store, which is paused and so cannot be renamed; resume it first")
    }

    package func save(at site: ImportSite, in transaction: any StoreTransaction) throws {
        try transaction.save(tag)
    }
}

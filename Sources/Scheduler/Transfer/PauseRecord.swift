package import Basics
package import Recurrence
package import Storage

/// A pause in an export; one that is over is left out.
package struct PauseRecord: TransferRecord {
    package static let kind = "pause"
    package static let key = "target"
    package static let blank = PauseRecord(pause: Pause(.all, since: .unread))

    var pause: Pause

    package static func visitFields(_ fields: inout some FieldVisitor<PauseRecord>) {
        fields.field("target", \.pause.target, or: .all, FieldRule.any.required)
        fields.field("since", \.pause.since, or: .unread, FieldRule.any.required)
        fields.field("until", \.pause.until, or: nil)
        fields.field("missed", \.pause.missed, or: .fire)
        fields.field("note", \.pause.note, or: nil, .text(atMost: 1_000))
        fields.field("author", \.pause.author, or: nil, .text(atMost: 200))
    }

    package static func each(
        in reader: any StoreReader, at now: UTCInstant, _ body: (PauseRecord?) throws -> Void
    ) throws {
        var (last, count): (PauseTarget?, Int) = (nil, 0)
        repeat {
            let page = try reader.pauses(after: last, limit: 200)
            for pause in page where pause.isLasting(at: now) { try body(PauseRecord(pause: pause)) }
            (last, count) = (page.last?.target, page.count)
        } while count > 0
        for _ in try reader.unreadablePauses(overAt: nil, limit: 1_000) { try body(nil) }
    }

    package func stored(in reader: any StoreReader) throws -> PauseRecord? {
        try reader.pause(pause.id).map { PauseRecord(pause: $0) }
    }

    package mutating func settle(at site: ImportSite, noting problems: inout [InputProblem]) throws {
        if let until = pause.until, until <= pause.since { problems.append("/until", "must be after since") }
        pause.target.checkFilter(at: "/target", noting: &problems)
        if try !pause.target.hasRoom(in: site.reader) { problems.append("/target", PauseTarget.noRoom) }
        guard case .tag(let name) = pause.target, let tag = try site.reader.tag(named: name), tag.name != name else {
            return
        }
        problems.append("/target", "the store writes this tag \"\(tag.name)\"; write it so in the file")
    }

    package func isOver(at now: UTCInstant) -> Bool { !pause.isLasting(at: now) }

    package func save(at site: ImportSite, in transaction: any StoreTransaction) throws {
        // What will be tagged with it has the name as the pause has it.
        if case .tag(let name) = pause.target { _ = try transaction.tag(making: name, now: pause.since) }
        try transaction.save(pause)
    }
}

extension PauseTarget: FieldValue {
    package func write(as name: StaticString, to json: inout JSONWriter, omitsNil: Bool) {
        json.field(name, description)
    }

    package static func read(_ name: String, from reader: inout ObjectReader, atMost count: Int) -> Self? {
        reader.text(name, "all, tag:NAME, series:ID, task:ID, reminder:ID or filter:FILTER") { Self($0) }
    }

    package static func schema(_ form: FieldForm) -> Schema { .string.example("tag:work") }
}

import Basics
package import Recurrence
package import Storage

/// One kind of record of an export, declared once: its lines are written and read by its fields.
///
/// Another kind is a type and its place in ``TransferFormat/kinds``; another field is a line of `visitFields`.
package protocol TransferRecord: FieldHolder {
    /// The member `kind` of its lines.
    static var kind: String { get }
    /// One with nothing in it; what is required is missing from it.
    static var blank: Self { get }
    /// The member that says which one it is.
    static var key: String { get }

    /// Passes every one that is stored to a closure, in the order in which they are to be imported.
    ///
    /// - Parameters:
    ///   - reader: A snapshot.
    ///   - now: The time of the export.
    ///   - body: Is passed each; nil for one that cannot be read.
    /// - Throws: ``StoreError``; what `body` throws.
    static func each(in reader: any StoreReader, at now: UTCInstant, _ body: (Self?) throws -> Void) throws

    /// The one with its id, as it is stored; nil when there is none.
    func stored(in reader: any StoreReader) throws -> Self?

    /// Prepares it to be stored: computes derived values, and marks reminders whose time is past as missed.
    ///
    /// - Parameters:
    ///   - site: Where it comes to.
    ///   - problems: Takes up what is wrong with it.
    /// - Throws: ``StoreError``.
    mutating func settle(at site: ImportSite, noting problems: inout [InputProblem]) throws

    /// Whether its time is over, so that there is nothing to import.
    func isOver(at now: UTCInstant) -> Bool

    /// Writes it.
    func save(at site: ImportSite, in transaction: any StoreTransaction) throws

    /// What is told of it where events are asked for; nil for nothing.
    func event(isNew: Bool, at site: ImportSite, in reader: any StoreReader) throws -> EventDraft?
}

extension TransferRecord {
    package static var key: String { "id" }

    package func isOver(at now: UTCInstant) -> Bool { false }

    package func event(isNew: Bool, at site: ImportSite, in reader: any StoreReader) throws -> EventDraft? { nil }

    /// The record as a line, without its end.
    package var line: [UInt8] {
        var json = JSONWriter()
        json.object { json in
            json.field("kind", Self.kind)
            write(fieldsTo: &json)
        }
        return json.bytes
    }

    /// Reads a record, and notes what is wrong with it.
    static func read(_ value: JSONValue, noting problems: inout [InputProblem]) -> Self {
        let collector = ProblemCollector()
        var reader = ObjectReader(value, at: "", collector)
        reader.ignore(["kind"])
        let patch = Patch<Self>(&reader)
        reader.finish()
        var (record, missing) = (blank, [InputProblem]())
        patch.apply(to: &record, isNew: true, noting: &missing)
        collector.add(missing)
        if collector.problems.isEmpty {
            var wrong: [InputProblem] = []
            record.checkFields(noting: &wrong)
            collector.add(wrong)
        }
        problems += collector.problems
        return record
    }
}

/// Where records come to: what is stored there, and what time it is.
package struct ImportSite {
    /// What is stored.
    package let reader: any StoreReader
    /// Derive what follows from a record.
    package let commands: TaskCommands
    /// The time.
    package let now: UTCInstant
    /// Whether what a record names must be stored; while nothing is written it may stand in the same file.
    package let requiresReferences: Bool

    package init(_ reader: any StoreReader, _ commands: TaskCommands, now: UTCInstant, requiresReferences: Bool) {
        (self.reader, self.commands, self.now) = (reader, commands, now)
        self.requiresReferences = requiresReferences
    }

    /// Notes that a project must be there.
    func check(project id: ProjectID?, at pointer: String, noting problems: inout [InputProblem]) throws {
        guard requiresReferences, let id else { return }
        if try reader.project(id)?.isDeleted ?? true {
            problems.append(pointer, "there is no project \(id); import it first")
        }
    }

    /// The plan of a zone; nil where there is none, which is noted.
    func plan(for zone: String, noting problems: inout [InputProblem]) -> TaskPlan? {
        do { return try commands.plan(for: zone) } catch {
            problems.append("/timeZone", error.wordsForUnit)
            return nil
        }
    }
}

extension Identifier {
    /// What stands for an id that is still to be read.
    static var unread: Self { Self(UUIDValue(high: 0, low: 0)) }
}

extension UTCInstant {
    /// What stands for an instant that is still to be read.
    static let unread = UTCInstant(millisecondsSinceEpoch: 0)
}

extension FieldRule where Value == Int {
    /// A number that counts something, from a least one on.
    static func counting(from least: Int) -> FieldRule { .within(least...1_000_000_000) }
}

extension Attachment {
    /// Whether it is content, which an export has no bytes of, and no link.
    var isContent: Bool { url == nil }
}

extension [Attachment] {
    /// Notes those that are no links.
    func checkLinks(at pointer: String, noting problems: inout [InputProblem]) {
        for (index, attachment) in enumerated() where attachment.isContent {
            problems.append("\(pointer)/attachments/\(index)", "must have a url: contents are not imported")
        }
    }
}

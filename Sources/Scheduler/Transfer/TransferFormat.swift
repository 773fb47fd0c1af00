import Basics
package import Recurrence
package import Storage

/// The format of exports: JSON Lines (https://jsonlines.org), a header, the records kind by kind, and an end.
package enum TransferFormat {
    /// The member `format` of the header.
    package static let name = "taskd-jsonl"
    /// The version of the format; a reader knows those up to its own.
    package static let version = 1
    /// How many lines a part of an import has at most.
    package static let maxLines = 500
    /// How large a part of an import is at most, in bytes.
    package static let maxPart = 2 << 20

    /// The kinds of records, in the order in which they are exported and are to be imported: what a record names is in an
    /// earlier one.
    static let kinds: [any TransferRecord.Type] = [
        ProjectRecord.self, TagRecord.self, ViewRecord.self, SeriesRecord.self, OccurrenceRecord.self, PauseRecord.self,
        TaskRecord.self,
    ]

    /// Writes an export, a line at a time.
    ///
    /// - Parameters:
    ///   - reader: The snapshot that is exported.
    ///   - program: What makes it, with its version.
    ///   - now: The time.
    ///   - write: Is passed each line with its end.
    /// - Throws: What `write` throws; ``StoreError``.
    package static func export(
        _ reader: any StoreReader, by program: String, at now: UTCInstant, _ write: ([UInt8]) throws -> Void
    ) throws {
        var header = JSONWriter()
        header.object { json in
            json.field("kind", "header")
            json.field("format", name)
            json.field("version", version)
            json.field("madeBy", program)
        }
        try write(header.bytes + [lineEnd])
        var (count, leftOut) = (0, 0)
        for kind in kinds { try export(kind, reader, at: now, &count, &leftOut, write) }
        var end = JSONWriter()
        end.object { json in
            json.field("kind", "end")
            json.field("records", count)
            json.field("leftOut", leftOut)
        }
        try write(end.bytes + [lineEnd])
    }

    private static let lineEnd = UInt8(ascii: "\n")

    private static func export<Record: TransferRecord>(
        _ kind: Record.Type, _ reader: any StoreReader, at now: UTCInstant, _ count: inout Int, _ leftOut: inout Int,
        _ write: ([UInt8]) throws -> Void
    ) throws {
        try kind.each(in: reader, at: now) { record in
            guard let record else { return leftOut += 1 }
            try write(record.line + [lineEnd])
            count += 1
        }
    }
}

/// A line of an import.
package enum ImportLine: Sendable {
    /// The first line.
    case header
    /// A record.
    case record(any TransferRecord)
    /// The last line, with how many records it says there are; nil where it does not say that.
    case end(Int?)

    /// Reads a line, and notes what is wrong with it.
    ///
    /// - Returns: The line; nil where something is.
    package static func read(_ bytes: some Collection<UInt8>, noting problems: inout [InputProblem]) -> ImportLine? {
        let value: JSONValue
        do throws(JSONError) { value = try JSONValue(json: bytes, limits: .request) } catch {
            problems.append(error.pointer, "is not valid JSON: \(error.reason)")
            return nil
        }
        let collector = ProblemCollector()
        var reader = ObjectReader(value, at: "", collector)
        let kind = reader.string("kind")
        if reader.isObject, kind == nil, collector.problems.isEmpty { reader.missing("kind") }
        problems += collector.problems
        guard problems.isEmpty, let kind else { return nil }
        switch kind {
        case "header":
            check(&reader, collector)
            problems += collector.problems
            return problems.isEmpty ? .header : nil
        case "end":
            let count = reader.integer("records")
            problems += collector.problems
            return problems.isEmpty ? .end(count) : nil
        default:
            guard let type = TransferFormat.kinds.first(where: { $0.kind == kind }) else {
                let kinds = (["header"] + TransferFormat.kinds.map { $0.kind } + ["end"]).joined(separator: ", ")
                problems.append("/kind", "must be one of \(kinds)")
                return nil
            }
            let record = type.read(value, noting: &problems)
            return problems.isEmpty ? .record(record) : nil
        }
    }

    private static func check(_ reader: inout ObjectReader, _ collector: ProblemCollector) {
        let (format, version) = (reader.string("format"), reader.integer("version"))
        if format != TransferFormat.name { collector.add("/format", "must be \(TransferFormat.name)") }
        if let version, (1...TransferFormat.version).contains(version) { return }
        collector.add(
            "/version",
            "must be a version that this taskd reads, up to \(TransferFormat.version); a later one needs a newer taskd")
    }
}

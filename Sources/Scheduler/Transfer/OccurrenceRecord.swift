import Basics
package import Recurrence
package import Storage

/// An entry of the ledger of a series in an export: what became of a slot.
package struct OccurrenceRecord: TransferRecord {
    package static let kind = "occurrence"
    package static let key = "recurrenceId"
    package static let blank: OccurrenceRecord = {
        var entry = LedgerEntry(recurrenceID: .date(CivilDate(daysSinceEpoch: 0)), task: .unread, number: 1)
        entry.number = nil
        return OccurrenceRecord(entry, of: .unread)
    }()

    var series: SeriesID
    var entry: LedgerEntry
    private var overrides: [String]

    init(_ entry: LedgerEntry, of series: SeriesID) {
        (self.series, self.entry, overrides) = (series, entry, entry.overrides.fieldNames)
    }

    package static func visitFields(_ fields: inout some FieldVisitor<OccurrenceRecord>) {
        fields.field("seriesId", \.series, or: .unread, FieldRule.any.required)
        fields.field("recurrenceId", \.entry.recurrenceID, or: blank.entry.recurrenceID, FieldRule.any.required)
        fields.field("taskId", \.entry.task, or: .unread, FieldRule.any.required)
        fields.field("number", \.entry.number, or: nil, .within(1...1_000_000_000))
        fields.field("state", \.entry.state, or: .open)
        fields.field("outcome", \.entry.outcome, or: nil)
        fields.field("cause", \.entry.cause, or: nil)
        fields.field("overrides", \.overrides, or: [], .texts(atMost: 64, each: 1...100))
        fields.field("isTouched", \.entry.isTouched, or: false)
        fields.field("passed", \.entry.passed, or: 0, .counting(from: 0))
        fields.field("version", \.entry.version, or: 0, .counting(from: 0))
        fields.field("closedAt", \.entry.closedAt, or: nil)
    }

    package func checkTogether(at pointer: String, noting problems: inout [InputProblem]) {
        if entry.isBorn, entry.number == nil { problems.append("\(pointer)/number", "is missing") }
        if !entry.isBorn, entry.number != nil {
            problems.append("\(pointer)/number", "must be null, since the occurrence is withdrawn")
        }
        let known = Set(TaskFields(rawValue: .max).fieldNames)
        for (index, name) in overrides.enumerated() where !known.contains(name) {
            problems.append("\(pointer)/overrides/\(index)", "is not a field that an occurrence can override")
        }
    }

    package static func each(
        in reader: any StoreReader, at now: UTCInstant, _ body: (OccurrenceRecord?) throws -> Void
    ) throws {
        try SeriesRecord.each(in: reader, at: now) { record in
            guard let series = record?.series else { return }
            var slot: CivilTime?
            while true {
                let entries = try reader.entries(of: series.id, in: nil, from: slot, limit: 500)
                for entry in entries { try body(OccurrenceRecord(entry, of: series.id)) }
                guard entries.count == 500, let last = entries.last,
                    let next = last.recurrenceID.advanced(bySeconds: last.recurrenceID.isDate ? 86_400 : 1)
                else { return }
                slot = next
            }
        }
    }

    package func stored(in reader: any StoreReader) throws -> OccurrenceRecord? {
        try reader.entry(of: series, at: entry.recurrenceID).map { OccurrenceRecord($0, of: series) }
    }

    package mutating func settle(at site: ImportSite, noting problems: inout [InputProblem]) throws {
        entry.overrides = TaskFields(members: overrides.filter { $0 != "times" })
        if overrides.contains("times") { entry.overrides.insert(.times) }
        overrides = entry.overrides.fieldNames
        guard site.requiresReferences else { return }
        guard let series = try site.reader.series(series) else {
            return problems.append("/seriesId", "there is no series \(self.series); import it first")
        }
        if series.start.isDate != entry.recurrenceID.isDate {
            problems.append(
                "/recurrenceId", "must be \(series.start.isDate ? "a date" : "a time"), as its series' start is")
        }
        if let stored = try site.reader.entry(of: series.id, at: entry.recurrenceID), stored.task != entry.task {
            problems.append("/taskId", "must be \(stored.task), the task that already has this slot")
        }
    }

    package func save(at site: ImportSite, in transaction: any StoreTransaction) throws {
        try transaction.save(entry, of: series)
    }
}

extension LedgerEntry.State: FieldChoice {}

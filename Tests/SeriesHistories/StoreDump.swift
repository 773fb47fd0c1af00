import Recurrence
import Storage

/// All that a store holds of tasks, series, ledgers and pauses, but for what undoing does not bring back: versions, and
/// entries that were withdrawn, of which nothing but id and version is kept.
struct StoreDump: Equatable, Sendable {
    private enum Record: Equatable {
        case task(TaskItem)
        case series(Series)
        case entry(LedgerEntry)
        case pause(Pause)
    }

    private var records: [String: Record] = [:]

    /// - Parameters:
    ///   - series: Every series that there ever was.
    ///   - reader: The store.
    /// - Throws: ``StoreError``.
    init(of series: some Collection<SeriesID>, in reader: any StoreReader) throws {
        var (place, isEnd): (StoreCursor?, Bool) = (nil, false)
        while !isEnd {
            let page = try reader.everyTask(after: place, limit: 500)
            for task in page.tasks { add(task) }
            (place, isEnd) = (page.next, page.next == nil)
        }
        for id in series {
            guard let found = try reader.series(id) else { continue }
            add(found)
            for entry in try reader.entries(of: id, in: nil, from: nil, limit: .max) where entry.isBorn {
                add(entry, of: id)
            }
        }
        for pause in try reader.pauses(after: nil, limit: .max) { records["pause \(pause.id)"] = .pause(pause) }
    }

    private mutating func add(_ task: TaskItem) {
        var plain = task
        plain.version = 0
        records["task \(task.id)"] = .task(plain)
    }

    private mutating func add(_ series: Series) {
        var plain = series
        // When to look again follows from all else and the clock.
        (plain.version, plain.sharedChanges, plain.projectedAt) = (0, 0, nil)
        records["series \(series.id)"] = .series(plain)
    }

    private mutating func add(_ entry: LedgerEntry, of series: SeriesID) {
        var plain = entry
        plain.version = 0
        records["entry \(series) \(entry.recurrenceID)"] = .entry(plain)
    }

    /// What is otherwise in another dump.
    func differences(from other: StoreDump) -> [String] {
        Set(records.keys).union(other.records.keys).sorted().compactMap { key in
            guard records[key] != other.records[key] else { return nil }
            let (own, expected) = (Self.text(of: records[key]), Self.text(of: other.records[key]))
            let common = zip(own, expected).prefix { $0 == $1 }.count
            let from = max(0, common - 60)
            return "\(key): is …\(own.dropFirst(from).prefix(400))\n//   not …\(expected.dropFirst(from).prefix(400))"
        }
    }

    private static func text(of record: Record?) -> String { record.map { "\($0)" } ?? "-" }
}

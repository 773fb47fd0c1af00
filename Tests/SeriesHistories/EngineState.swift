import Recurrence
import Scheduler
import Storage

/// What the engine knows of a history's tasks and series, read at once.
struct EngineState: Sendable {
    /// A series with its ledger.
    struct SeriesFacts: Sendable {
        let series: Series
        let entries: [LedgerEntry]
        /// The first slots beyond the frontier.
        let projected: [CivilTime]
        /// The series that were split from it.
        let splitOff: [SeriesID]
    }

    private(set) var tasks: [TaskID: TaskItem] = [:]
    private(set) var series: [SeriesID: SeriesFacts] = [:]
    /// The open tasks of which a reminder went off or was reported missed.
    private(set) var reminded: Set<TaskID> = []

    /// How many projected slots are compared.
    static let projected = 5
    /// How many days they are looked for.
    static let projectedDays = 60

    init(of names: Names, in reader: any StoreReader, _ commands: TaskCommands, now: UTCInstant) throws {
        try add(tasks: names.tasks.values, in: reader)
        var left = Set(names.series.values).union(tasks.values.compactMap { $0.occurrence?.series })
        while let id = left.popFirst() {
            guard let found = try reader.series(id) else { continue }
            let entries = try reader.entries(of: id, in: nil, from: nil, limit: .max)
            let facts = SeriesFacts(
                series: found, entries: entries,
                projected: try Self.projected(of: found, in: reader, commands, now: now),
                splitOff: try reader.series(splitFrom: id))
            series[id] = facts
            try add(tasks: entries.map(\.task).filter { tasks[$0] == nil }, in: reader)
            left.formUnion(facts.splitOff.filter { series[$0] == nil })
        }
        for task in tasks.values where task.status.isOpen {
            let hasReminded = try task.reminders.contains {
                try $0.state == .fired || $0.state == .missed || reader.lastFiring(of: $0.id) != nil
            }
            if hasReminded { reminded.insert(task.id) }
        }
    }

    private mutating func add(tasks ids: some Collection<TaskID>, in reader: any StoreReader) throws {
        guard !ids.isEmpty else { return }
        for task in try reader.tasks(Array(ids)) { tasks[task.id] = task }
    }

    /// The first projected slots, page by page as a client reads them.
    private static func projected(
        of series: Series, in reader: any StoreReader, _ commands: TaskCommands, now: UTCInstant
    ) throws -> [CivilTime] {
        guard let frontier = try reader.frontier(of: series.id)?.recurrenceID else { return [] }
        let end = frontier.lastProjected(now: now)
        var (found, place) = ([CivilTime](), frontier as CivilTime?)
        while let from = place, found.count < projected {
            let page = try commands.occurrences(
                of: series.id, from: from, until: end, limit: 8, in: reader, now: now)
            found += page.items.filter { $0.state == .projected }.map(\.recurrenceID)
            place = page.next
        }
        return Array(found.prefix(projected))
    }
}

extension CivilTime {
    /// The slot before which projected ones are compared, where this is the frontier.
    func lastProjected(now: UTCInstant) -> CivilTime {
        let today = CivilDateTime(secondsSinceEpoch: Int(now.millisecondsSinceEpoch / 1_000)).date
        let day = max(date, today).adding(days: EngineState.projectedDays)
        return isDate ? .date(day) : .dateTime(CivilDateTime(date: day, secondOfDay: 0))
    }
}

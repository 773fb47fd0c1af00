import Basics
import Filters
import Hummingbird
import Recurrence
import Storage

/// What a list of tasks is asked for with.
struct TaskListInput: Sendable {
    /// The names of what tasks are chosen by; the zone is that of the days and local times in them.
    static let choices: Set<String> = [
        "status", "priority", "tag", "projectId", "subprojects", "seriesId", "setAside", "blocked", "q", "dueFrom",
        "dueUntil", "completedFrom", "completedUntil", "overdue", "filter", "timeZone", "view",
    ]
    /// The names of all that a list is asked for with.
    static let parameters = choices.union(ofLists).union(["groupBy"])
    /// The names of what only a list is asked for with.
    private static let ofLists = ["sort", "limit", "cursor", "explain", "fields"]

    /// Which tasks, in what order.
    private(set) var query: TaskQuery
    /// The members of each task that are asked for; nil for all.
    let fields: Set<String>?
    /// What the tasks are to be counted by, instead of being listed; nil for nothing.
    let grouping: TaskGrouping?
    /// Whether it is to be told how the list is served, instead of the list.
    let isExplained: Bool
    /// The zone of days and local times.
    let zone: ZoneRules
    /// What was written of each part of the query.
    let texts: [TaskQuery.Part: String]

    /// Reads the query of a list.
    ///
    /// - Parameters:
    ///   - reader: The parameters.
    ///   - view: The view that the list is of; nil for none.
    ///   - access: What the tasks must lie within.
    ///   - zone: The zone of days and local times.
    ///   - now: What relative times count from.
    /// - Throws: A 400 ``Problem`` that names what is wrong; 409 where the view can no longer be read.
    init(
        _ reader: inout QueryReader, of view: SavedView?, within access: Access, zone: ZoneRules, now: UTCInstant
    ) throws {
        self.zone = zone
        if reader.written("groupBy") != nil {
            for name in Self.ofLists where reader.written(name) != nil {
                reader.note(
                    name,
                    "cannot be combined with groupBy, which counts tasks instead of listing them; omit one of them")
            }
        }
        query = TaskQuery(limit: reader.limit())
        var texts = reader.partTexts
        let own = query.readChoices(&reader, zone: zone, now: now)
        let parts = try [view?.readFilter(), own].compactMap(\.self).flatMap(\.conjuncts)
        query.filter = parts.isEmpty ? nil : .all(parts.map { $0.resolved(now: now, zone: zone) })
        access.narrow(&query)
        for (index, part) in parts.enumerated() { texts[.filter(index)] = part.description }
        self.texts = texts
        query.sort = try TaskQuery.sort(&reader) ?? view?.readSort() ?? []
        query.cursor = reader.cursor { StoreCursor($0.joined(separator: ",")) }
        isExplained = reader.bool("explain") ?? false
        fields = reader.names("fields", of: "field", among: TaskItem.members)?.union(["id"])
        grouping = reader.choice("groupBy")
        try reader.finish()
    }
}

extension TaskQuery.Part {
    /// The parameter that it is read from.
    var parameter: String {
        switch self {
        case .statuses: "status"
        case .priorities: "priority"
        case .tag: "tag"
        case .project: "projectId"
        case .series: "seriesId"
        case .isSetAside: "setAside"
        case .blocked: "blocked"
        case .text: "q"
        case .dueFrom: "dueFrom"
        case .dueUntil: "dueUntil"
        case .completedFrom: "completedFrom"
        case .completedUntil: "completedUntil"
        case .overdue: "overdue"
        case .filter: "filter"
        }
    }

    fileprivate static let parameters: [TaskQuery.Part] = [
        .statuses, .priorities, .tag, .project, .series, .isSetAside, .blocked, .text, .dueFrom, .dueUntil,
        .completedFrom, .completedUntil, .overdue,
    ]
}

extension QueryReader {
    /// What was written of each part of a query of tasks, but for the filter.
    fileprivate var partTexts: [TaskQuery.Part: String] {
        let texts = TaskQuery.Part.parameters.compactMap { part in written(part.parameter).map { (part, $0) } }
        return Dictionary(texts) { first, _ in first }
    }
}

extension SavedView {
    /// The filter, as it was checked when the view was saved.
    fileprivate func readFilter() throws -> TaskFilter? {
        do throws(FilterError) {
            return try filter.map { text throws(FilterError) in try TaskFilter(text) }
        } catch {
            throw Problem(.conflict, "the filter of the view \(id) can no longer be read: \(error); change the view")
        }
    }

    /// The order, as it was checked when the view was saved.
    fileprivate func readSort() throws -> [TaskQuery.Sort]? {
        guard let order = sort.map({ TaskQuery.order($0) }) else { return nil }
        guard order.complaint == nil else {
            throw Problem(.conflict, "the sort of the view \(id) can no longer be read; change the view")
        }
        return order.sort
    }
}

extension TaskFilter {
    /// The conditions that the filter joins by and: itself where it is no such joint.
    fileprivate var conjuncts: [TaskFilter] {
        if case .and(let parts) = self { parts } else { [self] }
    }
}

extension TaskQuery {
    /// Reads what tasks are chosen by.
    ///
    /// - Returns: The filter as it was written.
    fileprivate mutating func readChoices(
        _ reader: inout QueryReader, zone: ZoneRules, now: UTCInstant
    ) -> TaskFilter? {
        statuses = reader.choices("status")
        priorities = reader.choices("priority")
        tag = reader.text("tag", atMost: TaskContent.Bounds.tagLength)?.inNormalForm
        project = reader.value("projectId", "a UUID") { ProjectID($0) }
        includesSubprojects = reader.bool("subprojects") ?? false
        if includesSubprojects, project == nil { reader.note("subprojects", "needs a projectId") }
        series = reader.value("seriesId", "a UUID") { SeriesID($0) }
        isSetAside = reader.bool("setAside") ?? false
        isBlocked = reader.bool("blocked")
        text = reader.text("q", atMost: 200)
        let words = text.map { SearchQuery.count(of: $0) } ?? 0
        if words > SearchQuery.maxWords {
            reader.note("q", "must have at most \(SearchQuery.maxWords) words and phrases, not \(words)")
        }
        dueFrom = reader.instant("dueFrom", in: zone)
        dueUntil = reader.instant("dueUntil", in: zone)
        completedFrom = reader.instant("completedFrom", in: zone)
        completedUntil = reader.instant("completedUntil", in: zone)
        switch reader.bool("overdue") {
        case true?: overdueAt = now
        case false?: notOverdueAt = now
        case nil: break
        }
        return reader.filter("filter")
    }

    /// Reads an order; nil where none is asked for.
    fileprivate static func sort(_ reader: inout QueryReader) -> [Sort]? {
        guard let text = reader.string("sort") else { return nil }
        let (sort, complaint) = order(text)
        if let complaint { reader.note("sort", complaint) }
        return sort
    }
}

import Basics
import Filters
import Hummingbird
import Recurrence
import Storage

/// What a list of tasks is asked for with.
struct TaskListInput: Sendable {
    /// What tasks are chosen by; the zone is that of the days and local times in them.
    static let choices: [Operation.Parameter] = [
        .list("status", of: .choice(of: TaskStatus.self), "Those in one of these states."),
        .list("priority", of: .choice(of: TaskPriority.self), "Those of one of these priorities."),
        .query("tag", .string(0...TaskContent.Bounds.tagLength), "Those that have the tag."),
        .query("projectId", .resourceName, "Those in the project.").naming(.project),
        .query("subprojects", .boolean, "With projectId: also those in the projects within it."),
        .query("seriesId", .resourceName, "The occurrences of the series.").naming(.series),
        .query("setAside", .boolean, "Those that cannot be read or evaluated."),
        .query("blocked", .boolean, "Those that wait for an open task, or those that do not."),
        .query("q", .string(0...200), "Those that have all these words, or words that begin so."),
        .time("dueFrom", "Those due from then on."), .time("dueUntil", "Those due before."),
        .time("completedFrom", "Those completed from then on."), .time("completedUntil", "Those completed before."),
        .query("overdue", .boolean, "Those that are overdue, or those that are not."),
        .query(
            "filter", .string.example("due < today and not tag:work"),
            "Those that the filter selects, as docs/filters.md says."),
        .zone, .query("view", .string(0...100), "Those of a view, by its id or its name."),
    ]
    /// What only a list is asked for with.
    static let ofLists: [Operation.Parameter] = [
        .query(
            "sort", .string.example("due,-priority"),
            "Up to three of due, priority, title, createdAt, updatedAt, completedAt and sortOrder, with - for descending."
        ),
        .limit, .cursor, .query("explain", .boolean, "Answers how the list is served instead."), fields,
    ]
    static let fields = Operation.Parameter.list(
        "fields", of: .words(TaskItem.members), "No more of each task than these members, and its id.")
    static let groupBy = Operation.Parameter.query(
        "groupBy", .choice(of: TaskGrouping.self), "Answers how many there are in each group instead.")

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
            for name in Self.ofLists.map(\.name) where reader.written(name) != nil {
                reader.note(
                    name,
                    "cannot be combined with groupBy, which counts tasks instead of listing them; omit one of them")
            }
        }
        // A count has no order, and no pages.
        let isList = reader.declares(Operation.Parameter.limit)
        query = TaskQuery(limit: isList ? reader.limit() : 1)
        var texts = reader.partTexts
        let own = query.readChoices(&reader, zone: zone, now: now)
        let parts = try [view?.readFilter(), own].compactMap(\.self).flatMap(\.conjuncts)
        query.filter = parts.isEmpty ? nil : .all(parts.map { $0.resolved(now: now, zone: zone) })
        access.narrow(&query)
        for (index, part) in parts.enumerated() { texts[.filter(index)] = part.description }
        self.texts = texts
        query.sort = try (isList ? TaskQuery.sort(&reader) : nil) ?? view?.readSort() ?? []
        query.cursor = isList ? reader.cursor { StoreCursor($0.joined(separator: ",")) } : nil
        isExplained = isList ? reader.bool("explain") ?? false : false
        fields = isList ? reader.names("fields", of: "field", among: TaskItem.members)?.union(["id"]) : nil
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

import Recurrence
import Storage

extension PostgresTransaction {
    func count(of query: TaskQuery) throws -> TaskCount {
        try watched(query) { try count(TaskConditions(query)) }
    }

    func groups(of query: TaskQuery, by grouping: TaskGrouping, in zone: ZoneRules) throws -> TaskGroups {
        try watched(query) { try groups(by: grouping, of: query, in: zone) }
    }

    private func groups(
        by grouping: TaskGrouping, of query: TaskQuery, in zone: ZoneRules
    ) throws -> TaskGroups {
        let conditions = try TaskConditions(query)
        // Groups that an index has side by side are counted one by one, so that each is exact by itself.
        switch grouping {
        case .tag where conditions.isEmpty: return try tagGroups()
        case .status where conditions.isEmpty:
            return try choiceGroups(TaskStatus.choices) { StatusTest([$0]).text }
        case .priority where conditions.isOfOpenIndex:
            return try choiceGroups(TaskPriority.choices, conditions) { "priority = \($0.code)" }
        case .tag: return try tagGroups(conditions)
        case .project: return try projectGroups(conditions)
        case .status: return try groups("status", conditions).ordered(by: TaskStatus.choices)
        case .priority: return try groups("priority", conditions).ordered(by: TaskPriority.choices)
        case .dueDay: return try dayGroups(conditions, zone)
        }
    }

    /// Counts up to the limit, and whether there are more.
    private func count(
        _ conditions: TaskConditions, and more: String = "TRUE", _ values: Arguments = []
    ) throws -> TaskCount {
        var found = 0
        try each(
            "SELECT count(*) FROM (SELECT 1 FROM task WHERE \(conditions.text) AND \(more) LIMIT ?) AS found",
            conditions.arguments + values + [TaskCount.limit + 1], isKept: false
        ) { column in
            found = try column.next()
            return false
        }
        return TaskCount(min(found, TaskCount.limit), isExact: found <= TaskCount.limit)
    }

    private func choiceGroups<Choice: RawRepresentable<String>>(
        _ choices: [Choice], _ conditions: TaskConditions = .none, _ text: (Choice) -> String
    ) throws -> TaskGroups {
        let groups = try choices.map { choice in
            TaskGroups.Group(choice.rawValue, try count(conditions, and: text(choice)))
        }
        return TaskGroups(groups.filter { $0.count.count > 0 }, isExact: groups.allSatisfy(\.count.isExact))
    }

    /// The tags of all tasks, with the counts that are kept of them.
    private func tagGroups() throws -> TaskGroups {
        let found = try rows(
            """
            SELECT name, task_count FROM tag WHERE deleted_at IS NULL AND task_count > 0 ORDER BY folded LIMIT ?
            """, [TaskCount.limit + 1]
        ) { (name: try $0.next(String.self), count: try $0.next(Int.self)) }
        let groups = found.prefix(TaskCount.limit).map { TaskGroups.Group($0.name, TaskCount($0.count, isExact: true)) }
        return TaskGroups(groups, isExact: found.count <= TaskCount.limit)
    }

    /// The tags of the tasks that conditions select, of so many tasks as are counted at most.
    private func tagGroups(_ conditions: TaskConditions) throws -> TaskGroups {
        var (counts, isExact): ([String: Int], Bool) = ([:], true)
        try each(
            """
            WITH found AS MATERIALIZED (SELECT task.key FROM task WHERE \(conditions.text) ORDER BY task.key LIMIT ?),
            kept AS (SELECT key FROM found ORDER BY key LIMIT \(TaskCount.limit))
            SELECT name, count(*), (SELECT count(*) FROM found)
            FROM kept LEFT JOIN task_tag ON task_key = kept.key
            LEFT JOIN tag ON tag.key = task_tag.tag AND deleted_at IS NULL GROUP BY name
            """, conditions.arguments + [TaskCount.limit + 1], isKept: false
        ) { column in
            let (tag, count): (String?, Int) = (try column.next(), try column.next())
            isExact = try column.next(Int.self) <= TaskCount.limit
            if let tag { counts[tag] = count }
            return true
        }
        let tags = counts.keys.sorted { $0.asTagKey.utf8.lexicographicallyPrecedes($1.asTagKey.utf8) }
        return TaskGroups(
            tags.map { .init($0, TaskCount(counts[$0] ?? 0, isExact: isExact)) }, isExact: isExact)
    }

    /// The projects of the tasks that conditions select; each is counted by itself, so that each is exact by itself.
    ///
    /// What each has of all tasks, and of all open ones, is kept.
    private func projectGroups(_ conditions: TaskConditions) throws -> TaskGroups {
        var (groups, isExact): ([TaskGroups.Group], Bool) = ([], true)
        func add(_ key: String?, _ count: TaskCount) {
            isExact = isExact && count.isExact
            if count.count > 0 { groups.append(.init(key, count)) }
        }
        let kept = conditions.isEmpty ? "open_count + completed_count + cancelled_count" : "open_count"
        let isKept = conditions.isEmpty || conditions.isOfOpenIndex
        let projects = try rows("SELECT id, \(kept) FROM project WHERE deleted_at IS NULL ORDER BY sort_order, key") {
            (id: try $0.next(ProjectID.self), count: try $0.next(Int.self))
        }
        for (id, number) in projects {
            add(id.description, isKept ? TaskCount(number) : try count(conditions, and: "project_id = ?", [id]))
        }
        // Tasks of a project that was deleted, while it can be brought back, are of none.
        add(nil, try count(conditions, and: "NOT (\(ProjectSelection.isInAny))"))
        return TaskGroups(groups, isExact: isExact)
    }

    /// How many tasks have each value of a column, of so many tasks as are counted at most.
    private func groups(_ column: String, _ conditions: TaskConditions, order: String = "") throws -> ColumnCounts {
        var counts = ColumnCounts()
        try each(
            """
            SELECT value, count(*) FROM (
                SELECT \(column) AS value FROM task WHERE \(conditions.text) \(order) LIMIT ?) AS found
            GROUP BY value ORDER BY value
            """, conditions.arguments + [TaskCount.limit + 1], isKept: false
        ) { column in
            counts.add(try column.next(), count: try column.next())
            return true
        }
        return counts
    }

    /// The local days on which tasks are due; of more than are counted, the earliest days.
    private func dayGroups(_ conditions: TaskConditions, _ zone: ZoneRules) throws -> TaskGroups {
        let counts = try groups(TaskRow.dueOrder, conditions, order: "ORDER BY \(TaskRow.dueOrder)")
        let none = counts.values[.max] ?? 0
        var days: [CivilDate: Int] = [:]
        for (instant, count) in counts.values where ColumnReader.instants.contains(instant) {
            let day = zone.civilDateTime(at: UTCInstant(millisecondsSinceEpoch: instant)).date
            days[day, default: 0] += count
        }
        var groups = days.sorted { $0.key < $1.key }.map { day, count in
            TaskGroups.Group("\(day)", TaskCount(count, isExact: true))
        }
        if none > 0 { groups.append(.init(nil, TaskCount(none, isExact: counts.isExact))) }
        // In order every day was counted to its end, but for the last.
        if !counts.isExact, let last = groups.indices.last { groups[last].count.isExact = false }
        return TaskGroups(groups, isExact: counts.isExact)
    }
}

/// How often the values of a column were seen, which come in their order.
private struct ColumnCounts {
    private(set) var values: [Int64: Int] = [:]
    private(set) var isExact = true
    private var seen = 0

    /// Counts some rows of one value, as far as rows are counted.
    mutating func add(_ value: Int64, count: Int) {
        let room = TaskCount.limit - seen
        seen += count
        isExact = seen <= TaskCount.limit
        if min(count, room) > 0 { values[value] = min(count, room) }
    }

    /// The counts of choices, by the numbers that they are kept as.
    func ordered<Choice: RawRepresentable<String>>(by choices: [Choice]) -> TaskGroups {
        let groups = choices.enumerated().compactMap { code, choice in
            values[Int64(code)].map { TaskGroups.Group(choice.rawValue, TaskCount($0, isExact: isExact)) }
        }
        return TaskGroups(groups, isExact: isExact)
    }
}

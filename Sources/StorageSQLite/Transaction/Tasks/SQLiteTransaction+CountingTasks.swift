import GRDB
import Recurrence
import Storage

extension SQLiteTransaction {
    func count(of query: TaskQuery) throws -> TaskCount {
        let conditions = try TaskConditions(query, isCounted: true)
        try indexWords(for: conditions)
        if conditions.conditions.count == 1, let name = query.tags.values.first {
            return TaskCount(try tag(named: name)?.taskCount ?? 0)
        }
        let form = ListForm("count \(conditions.text)", conditions.arguments)
        return try watched(query, form, isServed: conditions.areServedCounted) {
            // Of what the index of words has each is a task.
            let isOfWords = conditions.conditions.count == 1 && conditions.keyedPart == .text && conditions.useWords
            return try isOfWords
                ? count(.none, and: "task_words MATCH ?", conditions.arguments, table: "task_words")
                : count(conditions)
        }
    }

    func groups(of query: TaskQuery, by grouping: TaskGrouping, in zone: ZoneRules) throws -> TaskGroups {
        let conditions = try TaskConditions(query, isCounted: true)
        try indexWords(for: conditions)
        let form = ListForm("\(grouping) \(conditions.text)", conditions.arguments)
        return try watched(query, form, isServed: conditions.areServedCounted) {
            // Groups that an index has side by side are counted one by one, so that each is exact by itself.
            switch grouping {
            case .tag where conditions.isEmpty: return try tagGroups()
            case .status where conditions.isEmpty:
                return try choiceGroups(TaskStatus.choices) { StatusTest([$0], isCounted: true).text }
            case .priority where conditions.isOfOpenIndex:
                return try choiceGroups(TaskPriority.choices, conditions) { "priority = \($0.code)" }
            case .tag: return try tagGroups(conditions)
            case .project: return try projectGroups(conditions)
            case .status: return try groups("status", conditions).ordered(by: TaskStatus.choices)
            case .priority: return try groups("priority", conditions).ordered(by: TaskPriority.choices)
            case .dueDay: return try dayGroups(conditions, zone)
            }
        }
    }

    /// Counts up to the limit, and whether there are more.
    private func count(
        _ conditions: TaskConditions, and more: String? = nil, _ values: Arguments = [], table: String? = nil
    ) throws -> TaskCount {
        let ofTag = more == nil ? conditions.textOfTag : nil
        let ofTagged = conditions.textOfTagged
        let table =
            table ?? (ofTag != nil ? "task_tag AS tagged" : ofTagged != nil ? TaskList.taggedTasks : "task")
        let all = [ofTag ?? ofTagged ?? conditions.text, more ?? ""].filter { !$0.isEmpty }.joined(separator: " AND ")
        let found = try uncached(
            "SELECT count(*) FROM (SELECT 1 FROM \(table) \(all.isEmpty ? "" : "WHERE \(all)") LIMIT ? + 0)",
            conditions.arguments + values + [TaskCount.limit + 1])
        return TaskCount(min(found, TaskCount.limit), isExact: found <= TaskCount.limit)
    }

    private func uncached(_ sql: String, _ arguments: Arguments) throws -> Int {
        var value = 0
        try each(sql, arguments, isKept: false) { column in
            value = try column.next(Int.self)
            return false
        }
        return value
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
            SELECT name, task_count FROM tag WHERE deleted_at IS NULL AND task_count > 0
            ORDER BY folded LIMIT ? + 0
            """, [TaskCount.limit + 1]
        ) { (name: try $0.next(String.self), count: try $0.next(Int.self)) }
        let groups = found.prefix(TaskCount.limit).map { TaskGroups.Group($0.name, TaskCount($0.count, isExact: true)) }
        return TaskGroups(groups, isExact: found.count <= TaskCount.limit)
    }

    /// The tags of the tasks that conditions select, of so many tasks as are counted at most.
    private func tagGroups(_ conditions: TaskConditions) throws -> TaskGroups {
        var (counts, seen, last, isExact): ([String: Int], Int, Int64, Bool) = ([:], 0, -1, true)
        try each(
            """
            SELECT found.key, name FROM (SELECT task.key AS key FROM task WHERE \(conditions.text) LIMIT ? + 0) AS found
            LEFT JOIN task_tag ON task_key = found.key LEFT JOIN tag ON tag.key = tag AND deleted_at IS NULL
            """, conditions.arguments + [TaskCount.limit + 1], isKept: false
        ) { column in
            let (key, tag): (Int64, String?) = (try column.next(), try column.next())
            if key != last { seen += 1 }
            last = key
            isExact = seen <= TaskCount.limit
            if isExact, let tag { counts[tag, default: 0] += 1 }
            return isExact
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
        let isKept = conditions.areServedCounted
        let projects = try rows("SELECT id, \(kept) FROM project WHERE deleted_at IS NULL ORDER BY sort_order, key") {
            (id: try $0.next(ProjectID.self), count: try $0.next(Int.self))
        }
        for (id, number) in projects {
            add(
                id.description,
                isKept ? TaskCount(number) : try count(conditions, and: "project_id = ?", [id]))
        }
        // Tasks of a project that was deleted, while it can be brought back, are of none.
        let loose = """
            SELECT \(kept) + (SELECT coalesce(sum(\(kept)), 0) FROM project WHERE deleted_at IS NOT NULL) FROM loose_tasks
            """
        add(
            nil,
            isKept
                ? TaskCount(try value(Int.self, loose) ?? 0)
                : try count(conditions, and: "NOT (\(ProjectSelection.isInAny))"))
        return TaskGroups(groups, isExact: isExact)
    }

    /// How many tasks have each value of a column.
    private func groups(_ column: String, _ conditions: TaskConditions, order: String = "") throws -> ColumnCounts {
        var counts = ColumnCounts()
        try each(
            """
            SELECT \(column) FROM task \(conditions.isEmpty ? "" : "WHERE \(conditions.text)") \(order) LIMIT ? + 0
            """, conditions.arguments + [TaskCount.limit + 1], isKept: false
        ) { counts.add(try $0.next()) }
        return counts
    }

    /// The local days on which tasks are due; of more than are counted, the earliest days.
    private func dayGroups(_ conditions: TaskConditions, _ zone: ZoneRules) throws -> TaskGroups {
        let isInOrder = conditions.areServedCounted
        // What the index holds, so that no row is read: no time is later than any.
        let counts = try groups(TaskRow.dueOrder, conditions, order: isInOrder ? "ORDER BY \(TaskRow.dueOrder)" : "")
        let none = counts.values[.max] ?? 0
        var days: [CivilDate: Int] = [:]
        for (instant, count) in counts.values where ColumnReader.instants.contains(instant) {
            let day = zone.civilDateTime(at: UTCInstant(millisecondsSinceEpoch: instant)).date
            days[day, default: 0] += count
        }
        var groups = days.sorted { $0.key < $1.key }.map { day, count in
            TaskGroups.Group("\(day)", TaskCount(count, isExact: counts.isExact || isInOrder))
        }
        if none > 0 { groups.append(.init(nil, TaskCount(none, isExact: counts.isExact))) }
        // In order every day was counted to its end, but for the last.
        if !counts.isExact, let last = groups.indices.last { groups[last].count.isExact = false }
        return TaskGroups(groups, isExact: counts.isExact)
    }
}

extension TaskConditions {
    /// Whether each task that is counted, of so many at most, is one that an index has.
    fileprivate var areServedCounted: Bool { isEmpty || isOfOpenIndex }
}

/// How often the values of a column were seen.
private struct ColumnCounts {
    private(set) var values: [Int64: Int] = [:]
    private(set) var isExact = true
    private var seen = 0

    /// Counts a row; returns whether another one is to be.
    mutating func add(_ value: Int64) -> Bool {
        seen += 1
        isExact = seen <= TaskCount.limit
        guard isExact else { return false }
        values[value, default: 0] += 1
        return true
    }

    /// The counts of choices, by the numbers that they are kept as.
    func ordered<Choice: RawRepresentable<String>>(by choices: [Choice]) -> TaskGroups {
        let groups = choices.enumerated().compactMap { code, choice in
            values[Int64(code)].map { TaskGroups.Group(choice.rawValue, TaskCount($0, isExact: isExact)) }
        }
        return TaskGroups(groups, isExact: isExact)
    }
}

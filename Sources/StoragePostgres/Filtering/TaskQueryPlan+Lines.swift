import Storage

extension TaskQueryPlan {
    /// Reads what EXPLAIN says of a list, line by line.
    init(_ lines: [String], of conditions: TaskConditions) {
        let names = lines.compactMap(Self.indexName)
        let isSorted = lines.contains { $0.contains("Sort Key:") }
        let indexes = names.compactMap { Self.indexes[$0] }.reduce(into: [] as [Index]) { all, index in
            if !all.contains(index) { all.append(index) }
        }
        let isOfOpen = names.contains { $0.hasPrefix("task_open_") }
        let served = conditions.conditions.filter { condition in
            condition.isOpen ? isOfOpen : condition.index.map { indexes.contains($0) } ?? false
        }
        let isFound = served.contains { !$0.isOpen }
        let parts = Set(served.map(\.part))
        self.init(
            access: isFound ? .search : isSorted || indexes.isEmpty ? .scan : .walk, indexes: indexes,
            isSorted: isSorted,
            conditions: conditions.conditions.map { Condition($0.part, isServed: parts.contains($0.part)) })
    }

    /// The index that a line of the plan names; nil for none.
    private static func indexName(_ line: String) -> String? {
        for words in [
            "Index Scan using ", "Index Only Scan using ", "Index Scan Backward using ", "Bitmap Index Scan on ",
        ] {
            guard let range = line.firstRange(of: words) else { continue }
            return String(line[range.upperBound...].prefix { $0 != " " })
        }
        return nil
    }

    /// What the indexes of the schema are told of as.
    private static let indexes: [String: Index] = [
        "task_due": .due, "task_open_due": .due, "task_untold_overdue": .due, "task_completed": .completedAt,
        "task_closed": .status, "task_slot": .series, "task_open_priority": .priority,
        "task_open_created": .createdAt, "task_open_updated": .updatedAt, "task_search_title": .title,
        "task_order": .sortOrder, "task_project": .project, "task_open_project": .project,
        "task_project_overdue": .project, "task_tag_pkey": .tag, "task_search_words": .words,
        "set_aside_task": .setAside, "task_blocker_open": .blocked,
    ]
}

import Storage

/// A line of SQLite's EXPLAIN QUERY PLAN.
struct PlanStep {
    let id: Int
    /// The step that it belongs to; 0 for the statement itself.
    let parent: Int
    let text: String

    /// Whether it is how tasks are come by.
    fileprivate var isAccess: Bool {
        ["SEARCH task ", "SCAN task ", "SEARCH task_search ", "SCAN task_search "].contains { "\(text) ".hasPrefix($0) }
            || isAlternatives
    }

    /// Whether indexes are read for each of several alternatives.
    fileprivate var isAlternatives: Bool { text == "MULTI-INDEX OR" }

    /// Whether the whole is sorted; a part of it, whose beginning an index has put in order, is not.
    fileprivate var isSort: Bool { text == "USE TEMP B-TREE FOR ORDER BY" }

    /// Whether tasks are looked up by keys that something else gives.
    fileprivate var isByKeys: Bool { text.hasSuffix("USING INTEGER PRIMARY KEY (rowid=?)") }

    /// Whether the index has nothing but open tasks.
    fileprivate var isOfOpen: Bool { indexName?.hasPrefix("task_open_") ?? false }

    /// The index that is read; nil where none is, or one that is not told of.
    fileprivate var index: TaskQueryPlan.Index? { indexName.flatMap { Self.indexes[$0] } }

    private var indexName: String? {
        let words = text.split(separator: " ")
        guard let place = words.firstIndex(of: "INDEX"), place > 0, place + 1 < words.count else { return nil }
        return String(words[place + 1])
    }

    /// What the indexes of the schema are told of as.
    private static let indexes: [String: TaskQueryPlan.Index] = [
        "task_due": .due, "task_open_due": .due, "task_untold_overdue": .due, "task_completed": .completedAt,
        "task_closed": .status, "task_slot": .series, "task_open_priority": .priority,
        "task_open_created": .createdAt, "task_open_updated": .updatedAt, "task_search_title": .title,
        "task_order": .sortOrder, "task_open_order": .project, "task_project": .project, "task_open_project": .project,
        "task_project_overdue": .project, "task_in_process": .status, "task_open_prioritized": .priority,
        "task_tag_open": .tag, "task_open_title": .project,
    ]

    /// What a table gives the keys of tasks by.
    fileprivate var givenKeys: TaskQueryPlan.Index? {
        let tables: [(String, TaskQueryPlan.Index)] = [
            (" task_tag ", .tag), (" task_words ", .words), (" set_aside ", .setAside), (" task_blocker ", .blocked),
        ]
        return tables.first { "\(text) ".contains($0.0) }?.1
    }
}

extension TaskQueryPlan {
    /// Reads the steps of a list, or of a count.
    init(_ steps: [PlanStep], of conditions: TaskConditions) {
        let access = steps.first(where: \.isAccess)
        let isSorted = steps.contains(where: \.isSort)
        var served: Set<TaskQuery.Part> = []
        var indexes: [Index] = []
        if let access, access.isAlternatives {
            indexes = Self.alternatives(steps, below: access)
            served = Set(conditions.conditions.filter { $0.index == nil }.prefix(1).map(\.part))
        } else if let access, access.isByKeys {
            let keyed = conditions.conditions.first { $0.part == conditions.keyedPart }
            indexes = (keyed?.index ?? steps.lazy.compactMap(\.givenKeys).first).map { [$0] } ?? []
            served = keyed.map { [$0.part] } ?? []
        } else if let index = access?.index {
            indexes = [index]
            served = Set(conditions.conditions.filter { $0.index == index && !$0.isOpen }.map(\.part))
        }
        let isFound = !served.isEmpty
        let isOfOpen = access?.isOfOpen ?? false
        self.init(
            access: isFound ? .search : isSorted ? .scan : .walk, indexes: indexes, isSorted: isSorted,
            conditions: conditions.conditions.map { condition in
                Condition(condition.part, isServed: served.contains(condition.part) || (condition.isOpen && isOfOpen))
            })
    }

    private static func alternatives(_ steps: [PlanStep], below access: PlanStep) -> [Index] {
        var (below, indexes): (Set<Int>, [Index]) = ([access.id], [])
        for step in steps where below.contains(step.parent) {
            below.insert(step.id)
            if let index = step.index ?? step.givenKeys, !indexes.contains(index) { indexes.append(index) }
        }
        return indexes
    }
}

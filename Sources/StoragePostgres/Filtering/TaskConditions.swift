import Filters
import Recurrence
import Storage

/// What a query asks of the rows of `task`, as conditions that all hold.
struct TaskConditions {
    /// One condition.
    struct Condition {
        let part: TaskQuery.Part
        let text: String
        var arguments: Arguments = []
        /// What an index would look it up by; nil where none can.
        var index: TaskQueryPlan.Index?
        /// Whether it holds for every row of the indexes of open tasks, and for no other.
        var isOpen = false
    }

    /// Each with its part of the query.
    private(set) var conditions: [Condition] = []
    /// Whether only open tasks pass, which each index of open tasks tells.
    private(set) var isOpen = false

    /// No condition at all.
    static var none: TaskConditions { TaskConditions() }

    private init() {}

    /// - Parameter query: What is asked for.
    /// - Throws: ``StoreError`` with code `.notAvailable` where it asks for what the store cannot answer.
    init(_ query: TaskQuery) throws {
        addChoices(of: query)
        addKeys(of: query)
        addRanges(of: query)
        for (index, part) in (query.filter?.conjuncts ?? []).enumerated() { try add(part, at: index) }
    }

    /// Whether every task passes.
    var isEmpty: Bool { conditions.isEmpty }
    /// Whether the tasks that pass are those of the indexes of open tasks.
    var isOfOpenIndex: Bool { !conditions.isEmpty && conditions.allSatisfy(\.isOpen) }
    /// The conditions as one; `TRUE` for none.
    var text: String { isEmpty ? "TRUE" : conditions.map { "(\($0.text))" }.joined(separator: " AND ") }
    /// The values of its parameters.
    var arguments: Arguments { conditions.flatMap(\.arguments) }

    private mutating func add(
        _ part: TaskQuery.Part, _ text: String, _ arguments: Arguments = [], by index: TaskQueryPlan.Index? = nil
    ) {
        conditions.append(Condition(part: part, text: text, arguments: arguments, index: index))
    }

    private mutating func addChoices(of query: TaskQuery) {
        if !query.statuses.isEmpty {
            let test = StatusTest(query.statuses)
            isOpen = isOpen || test.isOpen
            conditions.append(Condition(part: .statuses, text: test.text, index: .status, isOpen: test.isEveryOpen))
        }
        if !query.priorities.isEmpty {
            add(.priorities, FilterTranslation.isOne(of: query.priorities, "priority"), by: .priority)
        }
        if let project = query.project {
            let text = ProjectSelection.isInOne(includingSubprojects: query.includesSubprojects)
            add(.project, text, [project], by: .project)
        }
        if let series = query.series {
            add(.series, "series_key = (SELECT key FROM series WHERE id = ?)", [series], by: .series)
        }
    }

    private mutating func addKeys(of query: TaskQuery) {
        if let tag = query.tag { add(.tag, TagRow.isTagged, [tag.asTagKey], by: .tag) }
        if query.isSetAside {
            let keys = "(SELECT task_key FROM set_aside WHERE task_key IS NOT NULL)"
            add(.isSetAside, "task.key IN \(keys)", by: .setAside)
        }
        if let isBlocked = query.isBlocked {
            isOpen = isOpen || isBlocked
            let isWaiting = "status < 2 AND task.key IN \(Blockers.waiting)"
            add(.blocked, isBlocked ? isWaiting : "NOT (\(isWaiting))", by: isBlocked ? .blocked : nil)
        }
        guard let search = query.text.map({ SearchQuery($0) }), !search.isBlank else { return }
        guard !search.phrases.isEmpty else { return add(.text, "FALSE", by: .words) }
        let words = WordSearch(search.phrases)
        add(.text, "task.key IN (SELECT key FROM task_search WHERE \(words.condition))", words.arguments, by: .words)
    }

    private mutating func addRanges(of query: TaskQuery) {
        let due = TaskRow.dueOrder
        if let from = query.dueFrom { add(.dueFrom, "\(due) >= ? AND due_at IS NOT NULL", [from], by: .due) }
        if let until = query.dueUntil { add(.dueUntil, "\(due) < ?", [until], by: .due) }
        if let from = query.completedFrom { add(.completedFrom, "completed_at >= ?", [from], by: .completedAt) }
        if let until = query.completedUntil { add(.completedUntil, "completed_at < ?", [until], by: .completedAt) }
        if let now = query.overdueAt {
            isOpen = true
            add(.overdue, FilterTranslation.overdue, [now, now], by: .due)
        }
        if let now = query.notOverdueAt {
            add(.overdue, "NOT (status < 2 AND overdue_at IS NOT NULL AND overdue_at <= ?)", [now])
        }
    }

    private mutating func add(_ filter: ResolvedFilter, at number: Int) throws {
        var translation = FilterTranslation()
        let text = try translation.condition(filter)
        var condition = Condition(part: .filter(number), text: text, arguments: translation.arguments)
        condition.index = filter.index
        switch filter {
        case .test(.status(let statuses)):
            let test = StatusTest(statuses.known)
            isOpen = isOpen || test.isOpen
            condition.isOpen = test.isEveryOpen
        case .test(.overdue), .test(.blocked): isOpen = true
        default: break
        }
        conditions.append(condition)
    }
}

extension ResolvedFilter {
    /// What an index looks it up by; nil where none can.
    fileprivate var index: TaskQueryPlan.Index? {
        guard case .test(let test) = self else { return nil }
        return switch test {
        case .status: .status
        case .priority(let priorities): priorities.contains(.none) ? nil : .priority
        case .tag: .tag
        case .blocked: .blocked
        case .project: .project
        case .series, .recurring, .presence(.series): .series
        case .words: .words
        case .overdue, .time(.due, _, _): .due
        case .time(.createdAt, _, _): .createdAt
        case .time(.updatedAt, _, _): .updatedAt
        case .time(.completedAt, _, _), .presence(.completedAt): .completedAt
        // A new field of filters says here which index it has.
        default: nil
        }
    }
}

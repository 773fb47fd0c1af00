import Filters
import Recurrence
import Storage

/// What a query asks of the rows of `task`, as conditions that all hold.
///
/// SQLite is told what to look tasks up by where it cannot know what is rare: there are no statistics of tables. A status
/// or priority that most tasks have is never looked up, and of several conditions that give keys of tasks only one is.
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
        /// The same for rows of ``TaskList/taggedTasks``, which an index has in the order of due times; nil for none.
        var ofTagged: String?
        /// The same for rows of `task_tag` beside no task, where tasks are only counted; nil where the task has to be read.
        var ofTag: String?
        /// The same for rows of `task_search`, which an index has in the order of their titles if they are of open tasks.
        var ofTitled: String?
        /// Conditions of which one holds, each of which an index of open tasks has in the order of due times.
        var alternatives: [String] = []
    }

    /// Each with its part of the query.
    private(set) var conditions: [Condition] = []
    /// The one that may give the keys of the tasks; nil for none.
    let keyedPart: TaskQuery.Part?
    /// Whether only open tasks pass, which each index of open tasks tells.
    private(set) var isOpen = false
    private let isCounted: Bool

    /// No condition at all.
    static var none: TaskConditions { TaskConditions() }

    private init() {
        (keyedPart, isCounted) = (nil, true)
    }

    /// - Parameters:
    ///   - query: What is asked for.
    ///   - isCounted: Whether the tasks are only counted, in no order.
    ///   - tag: Of several tags the one that is to be looked up; nil for the first.
    /// - Throws: ``StoreError`` with code `.notAvailable` where it asks for what the store cannot answer.
    init(_ query: TaskQuery, isCounted: Bool = false, by tag: TaskQuery.Part? = nil) throws {
        self.isCounted = isCounted
        keyedPart = query.keyedPart(byTag: tag)
        addChoices(of: query)
        addKeys(of: query)
        addRanges(of: query)
        for (index, part) in (query.filter?.conjuncts ?? []).enumerated() { try add(part, at: index) }
    }

    /// Whether every task passes.
    var isEmpty: Bool { conditions.isEmpty }
    /// Whether the tasks that pass are those of the indexes of open tasks.
    var isOfOpenIndex: Bool { !conditions.isEmpty && conditions.allSatisfy(\.isOpen) }
    /// Whether there is an index by which one of them can be looked up, other than that of closed tasks.
    var areNarrow: Bool { conditions.contains { $0.index.map { $0 != .status } ?? false } }
    /// Whether tasks are found by their words.
    var useWords: Bool { conditions.contains { $0.text.contains("task_words MATCH") } }
    /// The condition by which tasks are looked up by keys; nil for none.
    var keyed: Condition? { conditions.first { $0.part == keyedPart } }
    /// The conditions as one; empty for none.
    var text: String { conditions.map(\.text).joined(separator: " AND ") }
    /// The values of its parameters.
    var arguments: Arguments { conditions.flatMap(\.arguments) }

    private mutating func add(
        _ part: TaskQuery.Part, _ text: String, _ arguments: Arguments = [], by index: TaskQueryPlan.Index? = nil,
        ofTagged: String? = nil, ofTag: String? = nil, ofTitled: String? = nil, alternatives: [String] = []
    ) {
        conditions.append(
            Condition(
                part: part, text: text, arguments: arguments, index: index, ofTagged: ofTagged, ofTag: ofTag,
                ofTitled: ofTitled, alternatives: alternatives))
    }

    private mutating func addChoices(of query: TaskQuery) {
        if !query.statuses.isEmpty {
            let test = StatusTest(query.statuses, isCounted: isCounted)
            isOpen = isOpen || test.isOpen
            conditions.append(
                Condition(
                    part: .statuses, text: test.text, index: .status, isOpen: test.isEveryOpen, ofTag: test.ofTag))
        }
        if !query.priorities.isEmpty {
            let test = PriorityTest(query.priorities)
            add(
                .priorities, test.text, by: test.isRare ? .priority : nil, ofTag: test.ofTag,
                alternatives: test.alternatives)
        }
        if let project = query.project {
            let text = ProjectSelection.isInOne(includingSubprojects: query.includesSubprojects)
            let titled = query.includesSubprojects ? nil : ProjectSelection.isTitledInOne
            add(.project, text, [project], by: .project, ofTitled: titled)
        }
        if let series = query.series {
            add(.series, "series_key = (SELECT key FROM series WHERE id = ?)", [series], by: .series)
        }
    }

    private mutating func addKeys(of query: TaskQuery) {
        if let tag = query.tag {
            let isLookedUp = keyedPart == .tag
            add(
                .tag, TagRow.isTagged(key(for: .tag)), [tag.asTagKey], by: .tag,
                ofTagged: TaskList.isTagged(isLookedUp: isLookedUp), ofTag: TaskList.isCounted(isLookedUp: isLookedUp))
        }
        if query.isSetAside {
            let keys = "(SELECT task_key FROM set_aside WHERE task_key IS NOT NULL)"
            add(.isSetAside, "\(key(for: .isSetAside)) IN \(keys)", by: .setAside)
        }
        if let isBlocked = query.isBlocked {
            isOpen = isOpen || isBlocked
            let isWaiting = "status < 2 AND \(key(for: .blocked)) IN \(Blockers.waiting)"
            add(.blocked, isBlocked ? isWaiting : "NOT (\(isWaiting))", by: isBlocked ? .blocked : nil)
        }
        guard let search = query.text.map({ SearchQuery($0) }), !search.isBlank else { return }
        guard let pattern = search.fullTextPattern else { return add(.text, "FALSE", by: .words) }
        let keys = "(SELECT rowid FROM task_words WHERE task_words MATCH ?)"
        add(.text, "\(key(for: .text)) IN \(keys)", [pattern], by: .words)
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
        var translation = FilterTranslation(key: key(for: .filter(number)), isCounted: isCounted)
        let text = try translation.condition(filter)
        var condition = Condition(part: .filter(number), text: "(\(text))", arguments: translation.arguments)
        condition.index = filter.index
        switch filter {
        case .test(.status(let statuses)):
            let test = StatusTest(statuses.known, isCounted: isCounted)
            isOpen = isOpen || test.isOpen
            (condition.isOpen, condition.ofTag) = (test.isEveryOpen, test.ofTag)
        case .test(.overdue), .test(.blocked): isOpen = true
        case .test(.tag(let tags)) where tags.count == 1:
            let isLookedUp = keyedPart == .filter(number)
            condition.ofTagged = TaskList.isTagged(isLookedUp: isLookedUp)
            condition.ofTag = TaskList.isCounted(isLookedUp: isLookedUp)
        case .test(.project(let projects)) where projects.count == 1 && projects[0].isOneByID:
            condition.ofTitled = ProjectSelection.isTitledInOne
        case .test(.priority(let priorities)):
            let test = PriorityTest(priorities.known)
            (condition.alternatives, condition.ofTag) = (test.alternatives, test.ofTag)
        default: break
        }
        conditions.append(condition)
    }

    /// The key of a task, for a condition by keys; with a plus sign SQLite checks it and does not look it up.
    private func key(for part: TaskQuery.Part) -> String {
        keyedPart == nil || keyedPart == part ? "task.key" : "+task.key"
    }
}

/// A choice of statuses in SQL.
struct StatusTest {
    let text: String
    /// Whether all of them are open.
    let isOpen: Bool
    /// Whether they are those that are open, all of them.
    let isEveryOpen: Bool
    /// The same for rows of `task_tag`, which tell open tasks from closed ones and no more; nil where that is not asked.
    let ofTag: String?

    init(_ statuses: Set<TaskStatus>, isCounted: Bool) {
        let open = statuses.filter(\.isOpen)
        let codes = statuses.map(\.code).sorted().map(\.description).joined(separator: ", ")
        isOpen = !statuses.isEmpty && open == statuses
        isEveryOpen = isOpen && open.count == TaskStatus.allCases.count(where: \.isOpen)
        let isEveryClosed = open.isEmpty && statuses.count == TaskStatus.allCases.count { !$0.isOpen }
        ofTag = isEveryOpen ? "tagged.due_order IS NOT NULL" : isEveryClosed ? "tagged.due_order IS NULL" : nil
        // The indexes of open tasks, and that of the statuses of closed ones, are for just these conditions.
        let isRare = isCounted || statuses == [.cancelled]
        switch (isOpen, open.isEmpty && !statuses.isEmpty) {
        case (true, _) where isCounted && statuses == [.inProcess]: text = "status = \(TaskStatus.inProcess.code)"
        case (true, _): text = isEveryOpen ? "status < 2" : "status < 2 AND +status IN (\(codes))"
        case (_, true) where isRare: text = "status > 1 AND status IN (\(codes))"
        default: text = "+status IN (\(codes))"
        }
    }
}

/// A choice of priorities in SQL; none is not looked up, since most tasks have no other.
struct PriorityTest {
    let text: String
    /// Whether it may be looked up.
    let isRare: Bool
    /// The same for rows of `task_tag`.
    let ofTag: String
    /// The same for each of them alone, as the index of those that have one asks for; none where it may not be looked up.
    let alternatives: [String]

    init(_ priorities: Set<TaskPriority>) {
        let codes = priorities.map(\.code).sorted().map(\.description).joined(separator: ", ")
        isRare = !priorities.contains(.none)
        alternatives = isRare ? priorities.map(\.code).sorted().map { "priority > 0 AND priority = \($0)" } : []
        text = "\(isRare ? "" : "+")priority IN (\(codes))"
        ofTag = "tagged.task_priority IN (\(codes))"
    }
}

extension TaskQuery {
    /// The condition by the keys of tasks that is probably the rarest.
    ///
    /// - Parameter rarest: Of several tags the one that is to be looked up; nil for the first.
    /// - Returns: The condition; nil for none.
    fileprivate func keyedPart(byTag rarest: Part?) -> Part? {
        if isSetAside { return .isSetAside }
        if text.map({ !SearchQuery($0).isBlank }) ?? false { return .text }
        let indexes = (filter?.conjuncts ?? []).map(\.index)
        if let words = indexes.firstIndex(of: .words) { return .filter(words) }
        if isBlocked == true { return .blocked }
        if let blocked = indexes.firstIndex(of: .blocked) { return .filter(blocked) }
        if let rarest { return rarest }
        if tag != nil { return .tag }
        return indexes.firstIndex(of: .tag).map { .filter($0) }
    }

    /// The tags that every task is to have, each with its part of the query.
    var tags: [Part: String] {
        var tags: [Part: String] = [:]
        if let tag { tags[.tag] = tag }
        for (index, part) in (filter?.conjuncts ?? []).enumerated() {
            if case .test(.tag(let names)) = part, let name = names.first, names.count == 1 {
                tags[.filter(index)] = name
            }
        }
        return tags
    }
}

extension FilterProject {
    /// Whether it is one project, named by its id.
    fileprivate var isOneByID: Bool { if case .id = name { !includesChildren } else { false } }
}

extension Set<FilterPriority> {
    /// The priorities that a task can have.
    var known: Set<TaskPriority> { Set<TaskPriority>(compactMap { TaskPriority(rawValue: $0.rawValue) }) }
}

extension Set<FilterStatus> {
    /// The statuses that a task can have.
    var known: Set<TaskStatus> { Set<TaskStatus>(compactMap { TaskStatus(rawValue: $0.rawValue) }) }
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

import Storage

/// A list of tasks as statements, one for each section of its order.
struct TaskList {
    /// One statement, whose last parameter is how many rows it may have.
    struct Statement {
        let sql: String
        let arguments: Arguments
    }

    /// Tasks beside their tags, from which an index has those of a tag in the order of their due times.
    static let taggedTasks = "task_tag AS tagged CROSS JOIN task ON task.key = tagged.task_key"

    /// That a row of ``taggedTasks`` is one of a tag, whose ``Swift/String/asTagKey`` is a parameter.
    ///
    /// - Parameter isLookedUp: Whether it is the tag that rows are looked up by; another one is looked for at the same place
    ///   of its own order of open tasks, before the task is read.
    /// - Returns: The condition.
    static func isTagged(isLookedUp: Bool) -> String {
        isLookedUp
            ? "tagged.tag = \(TagRow.keyByName)"
            : """
            EXISTS (
                SELECT 1 FROM task_tag INDEXED BY task_tag_open
                WHERE tag = \(TagRow.keyByName) AND due_order = tagged.due_order AND task_key = tagged.task_key)
            """
    }

    /// That a row of `task_tag` is one of a tag or, where another one is looked up, that its task has that tag too.
    static func isCounted(isLookedUp: Bool) -> String {
        isLookedUp
            ? "tagged.tag = \(TagRow.keyByName)"
            : "EXISTS (SELECT 1 FROM task_tag WHERE tag = \(TagRow.keyByName) AND task_key = tagged.task_key)"
    }

    /// What is asked of the tasks.
    let conditions: TaskConditions
    /// In what order they are.
    let order: TaskOrder
    /// In the order in which they are run.
    let statements: [Statement]

    /// Whether the list takes no longer than its page: an index gives its order, and each task of that is in the list.
    let isServed: Bool

    /// By what it is known again.
    var form: ListForm {
        ListForm(statements.map(\.sql).joined(separator: ";"), statements.flatMap(\.arguments))
    }

    /// - Parameters:
    ///   - query: What is asked for.
    ///   - tag: Of several tags the one that is to be looked up; nil for the first.
    /// - Throws: ``StoreError`` with code `.invalidCursor` or `.notAvailable`.
    init(_ query: TaskQuery, by tag: TaskQuery.Part? = nil) throws {
        let conditions = try TaskConditions(query, by: tag)
        let isByDue = conditions.isOpen && query.sort.first?.key == .due && !query.sort.contains { $0.key == .title }
        let ofTagged = isByDue ? conditions.textOfTagged : nil
        let titled = conditions.conditions.filter { $0.ofTitled != nil }
        let isOfTitles =
            conditions.isOpen && query.sort.first?.key == .title && conditions.keyed == nil && !titled.isEmpty
        let order = TaskOrder(
            query.sort, isOpen: conditions.isOpen, isNarrowed: conditions.areNarrow && !isOfTitles,
            isOfTag: ofTagged != nil)
        (self.conditions, self.order) = (conditions, order)
        let alternatives = isByDue && ofTagged == nil ? conditions.alternatives : nil
        // Of the open tasks of a tag or of priorities, too, an index has the order of due times, and of those of a project
        // that of titles.
        let isOfIndex = conditions.conditions.allSatisfy { condition in
            condition.isOpen || (ofTagged != nil && condition.part == conditions.keyedPart)
                || condition.part == alternatives?.part
                || (isOfTitles && titled.count == 1 && condition.part == titled.first?.part)
        }
        isServed = isOfIndex && (isOfTitles ? query.sort.count == 1 : order.isIndexed)
        let texts =
            ofTagged.map { [$0] }
            ?? (isOfTitles ? [conditions.text(as: \.ofTitled)] : alternatives?.texts ?? [conditions.text])
        statements = try order.sections(behind: query.cursor).map { section, condition, values in
            let parts = texts.map { text in
                let all = ([text, condition ?? ""]).filter { !$0.isEmpty }.joined(separator: " AND ")
                return """
                    SELECT task.key, \(TaskRow.selection), \(order.selection) FROM \(order.tables)
                    \(all.isEmpty ? "" : "WHERE \(all)")
                    """
            }
            // Parts that are in order each are merged, each as far as the page reaches.
            let ordering = parts.count > 1 ? order.mergedText(in: section) : order.text(in: section)
            return Statement(
                sql: "\(parts.joined(separator: " UNION ALL ")) ORDER BY \(ordering) LIMIT ? + 0",
                arguments: parts.reduce([]) { all, _ in all + conditions.arguments + values })
        }
    }
}

extension TaskConditions {
    /// The conditions as one on ``TaskList/taggedTasks``, where a tag is looked up; nil elsewhere.
    var textOfTagged: String? {
        guard let keyed, let key = keyed.ofTagged else { return nil }
        // Of closed tasks no index has the order of due times.
        return isOpen
            ? "\(text(as: \.ofTagged)) AND tagged.due_order IS NOT NULL"
            : conditions.map { $0.part == keyed.part ? key : $0.text }.joined(separator: " AND ")
    }

    /// The conditions as one on `task_tag` beside no task, where a tag is looked up and all of them can be asked of that.
    var textOfTag: String? {
        guard keyed?.ofTag != nil else { return nil }
        let texts = conditions.compactMap(\.ofTag)
        return texts.count == conditions.count ? texts.joined(separator: " AND ") : nil
    }

    /// The conditions as one, in another way where they have it.
    fileprivate func text(as way: KeyPath<Condition, String?>) -> String {
        conditions.map { $0[keyPath: way] ?? $0.text }.joined(separator: " AND ")
    }

    /// The conditions as one for each priority that may be looked up, with the part that asks for these; nil where something
    /// else is looked up.
    fileprivate var alternatives: (part: TaskQuery.Part, texts: [String])? {
        let others = conditions.contains { condition in
            condition.alternatives.isEmpty && ![nil, .status, .due].contains(condition.index)
        }
        guard !others, let chosen = conditions.first(where: { !$0.alternatives.isEmpty }) else { return nil }
        let texts = chosen.alternatives.map { alternative in
            conditions.map { $0.part == chosen.part ? alternative : $0.text }.joined(separator: " AND ")
        }
        return (chosen.part, texts)
    }
}

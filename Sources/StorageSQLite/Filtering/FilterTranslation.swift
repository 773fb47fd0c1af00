import Filters
import Recurrence
import Storage

/// Makes a condition on the rows of `task` of a filter.
///
/// The text has nothing of the filter but its shape: every value is a bound parameter. No condition is ever NULL, so that
/// each has an opposite.
struct FilterTranslation {
    /// That a task is open and its time has passed, at an instant that is given twice.
    ///
    /// It is never overdue before it is due, by which there is an index.
    static let overdue = "status < 2 AND overdue_at IS NOT NULL AND overdue_at <= ? AND \(TaskRow.dueOrder) <= ?"

    /// The key of a task: with a plus sign before it nothing is looked up by it.
    var key = "task.key"
    /// Whether the tasks are only counted, in no order.
    var isCounted = false
    /// The values of the parameters, in the order of the conditions that were made.
    private(set) var arguments: Arguments = []

    /// The condition that a filter is.
    ///
    /// - Parameter filter: The filter.
    /// - Returns: An expression of SQL that is true or false.
    /// - Throws: ``StoreError`` with code `.notAvailable` where it asks for what the store cannot answer.
    mutating func condition(_ filter: ResolvedFilter) throws -> String {
        switch filter {
        case .test(let test): return try condition(test)
        case .not(let filter): return "NOT (\(try condition(filter)))"
        case .all(let parts): return try joined(parts, by: " AND ", orElse: "TRUE")
        case .any(let parts): return try joined(parts, by: " OR ", orElse: "FALSE")
        }
    }

    private mutating func joined(
        _ parts: [ResolvedFilter], by word: String, orElse nothing: String
    ) throws -> String {
        var conditions: [String] = []
        for part in parts { conditions.append("(\(try condition(part)))") }
        return conditions.isEmpty ? nothing : conditions.joined(separator: word)
    }

    private mutating func condition(_ test: ResolvedFilter.Test) throws -> String {
        switch test {
        case .status(let statuses):
            return StatusTest(statuses.known, isCounted: isCounted).text
        case .priority(let priorities):
            return PriorityTest(priorities.known).text
        case .tag(let tags):
            arguments += tags.map(\.asTagKey)
            guard tags.count > 1 else { return TagRow.isTagged(key) }
            let keys = tags.map { _ in TagRow.keyByName }.joined(separator: ", ")
            return "\(key) IN (SELECT task_key FROM task_tag WHERE tag IN (\(keys)))"
        case .series(let ids):
            let known = list(ids.compactMap { SeriesID($0) })
            return "series_key IS NOT NULL AND series_key IN (SELECT key FROM series WHERE id IN \(known))"
        case .time(let field, let start, let end): return time(field, from: start, before: end)
        case .title(let titles): return "title IN \(list(titles))"
        case .words(let field, let texts): return words(field, texts)
        case .location(let parts): return location(parts)
        case .overdue(let now):
            arguments += [now, now]
            return Self.overdue
        case .recurring:
            return """
                series_key IS NOT NULL
                AND series_key IN (SELECT key FROM series WHERE key = series_key AND shown IS NOT NULL)
                """
        case .presence(let field): return presence(field)
        case .project(let projects): return project(projects)
        case .blocked: return "status < 2 AND \(key) IN \(Blockers.waiting)"
        }
    }

    private func presence(_ field: FilterPresence) -> String {
        switch field {
        case .due: "due_at IS NOT NULL"
        case .start: "start_at IS NOT NULL"
        case .completedAt: "completed_at IS NOT NULL"
        case .priority: "priority > 0"
        case .tag: "EXISTS (\(TagRow.namesOfTask("task.key")))"
        case .description: "details IS NOT NULL"
        case .location: "location IS NOT NULL"
        case .series: "series_key IS NOT NULL"
        case .project: ProjectSelection.isInAny
        }
    }

    private mutating func project(_ projects: [FilterProject]) -> String {
        projects.map { project in
            switch project.name {
            case .id(let text):
                arguments.append(ProjectID(text))
                return ProjectSelection.isInOne(includingSubprojects: project.includesChildren)
            case .name(let name):
                arguments.append(name.inNormalForm)
                return ProjectSelection.isIn("name", includingSubprojects: project.includesChildren)
            }
        }
        .map { "(\($0))" }.joined(separator: " OR ")
    }

    /// A list of parameters.
    private mutating func list(_ values: [some ColumnValue]) -> String {
        arguments += values.map { $0 }
        return "(\(values.map { _ in "?" }.joined(separator: ", ")))"
    }

    private mutating func time(_ field: FilterDateField, from start: UTCInstant?, before end: UTCInstant?) -> String {
        let column =
            switch field {
            case .due: "due_at"
            case .start: "start_at"
            case .createdAt: "created_at"
            case .updatedAt: "updated_at"
            case .completedAt: "completed_at"
            }
        // The index of due times has this expression, and no NULL.
        let ordered = field == .due ? TaskRow.dueOrder : column
        var conditions = ["\(column) IS NOT NULL"]
        for case (let relation, let bound?) in [(">=", start), ("<", end)] {
            conditions.append("\(ordered) \(relation) ?")
            arguments.append(bound)
        }
        return conditions.joined(separator: " AND ")
    }

    private mutating func words(_ field: FilterTextField, _ texts: [String]) -> String {
        // The index knows the words of a task; in which of its texts they stand is told by the text.
        let column: String? =
            switch field {
            case .text: nil
            case .title: "title"
            case .description: "details"
            }
        let conditions = texts.compactMap { text -> String? in
            guard let phrase = SearchQuery.Phrase(text) else { return nil }
            arguments.append(phrase.fullTextPattern)
            let isFound = "\(key) IN (SELECT rowid FROM task_words WHERE task_words MATCH ?)"
            guard let column else { return isFound }
            arguments.append(text)
            return "(\(isFound) AND \(WordsFunction.name)(\(column), ?))"
        }
        return conditions.isEmpty ? "FALSE" : conditions.joined(separator: " OR ")
    }

    private mutating func location(_ parts: [String]) -> String {
        let tests = parts.flatMap { part in
            ["placeName", "address"].map { member in
                arguments.append(part)
                return "instr(lower(coalesce(json_extract(location, '$.\(member)'), '')), lower(?)) > 0"
            }
        }
        // What is no JSON would be an error for the whole list.
        return "CASE WHEN json_valid(location) THEN \(tests.joined(separator: " OR ")) ELSE FALSE END"
    }
}

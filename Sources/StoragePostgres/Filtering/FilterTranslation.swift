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
            return StatusTest(statuses.known).text
        case .priority(let priorities):
            return Self.isOne(of: priorities.known, "priority")
        case .tag(let tags):
            arguments += tags.map(\.asTagKey)
            guard tags.count > 1 else { return TagRow.isTagged }
            let keys = tags.map { _ in TagRow.keyByName }.joined(separator: ", ")
            return "task.key IN (SELECT task_key FROM task_tag WHERE tag IN (\(keys)))"
        case .series(let ids):
            let known = list(ids.compactMap { SeriesID($0) })
            return "series_key IS NOT NULL AND series_key IN (SELECT key FROM series WHERE id = \(known))"
        case .time(let field, let start, let end): return time(field, from: start, before: end)
        case .title(let titles): return "title = \(list(titles))"
        case .words(let field, let texts): return words(field, texts)
        case .location(let parts): return location(parts)
        case .overdue(let now):
            arguments += [now, now]
            return Self.overdue
        case .recurring:
            return """
                series_key IS NOT NULL
                AND EXISTS (SELECT 1 FROM series WHERE series.key = task.series_key AND shown IS NOT NULL)
                """
        case .presence(let field): return presence(field)
        case .project(let projects): return project(projects)
        case .blocked: return "status < 2 AND task.key IN \(Blockers.waiting)"
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

    /// Any of some values, as one parameter.
    private mutating func list(_ values: [some ParameterValue]) -> String {
        arguments.append(values)
        return "ANY (?)"
    }

    /// That a column has one of some choices.
    static func isOne(of choices: Set<some ColumnCode>, _ column: String) -> String {
        let codes = choices.map(\.code).sorted().map(\.description).joined(separator: ", ")
        return codes.isEmpty ? "FALSE" : "\(column) IN (\(codes))"
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
        let column =
            switch field {
            case .text: "words"
            case .title: "title_words"
            case .description: "details_words"
            }
        let conditions = texts.compactMap { text -> String? in
            guard let phrase = SearchQuery.Phrase(text) else { return nil }
            let search = WordSearch([phrase], in: column)
            arguments += search.arguments
            return "task.key IN (SELECT key FROM task_search WHERE \(search.condition))"
        }
        return conditions.isEmpty ? "FALSE" : conditions.joined(separator: " OR ")
    }

    private mutating func location(_ parts: [String]) -> String {
        let tests = parts.flatMap { part in
            ["placeName", "address"].map { member in
                arguments.append(part)
                // By the letters of ASCII alone, wherever the server stands.
                return """
                    strpos(lower((location::json ->> '\(member)') COLLATE "C"), lower(? COLLATE "C")) > 0
                    """
            }
        }
        return "location IS NOT NULL AND coalesce(\(tests.joined(separator: " OR ")), FALSE)"
    }
}

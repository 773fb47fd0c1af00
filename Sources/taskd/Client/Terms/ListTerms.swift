import Filters
import Recurrence

/// The terms of a list, such as `+home -work @rent p:high due:today overdue 'words'`, as a filter.
struct ListTerms {
    /// The conditions, each a filter; all of them are to hold.
    private var conditions: [String] = []
    /// The projects that were named, which the daemon is asked for.
    private(set) var projects: [String] = []
    /// Whether closed tasks are asked for.
    private(set) var asksForClosed = false
    /// The tags that were named.
    private(set) var tags: [String] = []
    /// Those of them that a task is not to have, so that none of them keeps a list from having tasks.
    private(set) var excludedTags: [String] = []
    /// Why words that look like a condition are looked for as words, a sentence each.
    private(set) var unreadConditions: [String] = []

    /// The words that are looked for.
    private(set) var words: [String] = []
    let days: FilterDays

    /// Reads the terms.
    ///
    /// - Throws: ``CommandFailure`` for what cannot be read.
    init(_ terms: [String], _ reader: TimeReader) throws {
        days = FilterDays(reader)
        for term in terms { try read(term) }
        unreadConditions += (filtersAmongWords + timesBehindDays(terms) + conditionsAmongWords).prefix(1)
    }

    /// The filter; nil where nothing is asked for.
    ///
    /// - Parameters:
    ///   - filter: What else is to hold.
    ///   - projectIDs: The ids of ``projects``.
    ///   - tags: The tags that a task is to have besides.
    /// - Returns: The filter.
    func filter(and filter: String?, _ projectIDs: [String], tags: [String] = []) -> String? {
        let all =
            conditions + projectIDs.map { "project:\($0)" } + tags.map { "tag:\(Self.quoted($0))" }
            + (filter.map { ["(\($0))"] } ?? [])
        guard all.count > 1 || filter == nil else { return filter }
        return all.isEmpty ? nil : all.joined(separator: " and ")
    }

    private mutating func read(_ term: String) throws {
        guard !term.trimmingSpaces.isEmpty else {
            throw CommandFailure.usage("a term is empty", "Leave it away.")
        }
        if let example = Self.lacking(term) {
            throw CommandFailure.usage("\"\(term.shown)\" has no value", "Write it like \(example).")
        }
        if let (name, isAdded) = TermArguments.tag(term) {
            if !isAdded, name.hasPrefix("@") { throw Self.noProject(name) }
            addTag(name, isAdded ? "" : "not ")
            if !isAdded { excludedTags.append(name) }
        } else if term.hasPrefix("@"), term.count > 1 {
            projects.append(TermArguments.unquoted(term.dropFirst()))
        } else if let priority = TermArguments.priority(term) {
            conditions.append("priority:\(priority.rawValue)")
        } else if let (name, value) = TermArguments.field(term), try read(field: name, value, term) {
            return
        } else if let (name, relation, value) = TermArguments.comparison(term), Self.isKnown(name) {
            try read(name, relation, value, term)
        } else if let (name, value) = TermArguments.field(term), Self.isKnown(name) {
            throw Self.noCondition(name, value, term)
        } else if !readWord(term.lowercased()) {
            try add(text: term, to: "text", term)
            words.append(term)
            if let reason = Self.unread(term) { unreadConditions.append(reason) }
        }
    }

    /// Refuses `-@PROJECT`, which would be a tag that no task has.
    private static func noProject(_ name: String) -> CommandFailure {
        let project = String(name.dropFirst())
        let value = project.allSatisfy { $0.isLetter || $0.isNumber } ? project : quoted(project)
        return .usage("\"-\(name.shown)\" is no term of a list", "Write --where 'not project:\(value.shown)'.")
    }

    private mutating func addTag(_ name: String, _ sign: String = "") {
        tags.append(name)
        conditions.append("\(sign)tag:\(Self.quoted(name))")
    }

    /// The fields that are days or times, by all their names.
    static let timeFields: Set = [
        "due", "start", "created", "updated", "completed", "createdat", "updatedat", "completedat", "마감",
    ]
    /// The fields that have an order, by all their names.
    static let ordered = timeFields.union(["p", "priority"])
    /// What `taskd edit` changes by a term, and no list is selected by.
    private static let changes: Set = [
        "repeat", "repeats", "every", "반복", "remind", "r", "알림", "for", "estimate", "note", "zone",
    ]

    /// Whether a name before a sign is that of a term or of a field.
    static func isKnown(_ name: String) -> Bool {
        ordered.contains(name) || changes.contains(name) || TaskFilter.isField(name)
    }

    /// `due<fri`, which is `due:<fri`.
    private mutating func read(_ name: String, _ relation: String, _ value: String, _ term: String) throws {
        let isOrdered = Self.ordered.contains(name)
        guard isOrdered, relation != "!=", try read(field: name, relation + value, term) else {
            let quoted = value.contains { !$0.isLetter && !$0.isNumber } ? Self.quoted(value) : value
            let negated = "not \(name == "p" ? "priority" : name):\(quoted)"
            let isNegated = relation == "!=" && (try? TaskFilter(negated)) != nil
            let how = isNegated ? "--where '\(negated)'" : "\(name):\(value)"
            throw CommandFailure.usage(
                "\"\(term.shown)\" is no condition of a list",
                "Write \(how.shown), or text:'\(term.shown)' to look for it.")
        }
    }

    private static func noCondition(_ name: String, _ value: String, _ term: String) -> CommandFailure {
        let how =
            switch name {
            case "note": "Write description:\(value.shown)"
            case "repeat", "repeats", "every", "반복": "Write repeats for all that repeat"
            default: "taskd help filters tells what can be asked"
            }
        return .usage(
            "\"\(term.shown)\" changes a task, and selects none", "\(how), or text:'\(term.shown)' to look for it.")
    }

    /// How to write a term of which only the beginning was typed; nil for any other.
    private static func lacking(_ term: String) -> String? {
        switch term.lowercased() {
        case "@", "project:": "@PROJECT"
        case "+", "#", "tag:": "+TAG"
        case "-", "\(TermArguments.minus)": "-TAG"
        case "p:", "priority:": "p:high"
        case "due:", "start:", "created:", "updated:", "completed:": "\(term)today"
        case "title:", "text:", "description:", "location:", "status:", "is:", "no:", "has:": "\(term)WORD"
        default: nil
        }
    }

    /// Whether a word means something by itself.
    static func isWord(_ word: String) -> Bool { condition(of: word.lowercased()) != nil }

    /// The filter for a word that means something by itself, and whether that asks for closed tasks; nil for any other.
    private static func condition(of word: String) -> (filter: String, isClosed: Bool)? {
        switch word {
        case "overdue", "late", "지연": ("overdue", false)
        case "blocked": ("blocked", false)
        case "repeats", "recurring", "반복": ("recurring", false)
        case "open": ("status:open", false)
        case "done", "completed", "완료": ("status:completed", true)
        case "closed": ("status:closed", true)
        default: nil
        }
    }

    private mutating func readWord(_ word: String) -> Bool {
        guard let (filter, isClosed) = Self.condition(of: word) else { return false }
        conditions.append(filter)
        asksForClosed = asksForClosed || isClosed
        return true
    }

    private mutating func read(field: String, _ value: String, _ term: String) throws -> Bool {
        switch field {
        case "p", "priority": try conditions.append(Self.priority(value))
        case _ where Self.timeFields.contains(field):
            if field.hasPrefix("completed") { asksForClosed = true }
            try conditions.append(days.condition(field == "마감" ? "due" : field, value))
        case "tag", "tags": addTag(value)
        case "project": projects.append(value)
        case "title", "text", "description", "location": try add(text: value, to: field, term)
        case "status":
            try add("status:\(value)", term)
            asksForClosed = asksForClosed || !["open", "needsaction", "inprocess"].contains(value.lowercased())
        case "is", "no", "has", "overdue", "blocked", "recurring", "series", "seriesid":
            try add("\(field):\(value)", term)
        default: return false
        }
        return true
    }

    /// Takes up what is looked for in a text, which has to have a word.
    private mutating func add(text: String, to field: String, _ term: String) throws {
        let condition = "\(field):\(Self.quoted(text))"
        guard (try? TaskFilter(condition)) != nil else {
            throw CommandFailure.usage(
                "\"\(term.shown)\" has no word to look for", "Write a word of the task, such as rent.")
        }
        conditions.append(condition)
    }

    /// Takes up a condition of which nothing but the filter language knows the values.
    private mutating func add(_ condition: String, _ term: String) throws {
        do throws(FilterError) { _ = try TaskFilter(condition) } catch {
            throw CommandFailure.usage(
                "\"\(term.shown)\": \(error.reason)".withoutControls,
                error.suggestion.map { "Did you mean \($0)?" } ?? "taskd help filters tells what there is.")
        }
        conditions.append(condition)
    }

    private static func priority(_ typed: String) throws -> String {
        let (relation, rest) = FilterDays.relation(typed)
        let isUpward = rest.hasSuffix("+")
        let name = isUpward ? String(rest.dropLast()) : rest
        guard PriorityArgument(rawValue: name.lowercased()) != nil || TermArguments.priority("p" + name) != nil else {
            let names = PriorityArgument.allValueStrings.joined(separator: ", ")
            throw CommandFailure.usage(
                "\"\(typed.shown)\" is no priority", "Priorities are \(names); p:high+ is high and above.")
        }
        let value = TermArguments.priority("p" + name)?.rawValue ?? name.lowercased()
        return "priority \(isUpward ? ">=" : relation ?? "=") \(value)"
    }

    /// A value that no sign of the filter language is read in.
    static func quoted(_ value: String) -> String {
        "\"\(value.replacing("\\", with: "\\\\").replacing("\"", with: "\\\""))\""
    }
}

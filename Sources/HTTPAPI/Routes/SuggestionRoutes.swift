import Basics
import HTTPTypes
import Hummingbird
import Recurrence
import Scheduler
import Storage

/// `/v1/suggestions`: what a new task may well have, counted from earlier ones.
struct SuggestionRoutes: Sendable {
    let store: any Store
    let zones: ZoneDatabase

    static let parameters: [Operation.Parameter] = [
        .query("title", .string(1...TaskContent.Bounds.titleLength).example("Dentist"), "The title of the new task."),
        .query(
            "limit", .integer(1...50).defaulting(to: .number(Double(standardLimit))), "How many suggestions at most."),
    ]
    private static let standardLimit = 10
    /// How many tasks an answer is counted from at most, so that a long title of common words costs no more than a short one;
    /// of a few words 100 each.
    private static let (most, mostOfWord) = (200, 100)
    /// How many tasks with a word are looked at for a token that reaches only a part of them.
    private static let lookedAtWithin = 500

    func add(to routes: ScopedRoutes) {
        routes.add(.listSuggestions) { try await list($0, $1) }
    }

    private func list(_ request: Request, _ context: APIContext) async throws -> Response {
        var query = QueryReader(request, context)
        let title = query.text("title", atMost: TaskContent.Bounds.titleLength)
        let limit =
            query.value("limit", "a number from 1 to 50") { text in
                QueryReader.number(text).flatMap { (1...50).contains($0) ? Int($0) : nil }
            } ?? Self.standardLimit
        try query.finish()
        guard let title else {
            let problem = InputProblem(pointer: "?title", detail: "is missing")
            throw Problem(.badRequest, "the parameter title \(problem.detail)", problems: [problem])
        }
        let (words, access, zones) = (TitleWord.all(of: title), context.access, zones)
        let items = try await store.read { reader in
            var counter = SuggestionCounter { try? zones.rules(for: $0) }
            for word in words {
                let query = Self.query(word, of: words.count, access)
                counter.count(try reader.pastTasks(matching: query), with: word.text)
            }
            // One that is left out takes no place.
            let all = try counter.suggestions(limit: .max).compactMap { suggestion -> SuggestionItem? in
                guard case .project(let id) = suggestion.value else { return SuggestionItem(suggestion) }
                guard let project = try? reader.project(id), !project.isArchived, try access.holds(id, in: reader)
                else { return nil }
                return SuggestionItem(suggestion, project: project.name)
            }
            return Array(all.prefix(limit))
        }
        return APIResponse { json in
            json.field("words") { json in json.array(words) { $0.string($1.text) } }
            json.field("items") { json in json.array(items) { $1.write(to: &$0) } }
        }.response
    }

    /// The earlier tasks with one of some words that lie within the reach of a token.
    private static func query(_ word: TitleWord, of count: Int, _ access: Access) -> PastTaskQuery {
        var query = PastTaskQuery(word: word.text)
        query.limit = min(mostOfWord, most / count)
        query.lookedAt = 2 * query.limit
        switch access.reach {
        case .everything, .hook: return query
        case .project(let id): query.project = id
        case .tag(let name): query.tag = name
        }
        query.lookedAt = lookedAtWithin
        return query
    }
}

/// A suggestion as it is answered.
struct SuggestionItem: Sendable {
    let suggestion: TaskSuggestion
    /// The name of the project that is suggested.
    let project: String?

    init(_ suggestion: TaskSuggestion, project: String? = nil) {
        (self.suggestion, self.project) = (suggestion, project)
    }

    static let schema = Schema.object([
        "field": .choice(of: TaskSuggestion.Field.self),
        "value": Schema.any.described(
            "What to write into the field: of `dueTime` a time of day, of `dueWeekday` a day, of `dueLead` a duration."),
        "name": Schema.string.nullable.described("The name of the project."),
        "because": Schema.string.described("Why, in words."),
        "word": Schema.string.described("The word of the title that it follows from."),
        "count": Schema.count.described("How many earlier tasks with the word have it."),
        "of": Schema.count.described("Of how many that could have it."),
    ]).named("Suggestion", "What a new task may well have.")

    func write(to json: inout JSONWriter) {
        json.object { json in
            json.field("field", suggestion.value.field.rawValue)
            json.field("value") { write(valueTo: &$0) }
            json.field("name", project)
            json.field("because", because)
            json.field("word", suggestion.word)
            json.field("count", suggestion.count)
            json.field("of", suggestion.total)
        }
    }

    private func write(valueTo json: inout JSONWriter) {
        switch suggestion.value {
        case .tag(let name): json.array([name]) { $0.string($1) }
        case .offset(let offset):
            json.array([offset]) { json, offset in json.object { $0.field("offset", offset.description) } }
        case .weekday(let weekday): json.string(WeekdayName(weekday).rawValue)
        default: json.string(suggestion.value.text)
        }
    }

    private var because: String {
        let numbers = "\(suggestion.count) of \(suggestion.total) tasks with \"\(suggestion.word)\""
        return switch suggestion.value {
        case .tag, .priority: "\(numbers) have it"
        case .project: "\(numbers) are in \"\(project ?? "")\""
        case .time(let second): "\(numbers) that have a time are due at \(QuietHours.text(second))"
        case .weekday(let weekday): "\(numbers) that are due are due on a \(WeekdayName(weekday).rawValue)"
        case .lead(0): "\(numbers) that are due are due on the day they are made"
        case .lead(let days): "\(numbers) that are due are due \(days) day\(days == 1 ? "" : "s") after they are made"
        case .offset: "\(numbers) that are due have it"
        }
    }
}

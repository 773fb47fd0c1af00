import Basics
import Filters
import Hummingbird
import Recurrence
import Scheduler
import Storage

/// Reads the parameters of a query, each with its form; what nobody asked for is a problem in the end, and so is what
/// is there twice.
struct QueryReader {
    /// Where in a list a page begins, and what it shows of each item, is not what the list is of.
    private static let placeNames: Set<String> = ["cursor", "limit", "fields", "short"]

    private var values: [String: [String]] = [:]
    private let collector = ProblemCollector()
    /// What the problem has beside what every problem has.
    private var members: [String: JSONValue] = [:]
    /// What the list is of that is asked for: its path, its filters and its order.
    private let list: (path: String, parameters: [String: [String]])
    /// What else it is of, which its address does not say.
    private var ties: [String] = []
    /// What the operation that the request asks for declares of its query; nil for one that declares nothing.
    private let declared: DeclaredQuery?
    /// Hides from the client what its cursors say; nil where it may see every row.
    private let seal: CursorSeal?
    /// The parameters that were asked for; noted in debug builds alone, to hold them against those that are declared.
    private var asked: Set<String> = []

    /// - Parameters:
    ///   - request: The request that has the query.
    ///   - context: Knows which operation it asks for, of which all parameters are to be read.
    init(_ request: Request, _ context: APIContext) {
        self.init(request, declared: context.declaredQuery, seal: context.cursorSeal, named: context.queryIDs)
        // Read before any route is asked.
        if declared?.shortened != nil { _ = string("short") }
    }

    /// - Parameters:
    ///   - request: The request that has the query.
    ///   - declared: What its operation declares; nil for nothing.
    ///   - seal: Hides what cursors say; nil where nothing is hidden.
    ///   - ids: The ids of what parameters name otherwise, by the names of these.
    init(
        _ request: Request, declared: DeclaredQuery? = nil, seal: CursorSeal? = nil, named ids: [String: String] = [:]
    ) {
        (self.declared, self.seal) = (declared, seal)
        let query = request.uri.query ?? ""
        let parameters = query.utf8.count > QueryText.longest ? nil : QueryText.parameters(of: query)
        if parameters == nil {
            let detail = "must be percent-encoded UTF-8 of at most \(QueryText.longest) bytes"
            collector.add("?", detail)
        }
        for (name, value) in parameters ?? [] { values[name, default: []].append(value) }
        for (name, id) in ids where values[name]?.count == 1 { values[name] = [id] }
        list = (request.uri.path, values)
    }

    /// Identifies the list that is asked for.
    private var fingerprint: String {
        let parameters = list.parameters.filter { !Self.placeNames.contains($0.key) }.sorted { $0.key < $1.key }
        let text = list.path + parameters.map { "\0\($0.key)\0\($0.value.joined(separator: "\0"))" }.joined()
        return ties.reduce(QueryText.fingerprint(of: text.utf8)) { QueryText.fingerprint(of: "\($0)\0\($1)".utf8) }
    }

    /// Makes the list one of something else too, which its address does not say: of what a view is now.
    mutating func tie(to text: String) { ties.append(text) }

    /// Whether the operation has a parameter.
    func declares(_ parameter: Operation.Parameter) -> Bool {
        declared?.names.contains(parameter.name) ?? true
    }

    /// What was written for a parameter that was not read yet.
    func written(_ name: String) -> String? { values[name]?.first }

    mutating func string(_ name: String) -> String? {
        assert(notes(name), "\(declared?.operation ?? "") reads \(name), which it does not declare")
        guard let given = values.removeValue(forKey: name) else { return nil }
        if given.count > 1 { note(name, "must appear only once") }
        if given[0].isEmpty { note(name, "must not be empty; omit it instead") }
        return given[0].isEmpty ? nil : given[0]
    }

    /// Text of at most so many characters.
    mutating func text(_ name: String, atMost limit: Int) -> String? {
        let text = string(name)
        if let complaint = text.flatMap({ TextLength.complaint(about: $0, atMost: limit) }) { note(name, complaint) }
        return text
    }

    /// A parameter of a form of its own.
    mutating func value<Value>(_ name: String, _ expected: String, _ parse: (String) -> Value?) -> Value? {
        guard let text = string(name) else { return nil }
        let value = parse(text)
        if value == nil { note(name, "must be \(expected)") }
        return value
    }

    /// One of some words.
    mutating func choice<Choice: RawRepresentable & CaseIterable>(
        _ name: String, _ type: Choice.Type = Choice.self
    ) -> Choice? where Choice.RawValue == String {
        let names = Choice.allCases.map(\.rawValue).joined(separator: ", ")
        return value(name, "one of \(names)") { Choice(rawValue: $0) }
    }

    /// Several choices, with commas between them.
    mutating func choices<Choice: RawRepresentable & CaseIterable & Hashable>(
        _ name: String
    ) -> Set<Choice> where Choice.RawValue == String {
        let names = Choice.allCases.map(\.rawValue).joined(separator: ", ")
        let choices: [Choice]? = value(name, "a comma-separated list of \(names)") { text in
            let choices = text.split(separator: ",", omittingEmptySubsequences: false).map {
                Choice(rawValue: String($0))
            }
            return choices.contains(nil) ? nil : choices.compactMap(\.self)
        }
        return Set(choices ?? [])
    }

    /// Several of some names, with commas between them; nil where none are asked for.
    mutating func names(_ name: String, of kind: String, among known: [String]) -> Set<String>? {
        guard let text = string(name) else { return nil }
        let names = text.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
        if let unknown = names.first(where: { !known.contains($0) }) {
            let nearest = NearestName.of(unknown, among: known).map { "did you mean \($0)? The" } ?? "the"
            note(
                name,
                "has no \(kind) \(JSONError.reference(unknown)); \(nearest) \(kind)s are "
                    + known.joined(separator: ", "))
        }
        return Set(names)
    }

    mutating func bool(_ name: String) -> Bool? {
        value(name, "true or false") { $0 == "true" ? true : $0 == "false" ? false : nil }
    }

    /// A parameter that is read by itself, whatever the others are.
    func flag(_ name: String) throws -> Bool? {
        var own = self
        own.values = values.filter { $0.key == name }
        let flag = own.bool(name)
        try own.refuseOthers()
        return flag
    }

    mutating func limit(default count: Int = 100) -> Int {
        value("limit", "a number from 1 to 1000") { text in
            Self.number(text).flatMap { (1...1_000).contains($0) ? Int($0) : nil }
        } ?? count
    }

    /// A whole number from 0 on, in digits alone.
    static func number(_ text: String) -> Int64? {
        text.utf8.allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) } ? Int64(text) : nil
    }

    /// What a cursor must be.
    static let cursorForm = "a nextCursor of the same list, with the same filters and sort"

    /// Where a page begins: what an earlier page of the same list has given.
    mutating func cursor<Place>(_ parse: ([String]) -> Place?) -> Place? {
        let (fingerprint, seal) = (written("cursor") == nil ? "" : fingerprint, seal)
        return value("cursor", Self.cursorForm) {
            let parts = CursorText.decode($0, seal, of: fingerprint)
            return parts?.last == fingerprint ? parts.flatMap { parse($0.dropLast()) } : nil
        }
    }

    /// The cursor of a position in this list.
    func cursorText(_ parts: [String]) -> String {
        let fingerprint = fingerprint
        return CursorText.encode(parts + [fingerprint], seal, of: fingerprint)
    }

    /// An instant, or a date or local time in a zone, in the years 1 to 9999.
    ///
    /// It bounds a list and starts nothing, so that a fraction of a second stays what it is.
    mutating func instant(_ name: String, in zone: ZoneRules) -> UTCInstant? {
        value(name, TaskDraft.Time.form + ", in the years 1 to 9999") { text in
            // A plus sign that was not encoded arrives as a space.
            let instant =
                UTCInstant(text) ?? UTCInstant(text.replacing(" ", with: "+"))
                ?? CivilTime(roundingUp: text).flatMap { LocalTime($0) }?.instant(in: zone)
            return instant.flatMap { TimeRange.contains($0) ? $0 : nil }
        }
    }

    /// A date, a local time or an instant, in the years 1 to 9999; whose zone it is in is known later.
    mutating func time(_ name: String) -> TaskDraft.Time? {
        value(name, TaskDraft.Time.form + ", in the years 1 to 9999") { text in
            switch TaskDraft.Time(text) ?? TaskDraft.Time(text.replacing(" ", with: "+")) {
            case .instant(let instant)? where TimeRange.contains(instant): .instant(instant)
            case .civil(let civil)? where TimeRange.contains(civil): .civil(civil)
            default: nil
            }
        }
    }

    /// A filter of tasks; where it is none, the problem says at which bytes, and what was probably meant.
    mutating func filter(_ name: String) -> TaskFilter? {
        guard let text = string(name) else { return nil }
        do throws(FilterError) {
            return try TaskFilter(text)
        } catch {
            note(name, "is not a valid filter: \(error)")
            members = error.members
            return nil
        }
    }

    func note(_ name: String, _ detail: String) {
        collector.add("?\(name)", detail)
    }

    /// Refuses the request when its query has parameters of other names, or cannot be read.
    func refuseOthers(than names: Set<String>) throws {
        var others = self
        others.values = values.filter { !names.contains($0.key) }
        try others.refuseOthers()
    }

    /// Notes that a parameter is read; whether the operation declares it.
    private mutating func notes(_ name: String) -> Bool {
        asked.insert(name)
        return declared?.names.contains(name) ?? true
    }

    /// Refuses the request when something is wrong with its query.
    func finish() throws {
        let unread = declared?.names.subtracting(asked) ?? []
        assert(unread.isEmpty, "\(declared?.operation ?? "") declares \(unread), and does not read it")
        try refuseOthers()
    }

    private func refuseOthers() throws {
        for name in values.keys.sorted() { note(JSONError.reference(name), "is not a known parameter") }
        guard let first = collector.problems.first else { return }
        let subject = first.pointer == "?" ? "the query" : "the parameter \(first.pointer.dropFirst())"
        var problem = Problem(.badRequest, "\(subject) \(first.detail)", problems: collector.problems)
        problem.members = members
        throw problem
    }
}

import Basics
import Recurrence
import Storage

/// What is counted of a task as a row, in which groups are a list of keys as a JSON array, or NULL for none.
struct CountedTaskRow {
    /// A count as it is kept.
    struct Count {
        var at: UTCInstant
        var groups: String?
        var lateness: Int64?
    }

    static let columns = ["created_at", "created_in", "completed_at", "completed_in", "lateness", "former"]
    static let list = columns.joined(separator: ", ")
    static let upsert = """
        INSERT OR REPLACE INTO statistic_task (task_id, \(list))
        VALUES (?, \(columns.map { _ in "?" }.joined(separator: ", ")))
        """

    private let creation: Count?
    private let completion: Count?
    private let former: [(kind: CountedTask.Kind, count: Count)]

    /// - Parameters:
    ///   - task: What is counted.
    ///   - keys: Gives the list of some groups.
    /// - Throws: What `keys` throws.
    init(_ task: CountedTask, _ keys: ([StatisticsGroup]) throws -> String?) throws {
        func row(_ count: CountedTask.Count) throws -> Count {
            Count(at: count.at, groups: try keys(count.groups), lateness: count.lateness)
        }
        creation = try task.creation.map(row)
        completion = try task.completion.map(row)
        former = try task.former.map { ($0.kind, try row($0.count)) }
    }

    /// Reads the columns `columns`, in their order.
    init(from column: inout ColumnReader) throws {
        func count(_ column: inout ColumnReader) throws -> Count? {
            let (at, groups): (UTCInstant?, String?) = (try column.next(), try column.next())
            return at.map { Count(at: $0, groups: groups) }
        }
        creation = try count(&column)
        var completion = try count(&column)
        // Read in any case, since the next column comes after it.
        let lateness: Int64? = try column.next()
        completion?.lateness = lateness
        self.completion = completion
        let former: String? = try column.next()
        self.former = try former.map { try Self.former(JSONFields.value(of: $0)) } ?? []
    }

    /// What is counted.
    ///
    /// - Parameter groups: Gives the groups of a list.
    /// - Returns: What is counted, with its groups.
    /// - Throws: What `groups` throws.
    func task(_ groups: (String) throws -> [StatisticsGroup]) throws -> CountedTask {
        func count(_ row: Count) throws -> CountedTask.Count {
            CountedTask.Count(at: row.at, groups: try row.groups.map(groups) ?? [], lateness: row.lateness)
        }
        var task = CountedTask()
        task.creation = try creation.map(count)
        task.completion = try completion.map(count)
        task.former = try former.map { CountedTask.Former($0.kind, try count($0.count)) }
        return task
    }

    /// Binds the parameters of ``upsert``.
    func bind(to statement: PreparedStatement, _ id: TaskID) throws {
        try statement.bind(id, at: 1)
        try statement.bind(creation?.at, at: 2)
        try statement.bind(creation?.groups, at: 3)
        try statement.bind(completion?.at, at: 4)
        try statement.bind(completion?.groups, at: 5)
        try statement.bind(completion?.lateness, at: 6)
        try statement.bind(former.isEmpty ? nil : formerText, at: 7)
    }

    private var formerText: String {
        var json = JSONWriter()
        json.array(former) { json, former in
            json.object { json in
                json.field("kind", former.kind.rawValue)
                json.field("at", former.count.at.millisecondsSinceEpoch)
                json.field("in", former.count.groups)
                json.field("late", former.count.lateness)
            }
        }
        return String(decoding: json.bytes, as: UTF8.self)
    }

    private static func former(_ value: JSONValue) throws -> [(kind: CountedTask.Kind, count: Count)] {
        guard let elements = value.array else { throw JSONFields.mismatch }
        return try elements.map { element in
            guard let kind = element["kind"]?.string.flatMap(CountedTask.Kind.init), let at = element["at"]?.integer
            else { throw JSONFields.mismatch }
            let count = Count(
                at: UTCInstant(millisecondsSinceEpoch: Int64(at)), groups: element["in"]?.string,
                lateness: element["late"]?.integer.map(Int64.init))
            return (kind, count)
        }
    }
}

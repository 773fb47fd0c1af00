import Basics
import Recurrence
import Storage

/// What is counted of a task as a row, in which groups are a list of keys, or NULL for none.
struct CountedTaskRow {
    /// A count as it is kept.
    struct Count {
        var at: UTCInstant
        var groups: [Int64]?
        var lateness: Int64?
    }

    static let columns = ["created_at", "created_in", "completed_at", "completed_in", "lateness", "former"]
    static let list = columns.joined(separator: ", ")
    static let upsert = """
        INSERT INTO statistic_task (task_id, \(list))
        VALUES (?, \(columns.map { _ in "?" }.joined(separator: ", ")))
        ON CONFLICT (task_id) DO UPDATE SET \(columns.map { "\($0) = excluded.\($0)" }.joined(separator: ", "))
        """

    private let creation: Count?
    private let completion: Count?
    private let former: [(kind: CountedTask.Kind, count: Count)]

    /// - Parameters:
    ///   - task: What is counted.
    ///   - key: Gives the key of a group.
    /// - Throws: What `key` throws.
    init(_ task: CountedTask, _ key: (StatisticsGroup) throws -> Int64) throws {
        func row(_ count: CountedTask.Count) throws -> Count {
            let keys = try count.groups.map(key)
            return Count(at: count.at, groups: keys.isEmpty ? nil : keys, lateness: count.lateness)
        }
        creation = try task.creation.map(row)
        completion = try task.completion.map(row)
        former = try task.former.map { ($0.kind, try row($0.count)) }
    }

    /// Reads the columns `columns`, in their order.
    init(from column: inout ColumnReader) throws {
        func count(_ column: inout ColumnReader) throws -> Count? {
            let (at, groups): (UTCInstant?, [Int64]?) = (try column.next(), try column.next())
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

    /// The keys of all groups in it.
    var keys: [Int64] {
        ([creation, completion].compactMap(\.self) + former.map(\.count)).flatMap { $0.groups ?? [] }
    }

    /// What is counted.
    ///
    /// - Parameter groups: The groups by their keys.
    /// - Returns: What is counted, with its groups.
    func task(_ groups: [Int64: StatisticsGroup]) -> CountedTask {
        func count(_ row: Count) -> CountedTask.Count {
            CountedTask.Count(
                at: row.at, groups: (row.groups ?? []).compactMap { groups[$0] }, lateness: row.lateness)
        }
        var task = CountedTask()
        task.creation = creation.map(count)
        task.completion = completion.map(count)
        task.former = former.map { CountedTask.Former($0.kind, count($0.count)) }
        return task
    }

    /// The parameters of ``upsert``.
    func values(_ id: TaskID) -> Arguments {
        [
            id, creation?.at, creation?.groups, completion?.at, completion?.groups, completion?.lateness,
            former.isEmpty ? nil : formerText,
        ]
    }

    private var formerText: String {
        var json = JSONWriter()
        json.array(former) { json, former in
            json.object { json in
                json.field("kind", former.kind.rawValue)
                json.field("at", former.count.at.millisecondsSinceEpoch)
                json.field("in", former.count.groups?.map(\.description).joined(separator: ","))
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
                at: UTCInstant(millisecondsSinceEpoch: Int64(at)),
                groups: element["in"]?.string?.split(separator: ",").compactMap { Int64($0) },
                lateness: element["late"]?.integer.map(Int64.init))
            return (kind, count)
        }
    }
}

import Basics
import Recurrence
import Storage

/// Rows that are new, on their way to the server: those of a table go there in one statement, with one array a column, of
/// however many closures of a commit they are.
///
/// A row by itself costs the server a multiple of what it costs among others.
struct NewRows {
    /// A table that has new rows, with those before it that its rows refer to.
    enum Table: Int, CaseIterable {
        case change, changeRow, task, search, tag, reminder, event, delivery, answer
    }

    /// A lane of a hook.
    private struct Lane: Hashable {
        let hook: Int64
        let lane: Int64
    }

    /// One array a column, by the table.
    private var tables: [[ArrayBuilder]] = Table.allCases.map { _ in [] }
    private var ids: Set<UUIDValue> = []
    private var lanes: Set<Lane> = []

    /// How many there are.
    private var count = 0

    /// Whether there are none.
    var isEmpty: Bool { count == 0 }

    /// Whether there are so many that they go with what is asked next: more would not be cheaper, and are kept in memory.
    var areMany: Bool { count >= 1_000 }

    /// Whether there is a task, a reminder or a change among them with an id.
    func holds(_ id: UUIDValue) -> Bool { ids.contains(id) }

    /// Adds a row.
    ///
    /// - Parameters:
    ///   - values: The values of its columns, which are of the same types for each row of the table.
    ///   - table: The table.
    ///   - id: The id by which others may look for it; nil for a row that has none.
    mutating func add(_ values: Arguments, to table: Table, id: UUIDValue? = nil) {
        count += 1
        if let id { ids.insert(id) }
        let place = table.rawValue
        if tables[place].isEmpty { tables[place] = values.map { ArrayBuilder(of: Self.type(of: $0)) } }
        for (column, value) in values.enumerated() { tables[place][column].append(value) }
    }

    /// Adds a delivery, which in a lane waits for those of the lane that are pending.
    mutating func addDelivery(to hook: Int64, of sequence: Int64, turn: UTCInstant, lane: Int64?) {
        let isBehind = lane.map { !lanes.insert(Lane(hook: hook, lane: $0)).inserted } ?? false
        add([hook, sequence, turn, lane, isBehind], to: .delivery)
    }

    /// Takes them all, as the statements that write them.
    mutating func take() -> Flight {
        var flight = Flight()
        for table in Table.allCases where !tables[table.rawValue].isEmpty {
            var parameters = Parameters()
            for column in tables[table.rawValue] { parameters.add(column) }
            flight.add(table.insert, parameters)
        }
        self = NewRows()
        return flight
    }

    private static func type(of value: some ParameterValue) -> ServerType { Swift.type(of: value).serverType }
}

extension NewRows.Table {
    private static let statements = allCases.map { Statement($0.text) }

    /// Writes rows, by one array a column.
    fileprivate var insert: Statement { Self.statements[rawValue] }

    private var text: String {
        switch self {
        case .change: Self.plain("change (key, id, kind, at, author, undoes)", count: 6)
        case .changeRow: Self.plain("change_row (change_key, kind, id, was_there)", count: 4)
        case .task: Self.plain("task (key, \(BeforeImage.list(TaskRow.written)))", count: TaskRow.written.count + 1)
        case .search: Self.plain("task_search (key, title_key, words, title_words, details_words)", count: 5)
        case .tag: Self.plain("task_tag (tag, task_key, position)", count: 3)
        case .reminder: ReminderRow.insert
        case .event: Self.plain("event (seq, id, type, at, data, trace)", count: 6)
        case .delivery:
            // One in a lane waits for those that are pending, in the table or before it in the arrays.
            """
            INSERT INTO delivery (hook_key, event_seq, next_attempt_at, lane, is_blocked)
            SELECT added.hook, added.seq, added.turn, added.lane,
            added.lane IS NOT NULL AND (added.is_behind OR EXISTS (
                SELECT 1 FROM delivery WHERE state = 0 AND delivery.hook_key = added.hook AND delivery.lane = added.lane))
            FROM unnest(?, ?, ?, ?, ?) AS added (hook, seq, turn, lane, is_behind)
            """
        case .answer:
            """
            \(Self.plain("remembered_answer (\(Self.answerColumns.joined(separator: ", ")))", count: 7))
            ON CONFLICT (token, key) DO UPDATE SET
            \(Self.answerColumns.dropFirst(2).map { "\($0) = excluded.\($0)" }.joined(separator: ", "))
            """
        }
    }

    private static let answerColumns = [
        "token", "key", "request_digest", "status", "headers", "body", "answered_at",
    ]

    private static func plain(_ columns: String, count: Int) -> String {
        "INSERT INTO \(columns) SELECT * FROM unnest(\([String](repeating: "?", count: count).joined(separator: ", ")))"
    }
}

/// A text as its UTF-8, of which no String is made.
struct TextBytes: ParameterValue {
    let bytes: [UInt8]

    static var serverType: ServerType { .text }

    /// Writes the text; a NUL, which no JSON has, is kept as U+FFFD.
    func write(to bytes: inout [UInt8]) {
        if !self.bytes.contains(0) { return bytes += self.bytes }
        String(decoding: self.bytes, as: UTF8.self).write(to: &bytes)
    }
}

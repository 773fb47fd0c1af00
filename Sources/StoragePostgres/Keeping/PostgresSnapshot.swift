import Basics
import Storage

/// One snapshot of a store in a PostgreSQL database, on the thread of a session.
///
/// A question that the server cannot answer, since a table or an index of it is damaged, costs no more than its own answer:
/// each is asked behind a savepoint.
final class PostgresSnapshot: InspectedStore {
    /// How many faults of a kind are named at most.
    static let maxFaults = 100
    /// How long the server may take to go through its tables.
    private let patience: Duration

    let schema: String
    private let connection: PostgresConnection
    private let node = ClaimOwner.random()
    private let wasOlder: Bool
    /// How many rows each table has that can be read; empty until they were counted.
    private var rowCounts: [String: Int] = [:]

    init(
        _ connection: PostgresConnection, schema: String, isOlder: Bool, patience: Duration = .seconds(24 * 3_600)
    ) {
        (self.connection, self.schema, wasOlder, self.patience) = (connection, schema, isOlder, patience)
    }

    func begin() throws {
        var flight = Flight()
        flight.add(.beginSnapshot)
        _ = try connection.run(flight, within: patience)
    }

    func isOlder() -> Bool { wasOlder }

    func unfinishedCopy() throws -> StoreError? {
        // The older versions had no copies.
        guard !wasOlder else { return nil }
        let marks = try rows("SELECT value FROM identity WHERE name = ?", [CopyMark.name]) { try $0.next(String.self) }
        return marks.first.flatMap { CopyMark($0) }?.unfinishedCopy(at: connection.place)
    }

    /// The version of the server, such as 150_018.
    var serverVersion: Int { connection.serverVersion ?? 0 }

    /// Names the snapshot, so that another session can have the same.
    func export() throws -> String {
        var flight = Flight()
        // Not behind a savepoint, where the server names none.
        flight.add(Statement("SELECT pg_export_snapshot()"))
        guard let name = try connection.run(flight, within: patience)[0].value(String.self, 0, 0) else {
            throw StoreError(.unavailable, "the server named no snapshot; try again")
        }
        return name
    }

    /// How many tables have rows of their own, with each part of one that is in parts.
    func filledTables() throws -> Int {
        try rows(
            "SELECT count(*) FROM pg_class WHERE relnamespace = current_schema()::regnamespace AND relkind = 'r'"
        ) { try $0.next(Int.self) }.first ?? 0
    }

    func read<Value>(_ body: (any StoreReader) throws -> Value) throws -> Value { try look(body) }

    /// Runs a closure on the snapshot, which stays as it is whatever the closure meets with.
    private func look<Value>(_ body: (PostgresTransaction) throws -> Value) throws -> Value {
        let begun = connection.flightCount
        let transaction = PostgresTransaction(connection, node: node, beginning: [Self.savepoint])
        let result = Result { try body(transaction) }
        if connection.flightCount > begun { try leave(after: transaction.failure) }
        do { return try result.get() } catch let error as PostgresError { throw StoreError(error) }
    }

    private static let savepoint = Statement("SAVEPOINT look")

    /// Ends what a savepoint began.
    private func leave(after failure: PostgresError?) throws {
        if let failure, failure.kind == .connection { throw failure }
        var flight = Flight()
        if failure != nil { flight.add(Statement("ROLLBACK TO SAVEPOINT look")) }
        flight.add(Statement("RELEASE SAVEPOINT look"))
        _ = try connection.run(flight, within: patience)
    }

    /// Asks one question, which may take as long as the server needs for all of its tables.
    ///
    /// - Throws: ``PostgresError``.
    func rows<Element>(
        _ sql: String, _ arguments: Arguments = [], read: (inout ColumnReader) throws -> Element
    ) throws -> [Element] {
        var flight = Flight()
        flight.add(Self.savepoint)
        // Each is asked once, or has few forms.
        flight.add(Statement(sql, isKept: !arguments.isEmpty), Parameters(arguments))
        let answer: Rows
        do throws(PostgresError) { answer = try connection.run(flight, within: patience)[1] } catch {
            try leave(after: error)
            throw error
        }
        try leave(after: nil)
        return try (0..<answer.count).map { row in
            var column = ColumnReader(answer, row: row)
            return try read(&column)
        }
    }

    /// What is wrong with some part, or that it cannot be read.
    ///
    /// - Parameters:
    ///   - part: What the part is called.
    ///   - find: Finds the faults.
    /// - Returns: The faults.
    /// - Throws: What ends the session.
    func faults(in part: String, _ find: () throws -> [StoreFault]) throws -> [StoreFault] {
        do { return try find() } catch let error as PostgresError where error.kind != .connection {
            return [StoreFault(.damage, part, "the server cannot read it: \(error)")]
        }
    }

    func faults() throws -> [StoreFault] {
        let catalog = try CatalogInspection(snapshot: self).faults()
        // Tables of an older version may be others.
        guard !wasOlder else { return catalog }
        return try catalog + readTables() + TableInspection(snapshot: self).faults()
    }

    func searchFaults() throws -> [StoreFault] { try WordsInspection(snapshot: self).faults(atMost: Self.maxFaults) }

    func statisticsFaults() throws -> [StoreFault] {
        try faults(in: "table \(schema).statistic") {
            try CountInspection(snapshot: self).faults(atMost: Self.maxFaults)
        }
    }

    func counts() throws -> [String: Int] {
        try readTables()
        return rowCounts
    }

    /// Counts the rows of each table, which tells whether it can be read at all.
    ///
    /// - Returns: The tables that cannot.
    @discardableResult
    private func readTables() throws -> [StoreFault] {
        guard rowCounts.isEmpty else { return [] }
        let tables = try rows(
            """
            SELECT relname::text FROM pg_class WHERE relnamespace = current_schema()::regnamespace
            AND relkind IN ('r', 'p') AND NOT relispartition ORDER BY 1
            """
        ) { try $0.next(String.self) }
        return try tables.flatMap { table in
            try faults(in: "table \(schema).\(table)") {
                rowCounts[table] = try rows("SELECT count(*) FROM \"\(table)\"") { try $0.next(Int.self) }.first
                return []
            }
        }
    }

    // MARK: Tasks

    func tasks(
        after cursor: StoreCursor?, limit: Int
    ) throws -> (entries: [Result<TaskItem, StoreFault.Unreadable>], next: StoreCursor?) {
        let first = try cursor.key
        let keys = try look { transaction in
            try transaction.rows("SELECT key FROM task WHERE key > ? ORDER BY key LIMIT ?", [first, limit]) {
                try $0.next(Int64.self)
            }
        }
        guard let last = keys.last else { return ([], nil) }
        // One that cannot be read stands in the way of the others.
        if let page = try? look({
            try $0.tasks(where: "task.key > ? AND task.key <= ? ORDER BY task.key", [first, last])
        }),
            page.count == keys.count
        {
            return (page.map { .success($0) }, StoreCursor([last]))
        }
        return (try keys.map(entry), StoreCursor([last]))
    }

    private func entry(_ key: Int64) throws -> Result<TaskItem, StoreFault.Unreadable> {
        do {
            guard let task = try look({ try $0.tasks(where: "task.key = ?", [key]) }).first else {
                return .failure(StoreFault.Unreadable(key: key, reason: "no index finds it by its key"))
            }
            return .success(task)
        } catch {
            guard connection.isOpen else { throw error }
            return .failure(StoreFault.Unreadable(key: key, reason: "\(error)"))
        }
    }
}

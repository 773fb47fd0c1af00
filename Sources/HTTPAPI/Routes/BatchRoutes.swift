import Basics
import HTTPTypes
import Hummingbird
import Recurrence
import Scheduler
import Storage

/// `/v1/batch`: many changes, all or none.
struct BatchRoutes<Time: UTCClock>: Sendable {
    /// How many operations a batch may have.
    private static var maxOperations: Int { 1_000 }
    /// How large a batch may be, in bytes.
    private static var maxBody: Int { 4 << 20 }

    let commands: TaskCommands
    let executor: IdempotentExecutor<Time>

    func add(to routes: ScopedRoutes) {
        routes.add(.runBatch) { try await run($0, $1) }
    }

    private func run(_ request: Request, _ context: APIContext) async throws -> Response {
        let input = try await context.bytes(of: request, upTo: Self.maxBody)
        let body = try await context.resolved(JSONValue(body: input, limits: .batch))
        let operations = try Self.operations(
            body, commands, context.access, now: executor.clock.now)
        let commands = context.access.guarding(commands)
        return try await executor.run(
            request, input: input, context: context, isLong: true, recording: .batch
        ) { transaction, now in
            var json = JSONWriter()
            var budget = WriteBudget()
            try json.object { json in
                try json.field("results") { json in
                    try json.array(operations) { json, operation in
                        let result = try operation.run(commands, in: transaction, now: now)
                        json.raw(result.answer.body)
                        try budget.spendOnBatch(rows: result.rows, bytes: result.answer.body.count)
                    }
                }
            }
            return APIResponse(json: json.bytes)
        }
    }

    private static func operations(
        _ value: JSONValue, _ commands: TaskCommands, _ access: Access, now: UTCInstant
    ) throws -> [BatchOperation] {
        let collector = ProblemCollector()
        var reader = ObjectReader(value, at: "", collector)
        let values = reader.value("operations")?.array
        if values == nil { collector.add("/operations", "must be an array of operations") }
        if let count = values?.count, count > maxOperations {
            collector.add("/operations", "must have at most \(maxOperations) items, not \(count)")
        }
        reader.finish()
        try collector.throwIfAny()
        var made: [Verbatim<String>: TaskID] = [:]
        let operations = try (values ?? []).enumerated().map { index, value in
            try BatchOperation(
                value, at: "/operations/\(index)", naming: &made, commands: commands, access: access, now: now)
        }
        var budget = WriteBudget()
        for operation in operations { try budget.spendOnBatch(rows: operation.rowCount) }
        return operations
    }
}

extension WriteBudget {
    fileprivate mutating func spendOnBatch(rows: Int, bytes: Int = 0) throws(Problem) {
        do { try spend(rows: rows, bytes: bytes) } catch {
            throw Problem([
                InputProblem(pointer: "/operations", detail: "may write at most \(error); split the batch")
            ])
        }
    }
}

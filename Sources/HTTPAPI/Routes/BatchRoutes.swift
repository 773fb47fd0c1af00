import HTTPTypes
import Hummingbird
import Recurrence
import Scheduler
import Storage

/// `/v1/batch`: many changes, all or none.
struct BatchRoutes<Time: UTCClock>: Sendable {
    /// How many operations a batch may have.
    private static var mostOperations: Int { 1_000 }
    /// How large a batch may be, in bytes.
    private static var largestBody: Int { 8 << 20 }

    let commands: TaskCommands
    let changes: Changes<Time>

    func add(to routes: ScopedRoutes) {
        routes.post("batch", .write) { try await run($0, $1) }
    }

    private func run(_ request: Request, _ context: APIContext) async throws -> Response {
        let input = try await request.bytes(upTo: Self.largestBody)
        let operations = try Self.operations(JSONValue(body: input))
        let commands = commands
        return try await changes.run(request, input: input, context: context) { transaction, now in
            var json = JSONWriter()
            try json.object { json in
                try json.field("results") { json in
                    try json.array(operations) { json, operation in
                        let result = try operation.run(commands, in: transaction, now: now)
                        json.raw(result.body)
                    }
                }
            }
            return Answer(json: json.bytes)
        }
    }

    private static func operations(_ value: JSONValue) throws -> [BatchOperation] {
        let collector = ProblemCollector()
        var reader = ObjectReader(value, at: "", collector)
        let values = reader.value("operations")?.array
        if values == nil { collector.add("/operations", "must be an array of operations") }
        if let count = values?.count, count > mostOperations {
            collector.add("/operations", "must have at most \(mostOperations) elements, has \(count)")
        }
        reader.finish()
        try collector.throwIfAny()
        return try (values ?? []).enumerated().map { try BatchOperation($1, at: "/operations/\($0)") }
    }
}

/// One change of a batch.
private struct BatchOperation: Sendable {
    private enum Kind: String, CaseIterable {
        case create, update, complete, delete
    }

    private enum Work: Sendable {
        case create(TaskDraft)
        case update(TaskID, JSONValue)
        case complete(TaskID)
        case delete(TaskID)
    }

    private let pointer: String
    private let work: Work

    init(_ value: JSONValue, at pointer: String) throws {
        self.pointer = pointer
        let collector = ProblemCollector()
        var reader = ObjectReader(value, at: pointer, collector)
        guard let kind = reader.choice("op", Kind.self) else {
            if reader.value("op") == nil { reader.missing("op") }
            throw Problem(collector.problems)
        }
        if kind == .create {
            let task = reader.value("task")
            if task == nil { reader.missing("task") }
            reader.finish()
            try collector.throwIfAny()
            do { work = .create(try TaskDraft(task ?? .null)) } catch let problem as Problem {
                throw problem.moved(under: pointer + "/task")
            }
            return
        }
        let id = reader.text("id", "a UUID") { TaskID($0) }
        if reader.value("id") == nil { reader.missing("id") }
        let patch = kind == .update ? reader.value("changes") : nil
        if kind == .update, patch == nil { reader.missing("changes") }
        reader.finish()
        try collector.throwIfAny()
        guard let id else { throw Problem(collector.problems) }
        switch kind {
        case .complete: work = .complete(id)
        case .delete: work = .delete(id)
        case .create, .update: work = .update(id, patch ?? .null)
        }
    }

    func run(_ commands: TaskCommands, in transaction: any StoreTransaction, now: UTCInstant) throws -> Answer {
        do {
            switch work {
            case .create(let draft):
                return Answer(json: try commands.create(draft, in: transaction, now: now).json(now: now))
            case .update(let id, let patch):
                let task = try commands.patch(id, version: nil, with: patch, in: transaction, now: now)
                return Answer(json: task.json(now: now))
            case .complete(let id):
                return Answer(try commands.complete(id, version: nil, in: transaction, now: now), now: now)
            case .delete(let id):
                try commands.delete(id, version: nil, in: transaction, now: now)
                return Answer { $0.field("deleted", id.description) }
            }
        } catch {
            guard let problem = Problem(error) else { throw error }
            throw problem.moved(under: pointer + place)
        }
    }

    /// Where the input of the work stands in the operation.
    private var place: String {
        switch work {
        case .create: "/task"
        case .update: "/changes"
        case .complete, .delete: ""
        }
    }
}

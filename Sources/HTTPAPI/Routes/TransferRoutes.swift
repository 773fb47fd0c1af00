import Basics
import HTTPTypes
import Hummingbird
import NIOCore
import Recurrence
import Scheduler
import Storage

/// `/v1/export` and `/v1/import`: tasks, series, projects, tags, views and pauses, as lines of JSON.
///
/// An import comes in parts, each a transaction and a change of its own. What was imported already is passed over, so that
/// whoever was interrupted begins again.
struct TransferRoutes<Time: UTCClock>: Sendable {
    /// How many series one transaction looks at when all are imported.
    private static var reviewSize: Int { 50 }

    let store: any Store
    let commands: TaskCommands
    let executor: IdempotentExecutor<Time>
    let runner: CommandRunner<Time>
    let clock: Time
    /// What makes exports, with its version.
    let program: String
    /// Where exports wait to be taken.
    let spoolFolder: String
    /// How many exports are made and taken at the same time.
    let exports: Quota

    func add(to routes: ScopedRoutes) {
        routes.add(.exportAll) { try await export($0, $1) }
        routes.add(.importLines) { try await bring($0, $1) }
    }

    // MARK: Export

    private enum Format: String, CaseIterable { case jsonl }

    private func export(_ request: Request, _ context: APIContext) async throws -> Response {
        var query = QueryReader(request, context)
        _ = query.choice("format", Format.self)
        try query.finish()
        guard let share = exports.take() else {
            throw Problem(
                .serviceUnavailable, "\(exports.limit) exports are under way, the most allowed; retry when one is done"
            ).limited(by: RateLimit(reached: "exports", of: exports.limit), retryAfter: 5)
        }
        // What a change of a series has still to reach is not in the format.
        try await runner.carryOn()
        let (program, folder, now) = (program, spoolFolder, clock.now)
        // Not as a list: two of them would let no other list be read meanwhile.
        let file = try await store.read { reader in
            let file = try SpoolFile(in: folder)
            try file.fill { write in try TransferFormat.export(reader, by: program, at: now, write) }
            return file
        }
        return Response(
            status: .ok,
            headers: [.contentType: "application/x-ndjson", .cacheControl: "no-store"],
            body: ResponseBody { writer in
                defer { withExtendedLifetime(share) {} }
                var offset = 0
                while case let piece = try file.piece(at: offset), piece.readableBytes > 0 {
                    offset += piece.readableBytes
                    try await writer.write(piece)
                }
                try await writer.finish(nil)
            }
        )
    }

    // MARK: Import

    /// What became of a part.
    private struct PartResult: Sendable {
        var counts: [ImportOutcome: Int] = [:]
        var faults: [ImportInput.Fault] = []
        var badLines = 0

        init(_ input: ImportInput) {
            (faults, badLines) = (input.faults, input.badLines)
        }

        mutating func add(_ record: ImportInput.Record, _ body: () throws -> ImportOutcome) throws {
            do {
                counts[try body(), default: 0] += 1
            } catch let refusal as ImportRefusal {
                if refusal.isDifferent { counts[.different, default: 0] += 1 } else { badLines += 1 }
                faults += refusal.problems.map { ImportInput.Fault(line: record.line, problem: $0) }
            }
        }

        /// Refuses the part where anything is wrong with it, unless that is passed over.
        func check(_ skipsBad: Bool) throws {
            if !skipsBad, !faults.isEmpty { throw faults.problem }
        }
    }

    private func bring(_ request: Request, _ context: APIContext) async throws -> Response {
        var query = QueryReader(request, context)
        let (isDry, skipsBad) = (query.bool("dryRun") ?? false, query.bool("skipBad") ?? false)
        var options = ImportOptions()
        options.replaces = query.bool("replace") ?? false
        options.tells = query.bool("notifyHooks") ?? false
        let first = query.value("firstLine", "the number of a line, from 1") { text in
            QueryReader.number(text).flatMap { 1...1_000_000_000_000 ~= $0 ? Int($0) : nil }
        }
        try query.finish()
        let body = try await context.bytes(of: request, upTo: TransferFormat.maxPart)
        let input = try ImportInput(body, from: first ?? 1)
        if isDry { return try await answer(to: preview(input), isDry: true, change: nil).response }
        try PartResult(input).check(skipsBad)
        let (change, author) = (ChangeID(madeAt: clock.now), context.token?.name)
        return try await executor.runOnce(request, input: body, context: context) { [options] key in
            let result = try await bring(input, options, skipsBad, under: key, as: change, author)
            if input.hasEnd { try await review() }
            return try await answer(to: result, isDry: false, change: change)
        }
    }

    private func preview(_ input: ImportInput) async throws -> PartResult {
        let (commands, now) = (commands, clock.now)
        return try await store.read { reader in
            var result = PartResult(input)
            for record in input.records {
                try result.add(record) { try commands.outcome(of: record.record, in: reader, now: now) }
            }
            return result
        }
    }

    private func bring(
        _ input: ImportInput, _ options: ImportOptions, _ skipsBad: Bool, under key: KeyClaim, as change: ChangeID,
        _ author: String?
    ) async throws -> PartResult {
        try await runner.run(named: "POST /v1/import", isLong: true) { commands, transaction, now in
            try key.take(in: transaction, now: now)
            return try transaction.recording(Change(.batch, id: change, at: now, author: author)) {
                var result = PartResult(input)
                for record in input.records {
                    try result.add(record) {
                        try transaction.asUnit {
                            try commands.bring(record.record, options, in: transaction, now: now)
                        }
                    }
                }
                try result.check(skipsBad)
                return result
            }
        }
    }

    /// Lets the due loop know of every series whose ledger is whole now.
    private func review() async throws {
        var cursor: StoreCursor?
        repeat {
            cursor = try await runner.run(named: "POST /v1/import", isLong: true) {
                [cursor] commands, transaction, now in
                try commands.reviewProjections(after: cursor, limit: Self.reviewSize, in: transaction, now: now)
            }
        } while cursor != nil
    }

    private func answer(to result: PartResult, isDry: Bool, change: ChangeID?) async throws -> APIResponse {
        let made = try await store.read { reader in try change.flatMap { try reader.change($0) } }
        var answer = APIResponse { json in
            json.field("isDryRun", isDry)
            json.field("new", result.counts[.new] ?? 0)
            json.field("same", result.counts[.same] ?? 0)
            json.field("different", result.counts[.different] ?? 0)
            json.field("bad", result.badLines)
            json.field("errors") { json in
                json.array(result.faults.prefix(InputProblem.maxReported)) { json, fault in
                    json.object { json in
                        json.field("line", fault.line)
                        json.field("pointer", fault.problem.pointer)
                        json.field("detail", fault.problem.detail)
                    }
                }
            }
            json.field("change", made?.id)
        }
        if let made { answer.headers[.changeID] = made.id.description }
        return answer
    }
}

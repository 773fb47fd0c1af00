import Basics
import HTTPTypes
import Hummingbird
import NIOCore
import Recurrence
import Scheduler
import Storage

/// Carries out what a request changes: in one transaction, and under an `Idempotency-Key` only once.
///
/// A change of a whole series goes on in further transactions before it is answered, as ``CommandRunner`` says.
struct IdempotentExecutor<Time: UTCClock>: Sendable {
    /// What is done in a transaction, at a time.
    typealias Body = TransactionBody
    /// The tags of what is to be changed, as it is at a time; nil when it is not there.
    typealias States = @Sendable (any StoreTransaction, UTCInstant) throws -> [EntityTag]?

    let store: any Store
    let clock: Time
    /// Runs what is done, and carries on with what changes of whole series leave.
    let runner: CommandRunner<Time>

    /// Runs a body in a transaction and answers what it answers.
    ///
    /// With an `Idempotency-Key` the answer is kept in the same transaction as the effect: the same request gets it
    /// again for 24 h, and another one with the same key is refused.
    ///
    /// - Parameters:
    ///   - request: The request, for its key.
    ///   - input: The request's body.
    ///   - context: Whose key it is.
    ///   - states: The tags of what is to be changed, which `If-Match` asks for; nil when it is not there, which `body`
    ///     is to report. Without it nothing has a tag that could match.
    ///   - isLong: Whether it may hold the writer for so long that it must not begin just before a reminder is due.
    ///   - kind: The kind of change that is recorded, so that it can be undone, and that the answer names; nil for what
    ///     is none.
    ///   - body: What is to be done, in the transaction, at the time passed.
    /// - Returns: The answer, given now or before.
    /// - Throws: What `body` throws, or a ``Problem`` with the key or with `If-Match`.
    func run(
        _ request: Request,
        input: ByteBuffer = ByteBuffer(),
        context: APIContext,
        states: @escaping States = { _, _ in [] },
        isLong: Bool = false,
        recording kind: Change.Kind? = nil,
        _ body: @escaping Body
    ) async throws -> Response {
        let body = kind.map { Self.recorded(body, as: change($0, by: context)) } ?? body
        return try await answer(
            request, input: input, context: context, states: states, isLong: isLong, body
        ).response
    }

    /// Does something in as many transactions as it takes, which are recorded as one change, and answers what the last does.
    ///
    /// Others see what stands between two of them. What a crash leaves undone is to be asked for again.
    ///
    /// - Parameters:
    ///   - request: The request, for its `If-Match`, which is asked for once.
    ///   - context: Whose change it is.
    ///   - states: The tags of what is to be changed, as in the other runs.
    ///   - kind: The kind of change that is recorded.
    ///   - part: Does a part of what is to be done first; returns whether that was the last.
    ///   - body: Does what is to be done after all parts.
    /// - Returns: The answer.
    /// - Throws: What `part` and `body` throw, or a ``Problem`` with `If-Match`.
    func run(
        _ request: Request,
        context: APIContext,
        states: @escaping States,
        recording kind: Change.Kind,
        after part: @escaping @Sendable (any StoreTransaction, UTCInstant) throws -> Bool,
        _ body: @escaping Body
    ) async throws -> Response {
        let (name, change) = (Self.name(of: request, context), change(kind, by: context))
        let condition = try request.ifMatch()
        var (isFirst, isDone) = (true, false)
        while !isDone {
            isDone = try await runner.run(named: name, isLong: true) { [isFirst] _, transaction, now in
                if isFirst { try Self.check(condition, states, transaction, now) }
                let isLast = try transaction.recording(change(now)) { try part(transaction, now) }
                try context.access.check(transaction.recordedRows, in: transaction)
                return isLast
            }
            isFirst = false
        }
        let last = context.withinReach(Self.recorded(body, as: change))
        return try await runner.run(named: name) { try last($1, $2) }.response
    }

    /// The tags of a task, for `If-Match`.
    func states(of id: TaskID) -> States {
        { transaction, now in try transaction.task(id).map { EntityTag.all(of: $0, now: now) } }
    }

    /// What a request is recorded as, at a time.
    private func change(
        _ kind: Change.Kind, by context: APIContext
    ) -> @Sendable (UTCInstant) -> Change {
        // Made here, since a body that runs again records the same change.
        let (id, author) = (ChangeID(madeAt: clock.now), context.token?.name)
        return { Change(kind, id: id, at: $0, author: author) }
    }

    /// A body that is recorded as a change, which its answer names unless it wrote nothing that can be undone.
    private static func recorded(
        _ body: @escaping Body, as change: @escaping @Sendable (UTCInstant) -> Change
    ) -> Body {
        { transaction, now in
            let change = change(now)
            var answer = try transaction.recording(change) { try body(transaction, now) }
            // Most changes are known by what they wrote here, without a look at the store.
            if try transaction.recordedRows.last?.change == change.id || transaction.change(change.id) != nil {
                answer.headers[.changeID] = change.id.description
            }
            return answer
        }
    }

    /// What a request is called where it holds the writer for too long.
    private static func name(of request: Request, _ context: APIContext) -> String {
        "\(request.method) \(context.endpointPath ?? "")"
    }

    /// Does what ``run(_:input:context:states:isLong:recording:_:)`` says, of what is recorded already.
    private func answer(
        _ request: Request,
        input: ByteBuffer,
        context: APIContext,
        states: @escaping States,
        isLong: Bool,
        _ body: @escaping Body
    ) async throws -> APIResponse {
        let name = Self.name(of: request, context)
        let body = context.withinReach(try Self.conditional(body, on: request.ifMatch(), states))
        guard let use = try KeyUse(of: request, input: input, context) else {
            return try await runner.run(named: name, isLong: isLong) { try body($1, $2) }
        }
        return try await runner.run(named: name, isLong: isLong) { _, transaction, now in
            if let remembered = try use.answer(in: transaction, now: now) { return remembered }
            let answer = try body(transaction, now)
            try use.remember(answer, in: transaction, now: now)
            return answer
        }
    }

    /// Does something that is no transaction, or several, under an `Idempotency-Key` only once.
    ///
    /// The key is taken in the transaction that `body` begins with, so that one that changes nothing leaves it free. From
    /// then on a concurrent repetition, or one after a crash, is refused.
    ///
    /// - Parameters:
    ///   - request: The request, for its key.
    ///   - input: The request's body.
    ///   - context: Whose key it is.
    ///   - body: What is to be done, which takes the key before it changes anything.
    /// - Returns: The answer, given now or before.
    /// - Throws: What `body` throws, or a ``Problem`` with the key.
    func runOnce(
        _ request: Request,
        input: ByteBuffer,
        context: APIContext,
        _ body: (KeyClaim) async throws -> APIResponse
    ) async throws -> Response {
        guard let use = try KeyUse(of: request, input: input, context) else {
            return try await body(KeyClaim(use: nil)).response
        }
        let now = clock.now
        if let remembered = try await store.read({ try use.answer(in: $0, now: now) }) { return remembered.response }
        let answer = try await body(KeyClaim(use: use))
        let end = clock.now
        try await store.write { try use.remember(answer, in: $0, now: end) }
        return answer.response
    }

    /// A body that is carried out only when what is to be changed is in a state that the client asks for.
    private static func conditional(
        _ body: @escaping Body,
        on condition: EntityTagList?,
        _ states: @escaping States
    ) -> Body {
        guard let condition else { return body }
        return { transaction, now in
            try check(condition, states, transaction, now)
            return try body(transaction, now)
        }
    }

    /// Refuses what is to be changed in another state than one that a client asks for.
    private static func check(
        _ condition: EntityTagList?, _ states: States, _ transaction: any StoreTransaction, _ now: UTCInstant
    ) throws {
        guard let condition, let found = try states(transaction, now) else { return }
        if !condition.matchesStrongly(found) { throw Problem.stale }
    }
}

extension Problem {
    /// What `If-Match` asks for is not there any more.
    static let stale = Problem(
        .preconditionFailed, "If-Match does not match the current ETag; read the resource again and retry")
}

import Basics
import HTTPTypes
import Hummingbird
import Logging
import Notify
import Recurrence
import Scheduler
import Storage

/// An error as a client sees it (RFC 9457, `application/problem+json`).
struct Problem: Error, Sendable {
    var status: HTTPResponse.Status
    var detail: String
    var problems: [InputProblem]
    var headers: HTTPFields = [:]
    /// Members beside the ones that every problem has.
    var members: [String: JSONValue] = [:]

    init(_ status: HTTPResponse.Status, _ detail: String, problems: [InputProblem] = []) {
        self.status = status
        self.detail = detail
        self.problems = problems
    }

    /// Input whose fields make no sense.
    init(_ problems: [InputProblem]) {
        self.init(.unprocessableContent, Self.summary(of: problems), problems: problems)
    }

    /// The first problem, and how many there are.
    private static func summary(of problems: [InputProblem]) -> String {
        guard let first = problems.first?.sentence else { return "the input is invalid" }
        return problems.count == 1 ? first : "\(problems.count) problems; the first is \(first)"
    }

    /// The answer to a request, which names the request.
    func response(to context: APIContext) -> Response {
        var problem = self
        problem.members["requestId"] = context.identity.map { .string($0.id) }
        return APIResponse(problem).response
    }
}

extension Problem: MissingSubjectError {
    var isOfMissing: Bool { status == .notFound }
}

extension InputProblem {
    /// The problem by itself; the pointer of the whole body is empty.
    fileprivate var sentence: String { pointer.isEmpty ? "the body \(detail)" : "\(pointer): \(detail)" }
}

extension APIResponse {
    /// The answer that reports a problem.
    init(_ problem: Problem) {
        self.init(status: problem.status, json: problem.json)
        headers[.contentType] = "application/problem+json"
        for field in problem.headers { headers[field.name] = field.value }
    }
}

extension Problem {
    fileprivate var json: [UInt8] {
        var json = JSONWriter()
        json.object { json in
            json.field("type", "about:blank")
            json.field("title", status.reasonPhrase)
            json.field("status", status.code)
            json.field("detail", detail)
            for (name, value) in members.sorted(by: { $0.key < $1.key }) {
                json.field(named: name) { $0.value(value) }
            }
            guard !problems.isEmpty else { return }
            json.field("errors") { json in
                json.array(problems) { json, problem in
                    json.object { json in
                        json.field("pointer", problem.pointer)
                        json.field("detail", problem.detail)
                    }
                }
            }
        }
        return json.bytes
    }
}

extension Problem {
    /// What a client gets to know of an error; nil for one that is ours, not the client's.
    init?(_ error: any Error) {
        switch error {
        case let problem as Problem: self = problem
        case let error as SchedulerError: self.init(error)
        case let error as StoreError where error.code == .invalidCursor: self = .invalidCursor
        case let error as StoreError where error.code == .notAvailable: self.init(unavailable: error)
        case let error as StoreError where error.code == .tooSlow:
            self.init(.unprocessableContent, error.description)
        case let error as StoreError where error.code == .crowded: self.init(crowded: error)
        case let error as StoreError where error.code == .moved: self.init(.serviceUnavailable, error.description)
        case let error as StoreError where !error.isOfWholeStore: self.init(.conflict, error.description)
        case let error as HTTPError where error.status == .notFound && error.body == nil:
            self.init(.notFound, "no such path; see docs/http.md for the paths")
        case let error as HTTPError: self.init(error.status, error.body ?? error.status.reasonPhrase)
        default: return nil
        }
    }

    /// The cursor is none that the store made for the list.
    private static var invalidCursor: Problem {
        let detail = "must be \(QueryReader.cursorForm)"
        return Problem(
            .badRequest, "the parameter cursor \(detail)", problems: [InputProblem(pointer: "?cursor", detail: detail)])
    }

    /// A filter asks for what tasks do not have yet.
    private init(unavailable error: StoreError) {
        self.init(
            .badRequest, error.description, problems: [InputProblem(pointer: "?filter", detail: error.description)])
    }

    /// Too many lists that take long wait already.
    private init(crowded error: StoreError) {
        self.init(
            .serviceUnavailable, "\(error.description) (explain=true of GET /v1/tasks tells what none does)")
        headers[.retryAfter] = "2"
    }

    private init(_ error: SchedulerError) {
        switch error.code {
        case .notFound: self.init(.notFound, error.description)
        case .stale: self.init(.preconditionFailed, error.description)
        case .conflict, .notPossible, .overtaken: self.init(.conflict, error.description)
        case .invalidInput where !error.problems.isEmpty: self.init(error.problems)
        default: self.init(.unprocessableContent, error.description, problems: error.problems)
        }
    }

    /// The same problem of a part of a larger input.
    func moved(under pointer: String) -> Problem {
        var moved = self
        moved.problems = problems.map { InputProblem(pointer: pointer + $0.pointer, detail: $0.detail) }
        if moved.problems.isEmpty { moved.problems = [InputProblem(pointer: pointer, detail: detail)] }
        moved.detail = Self.summary(of: moved.problems)
        return moved
    }
}

/// Makes every error that reaches it a problem; one that is ours is logged and reported as no more than that.
struct ProblemMiddleware: RouterMiddleware {
    @concurrent
    func handle(_ request: Request, context: APIContext, next: APIContext.Responder) async throws -> Response {
        do {
            return try await next(request, context)
        } catch {
            if let problem = Problem(error) { return problem.response(to: context) }
            context.logger.error("a request failed", metadata: ["error": "\(error)"])
            if let error = error as? StoreError, error.isRetryable {
                let reason =
                    error.code == .diskFull
                    ? "the disk that holds the store is full; retry when there is room on it"
                    : "the store is temporarily unavailable; retry"
                return Problem(.serviceUnavailable, reason).response(to: context)
            }
            let reason =
                (error as? StoreError)?.code == .forbidden
                ? "the database refuses this to the server's role, until an administrator grants it; see the server's log"
                : "internal error; see the server's log"
            return Problem(.internalServerError, reason).response(to: context)
        }
    }
}

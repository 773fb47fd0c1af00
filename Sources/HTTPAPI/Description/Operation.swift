import HTTPTypes
import Storage

/// A call of the API, described once: the route that answers it and its part of the OpenAPI document follow from this.
struct Operation: Sendable {
    /// What calls are about, in the order of the document.
    enum Subject: String, CaseIterable, Sendable {
        case tasks = "Tasks"
        case series = "Series"
        case reminders = "Reminders"
        case attachments = "Attachments"
        case projects = "Projects"
        case tags = "Tags"
        case views = "Views"
        case phrases = "Phrases and suggestions"
        case changes = "Changes"
        case trash = "Trash"
        case pauses = "Pauses"
        case statistics = "Statistics"
        case events = "Events"
        case hooks = "Hooks"
        case transfer = "Export and import"
        case tokens = "Tokens"
        case operation = "Operation"
    }

    /// The name of the call, unique: `operationId`.
    let id: String
    let method: HTTPRequest.Method
    /// The path behind `/v1`, such as `tasks/{id}`; of a call without scopes the whole path.
    let path: String
    let subject: Subject
    /// The scopes that let in, of which a token must have one; empty where anybody may call.
    let scopes: [AccessScope]
    /// What it does for a token that reaches only a part of what is stored; one that says nothing lets none in.
    let reach: RouteReach
    /// What it does, in a few words.
    let summary: String
    /// What it does, in a paragraph.
    let details: String

    private(set) var pathParameters: [Parameter] = []
    private(set) var query: [Parameter] = []
    private(set) var headers: [Parameter] = []
    private(set) var body: Content?
    private(set) var answers: [Answer] = []
    /// What is said of the problems that not every call of its kind can give, by status.
    private(set) var refusals: [Int: String] = [:]

    init(
        _ id: String, _ method: HTTPRequest.Method, _ path: String, _ subject: Subject, _ scopes: AccessScope...,
        reach: RouteReach = .everything, summary: String, _ details: String
    ) {
        (self.id, self.method, self.path, self.subject) = (id, method, path, subject)
        (self.scopes, self.reach, self.summary, self.details) = (scopes, reach, summary, details)
    }

    /// The whole path, such as `/v1/tasks/{id}`.
    var fullPath: String { scopes.isEmpty ? "/\(path)" : "/v1/\(path)" }
}

/// What an operation declares of its query, in the form that each request asks for; a class, since each carries it along.
final class DeclaredQuery: Sendable {
    /// The operation's id.
    let operation: String
    /// The names of the parameters that the query may have.
    let names: Set<String>
    /// The parameters that name something, and what.
    let references: [String: HandleKind]
    /// What the path names; nil for nothing that has a handle.
    let subject: HandleKind?
    /// Whether the path may also name what was deleted.
    let includesTrash: Bool
    /// What the answer shows with short handles; nil where it has none.
    let shortened: HandleKind?

    init(of operation: Operation) {
        (self.operation, names) = (operation.id, Set(operation.query.map(\.name)))
        references = operation.query.reduce(into: [:]) { $0[$1.name] = $1.refers }
        let subject = operation.pathParameters.lazy.compactMap(\.refers).first
        self.subject = operation.reach == .trashedTask ? .trashedTask : subject
        includesTrash = operation.reach == .taskOrTrashed
        let shown: HandleKind =
            switch operation.subject {
            case .projects: .project
            case .hooks: .hook
            default: .task
            }
        shortened = names.contains("short") ? shown : nil
    }
}

extension Operation {
    /// The same, with the parameters of its path.
    func at(_ parameters: Parameter...) -> Operation { changed { $0.pathParameters += parameters } }

    /// The same, with parameters of its query.
    func asking(_ parameters: Parameter...) -> Operation { changed { $0.query += parameters } }

    func asking(_ parameters: [Parameter]) -> Operation { changed { $0.query += parameters } }

    /// The same, with headers of its requests.
    func heeding(_ headers: Parameter...) -> Operation { changed { $0.headers += headers } }

    /// The same, with a body.
    func taking(_ body: Content) -> Operation { changed { $0.body = body } }

    /// The same, with a body of JSON.
    func taking(_ schema: Schema, isRequired: Bool = true) -> Operation {
        taking(Content([("application/json", schema)], isRequired: isRequired))
    }

    /// The same, with a merge patch as its body.
    func patching(_ schema: Schema) -> Operation {
        taking(Content([("application/merge-patch+json", schema), ("application/json", schema)]))
    }

    /// The same, with nothing to say: a body is none, or an empty object.
    var takingNothing: Operation {
        taking(Schema.object([:]).closed, isRequired: false)
    }

    /// The same, with an answer to what succeeds.
    func answering(_ answers: Answer...) -> Operation { changed { $0.answers += answers } }

    /// The same, with what is said of a problem that it can give.
    func refusing(_ status: HTTPResponse.Status, _ details: String) -> Operation {
        changed { $0.refusals[status.code] = details }
    }

    /// The same, of what `If-Match` asks for the state.
    var conditional: Operation {
        heeding(.ifMatch).refusing(.preconditionFailed, "`If-Match` does not name what is there.")
    }

    /// The same, which an `Idempotency-Key` keeps from happening twice.
    var idempotent: Operation {
        heeding(.idempotencyKey)
            .refusing(.conflict, refusals[409] ?? "The `Idempotency-Key` was used for another request.")
    }

    /// The same, whose answer a client may have already, and need not be sent again.
    var cached: Operation {
        heeding(.ifNoneMatch).answering(.notModified).refusing(.badRequest, refusals[400] ?? badHeader).changed {
            operation in
            operation.answers = operation.answers.map { $0.status == .ok ? $0.tagged : $0 }
        }
    }

    /// The same, whose answer has short handles where they are asked for, and then no tag, since they depend on others.
    var shortening: Operation {
        asking(.short).changed { operation in
            operation.answers = operation.answers.map { $0.status == .notModified ? $0 : $0.untagged }
        }
    }

    /// The same, of a list that waits in a line where others take long.
    var waiting: Operation {
        refusing(
            .serviceUnavailable,
            "Too many lists that take long wait already, or the store cannot be used now; try again after `Retry-After`."
        )
    }

    private var badHeader: String { "The query, the path or a header is wrong, such as `If-None-Match`." }

    private func changed(_ change: (inout Operation) -> Void) -> Operation {
        var operation = self
        change(&operation)
        return operation
    }
}

extension Operation {
    /// The problems that it can give, by status, with what is said of each where that is more than the status says.
    var problems: [Int: String?] {
        var problems: [Int: String?] = refusals.mapValues { $0 }
        func add(_ statuses: HTTPResponse.Status...) {
            for status in statuses where problems[status.code] == nil { problems[status.code] = .some(nil) }
        }
        add(.misdirectedRequest)
        if !scopes.isEmpty {
            add(.badRequest, .unauthorized, .forbidden, .tooManyRequests, .internalServerError, .serviceUnavailable)
        }
        // What has no tag is not what `If-Match` names.
        if !scopes.isEmpty, method != .get { add(.preconditionFailed) }
        if !pathParameters.isEmpty { add(.notFound) }
        // A name that fits several things, or none.
        if (pathParameters + query).contains(where: { $0.refers != nil }) { add(.conflict, .notFound) }
        if body != nil { add(.contentTooLarge, .unprocessableContent) }
        return problems
    }
}

extension Operation {
    /// Every operation that there is, in the order in which it is described.
    static let all =
        ofTasks + ofSeries + ofReminders + ofAttachments + ofProjects + ofTags + ofViews + ofPhrases + ofChanges
        + ofTrash
        + ofStatistics + ofEvents + ofHooks + ofTransfer + ofTokens + ofServer
}

import Basics
import HTTPTypes
import Storage

/// The description of the API as an OpenAPI 3.1 document (https://spec.openapis.org/oas/v3.1.1), made of the operations
/// that its routes are added with.
package struct OpenAPIDocument: Sendable {
    /// The document, as JSON.
    package let json: [UInt8]

    /// - Parameter version: That of the program.
    package init(version: String) {
        self.init(Operation.all, version: version)
    }

    init(_ operations: [Operation], version: String) {
        var (components, json) = (SchemaComponents(), JSONWriter(capacity: 400_000))
        json.object { json in
            json.field("openapi", "3.1.1")
            json.field("info") { Self.writeInfo(to: &$0, version: version) }
            json.field("servers") { json in
                json.array(["/"]) { json, url in json.object { $0.field("url", url) } }
            }
            json.field("tags") { json in
                json.array(Operation.Subject.allCases) { json, subject in
                    json.object { $0.field("name", subject.rawValue) }
                }
            }
            json.field("paths") { Self.write(operations, to: &$0, noting: &components) }
            json.field("components") { json in
                json.object { json in
                    json.field("schemas") { components.write(to: &$0) }
                    json.field("securitySchemes") { Self.writeSecurity(to: &$0) }
                }
            }
        }
        self.json = json.bytes
    }

    private static func writeInfo(to json: inout JSONWriter, version: String) {
        json.object { json in
            json.field("title", "taskd")
            json.field("version", version)
            json.field("summary", "Tasks, reminders and recurrence.")
            json.field("description", about)
            json.field("license") { json in
                json.object { json in
                    json.field("name", "Apache License 2.0")
                    json.field("identifier", "Apache-2.0")
                }
            }
        }
    }

    private static let about = """
        Calls under `/v1` need `Authorization: Bearer <token>` with one of the scopes that each names; the scope `admin` \
        permits everything. A token may reach no more than a project, a tag or a hook: `x-reach` names the kinds of such \
        tokens that may make a call, and what lies outside of their reach does not exist for them. `GET` has `HEAD` beside it, except for `/v1/export` and `/v1/events/stream`. Answers may have \
        members that are not described here: pass over what you do not know. Requests may not: what is not described is \
        refused, with its place. A list is a page of `items` and a `nextCursor`, which asks for the next page of the same \
        list. Errors are problems (RFC 9457).
        """

    private static func writeSecurity(to json: inout JSONWriter) {
        json.object { json in
            json.field("token") { json in
                json.object { json in
                    json.field("type", "http")
                    json.field("scheme", "bearer")
                    json.field(
                        "description",
                        "A token with one of the scopes that the call names, or `admin`; of a reach that the call names, or of everything."
                    )
                }
            }
        }
    }

    private static func write(
        _ operations: [Operation], to json: inout JSONWriter, noting components: inout SchemaComponents
    ) {
        var paths: [String] = []
        for operation in operations where !paths.contains(operation.fullPath) { paths.append(operation.fullPath) }
        json.object { json in
            for path in paths {
                json.field(named: path) { json in
                    json.object { json in
                        for operation in operations where operation.fullPath == path {
                            json.field(named: operation.method.rawValue.lowercased()) {
                                operation.write(to: &$0, noting: &components)
                            }
                        }
                    }
                }
            }
        }
    }
}

extension Operation {
    fileprivate func write(to json: inout JSONWriter, noting components: inout SchemaComponents) {
        json.object { json in
            json.field("operationId", id)
            json.field("tags", [subject.rawValue])
            json.field("summary", summary)
            json.field("description", details)
            if !scopes.isEmpty {
                json.field("security") { json in
                    // Each is another way to be let in.
                    json.array(scopes) { json, scope in json.object { $0.field("token", [scope.rawValue]) } }
                }
                json.field("x-reach", reach.kinds.map(\.rawValue))
            }
            let parameters = pathParameters + query + headers
            if !parameters.isEmpty {
                json.field("parameters") { json in
                    json.array(parameters) { $1.write(to: &$0, noting: &components) }
                }
            }
            if let body {
                json.field("requestBody") { json in
                    json.object { json in
                        json.field("required", body.isRequired)
                        body.write(to: &json, noting: &components)
                    }
                }
            }
            json.field("responses") { json in
                json.object { json in
                    for answer in answers {
                        json.field(named: "\(answer.status.code)") { answer.write(to: &$0, noting: &components) }
                    }
                    for (status, details) in problems.sorted(by: { $0.key < $1.key }) {
                        json.field(named: "\(status)") { json in
                            Answer(problem: status, details).write(to: &json, noting: &components)
                        }
                    }
                }
            }
        }
    }
}

extension Operation.Parameter {
    fileprivate func write(to json: inout JSONWriter, noting components: inout SchemaComponents) {
        json.object { json in
            json.field("name", name)
            json.field("in", place.rawValue)
            json.field("description", details)
            if place == .path { json.field("required", true) }
            if isList {
                json.field("style", "form")
                json.field("explode", false)
            }
            json.field("schema") { schema.write(to: &$0, noting: &components) }
        }
    }
}

extension Operation.Content {
    fileprivate func write(to json: inout JSONWriter, noting components: inout SchemaComponents) {
        json.field("content") { json in
            json.object { json in
                for (name, schema) in types {
                    json.field(named: name) { json in
                        json.object { json in json.field("schema") { schema.write(to: &$0, noting: &components) } }
                    }
                }
            }
        }
    }
}

extension Operation.Answer {
    /// A problem, with what is said of it where that is more than its status says.
    fileprivate init(problem status: Int, _ details: String?) {
        let status = HTTPResponse.Status(code: status)
        let headers: [Operation.Header] =
            switch status {
            case .unauthorized:
                [Operation.Header(name: "WWW-Authenticate", schema: .string, details: "How to be let in.")]
                    + Operation.Header.rateLimits
            case .rangeNotSatisfiable:
                [Operation.Header(name: "Content-Range", schema: .string, details: "How large the content is.")]
            case .tooManyRequests, .serviceUnavailable: [.retryAfter] + Operation.Header.rateLimits
            default: []
            }
        self.init(
            status, details ?? Self.words(for: status),
            Operation.Content([("application/problem+json", .problem)]), headers: headers)
    }

    private static func words(for status: HTTPResponse.Status) -> String {
        switch status {
        case .badRequest: "The query, the path or a header is wrong, or the body is no JSON."
        case .unauthorized: "There is no token, or it lets nobody in: it is unknown, mistyped, expired or replaced."
        case .forbidden: "The token does not have the scope, or it does not reach so far."
        case .notFound: "It is not there."
        case .misdirectedRequest: "The request was sent to a name that is none of the server's (`--hosts`)."
        case .preconditionFailed: "It has no ETag that `If-Match` could name."
        case .contentTooLarge: "The body is too large."
        case .tooManyRequests: "Too many wrong tokens came from the address."
        case .unprocessableContent: "A member of the body is wrong; `errors` names each."
        case .internalServerError: "The server has a fault; its log says more."
        case .serviceUnavailable: "Not now; try again after `Retry-After`, where there is one."
        default: status.reasonPhrase
        }
    }

    fileprivate func write(to json: inout JSONWriter, noting components: inout SchemaComponents) {
        json.object { json in
            json.field("description", details)
            let headers = headers + Operation.Header.ofEveryAnswer
            json.field("headers") { json in
                json.object { json in
                    for header in headers {
                        json.field(named: header.name) { header.write(to: &$0, noting: &components) }
                    }
                }
            }
            content?.write(to: &json, noting: &components)
        }
    }
}

extension Operation.Header {
    /// Those that are in every answer.
    static let ofEveryAnswer = [requestID, cacheControl]

    fileprivate func write(to json: inout JSONWriter, noting components: inout SchemaComponents) {
        json.object { json in
            json.field("description", details)
            if isRequired { json.field("required", true) }
            json.field("schema") { schema.write(to: &$0, noting: &components) }
        }
    }
}

extension Schema {
    /// What is answered where something is wrong.
    fileprivate static let problem = object([
        "type": .words(["about:blank"]), "title": .string.described("The status in words."),
        "status": .integer(400...599),
        "detail": .string.described("What is wrong, and how to mend it."),
        "requestId": .string.optional.described("The request's id, as it stands in the log."),
        "errors": .array(
            of: .object([
                "pointer": .string.example("/recurrence/rrule/0").described(
                    "The member at fault (RFC 6901), or a query parameter as ?name."),
                "detail": .string,
            ]).named("ProblemOfMember")
        ).optional.described("What is wrong with each member or parameter."),
        "at": .array(of: .integer).optional.described("Where in a filter or a text: from which byte, to before which."),
        "suggestion": .string.optional.described("What was probably meant there."),
        "code": .string.optional.described("Why a phrase was not taken: the kind of refusal."),
        "try": .string.optional.described("A text that is taken instead of the phrase."),
        "readings": .array(of: .string).optional.described("What the phrase may mean, each as a text to send instead."),
        "explain": Schema.listPlan.optional.described("How a list that took too long would have been served."),
        "candidates": .array(
            of: .object([
                "id": .uuid, "handle": .handle, "shortHandle": .shortHandle, "title": .string.nullable,
                "due": .civilTime.nullable, "status": .string.nullable, "recurrenceId": .civilTime.nullable,
            ]).named("Candidate")
        ).optional.described("What a name may mean, up to ten."),
        "total": .count.optional.described("How many things a name fits."),
        "firstSeq": .integer.optional.described("Where the log begins."),
    ]).named("Problem", "What is wrong (RFC 9457).")
}

import Basics
import HTTPTypes
import Scheduler
import Storage

extension Operation {
    /// A parameter of a path or of a query, or a header of a request.
    struct Parameter: Sendable {
        enum Place: String, Sendable {
            case path, query, header
        }

        let name: String
        let place: Place
        let schema: Schema
        let details: String
        /// Whether several values stand in it, with commas between them.
        var isList = false
        /// What it names; nil for what names nothing that has a handle.
        private(set) var refers: HandleKind?

        static func path(_ name: String, _ schema: Schema, _ details: String) -> Parameter {
            Parameter(name: name, place: .path, schema: schema, details: details)
        }

        static func query(_ name: String, _ schema: Schema, _ details: String) -> Parameter {
            Parameter(name: name, place: .query, schema: schema, details: details)
        }

        /// The same, of what names something by its id, its handle or a beginning of one.
        func naming(_ kind: HandleKind) -> Parameter {
            var parameter = self
            parameter.refers = kind
            return parameter
        }

        /// Several values with commas between them.
        static func list(_ name: String, of schema: Schema, _ details: String) -> Parameter {
            Parameter(name: name, place: .query, schema: .array(of: schema), details: details, isList: true)
        }

        static func header(_ name: String, _ schema: Schema, _ details: String) -> Parameter {
            Parameter(name: name, place: .header, schema: schema, details: details)
        }
    }

    /// What a body may be, by its media type.
    struct Content: Sendable {
        let types: [(name: String, schema: Schema)]
        let isRequired: Bool

        init(_ types: [(String, Schema)], isRequired: Bool = true) {
            (self.types, self.isRequired) = (types.map { (name: $0, schema: $1) }, isRequired)
        }
    }

    /// What is answered where nothing is wrong.
    struct Answer: Sendable {
        let status: HTTPResponse.Status
        let details: String
        private(set) var headers: [Header] = []
        let content: Content?

        init(_ status: HTTPResponse.Status, _ details: String, _ content: Content? = nil, headers: [Header] = []) {
            (self.status, self.details, self.content, self.headers) = (status, details, content, headers)
        }

        /// An answer of JSON.
        init(_ status: HTTPResponse.Status, _ details: String, _ schema: Schema, headers: [Header] = []) {
            self.init(status, details, Content([("application/json", schema)]), headers: headers)
        }

        static func ok(_ schema: Schema, _ details: String) -> Answer { Answer(.ok, details, schema) }

        /// Something was made, and is found elsewhere.
        static func created(_ schema: Schema, _ details: String) -> Answer {
            Answer(.created, details, schema, headers: [.location]).tagged
        }

        static let noContent = Answer(.noContent, "It is done.")
        static let notModified = Answer(.notModified, "It is what `If-None-Match` names.", headers: [.eTag])

        /// The same, with the tag of what it shows.
        var tagged: Answer { with(.eTag) }

        /// The same, without a tag where short handles are asked for.
        var untagged: Answer {
            var answer = self
            guard let index = headers.firstIndex(where: { $0.name == Header.eTag.name }) else { return self }
            answer.headers[index].isRequired = false
            return answer
        }

        /// The same, with the id of the change that was made.
        var changing: Answer { with(.changeID) }

        func with(_ header: Header) -> Answer {
            var answer = self
            if !answer.headers.contains(where: { $0.name == header.name }) { answer.headers.append(header) }
            return answer
        }
    }

    /// A header of an answer.
    struct Header: Sendable {
        let name: String
        let schema: Schema
        let details: String
        var isRequired = true

        static let eTag = Header(
            name: "ETag", schema: .string, details: "Names this state of the resource, for If-Match and If-None-Match.")
        static let location = Header(name: "Location", schema: .string, details: "Where it is found.")
        static let up = Header(
            name: "Link", schema: .string, details: "What it was taken off, with the relation `up` (RFC 8288).")
        static let changeID = Header(
            name: "Change-Id", schema: .uuid,
            details: "The change that was made, for POST /v1/undo; missing where nothing changed that can be undone.",
            isRequired: false)
        static let cacheControl = Header(
            name: "Cache-Control", schema: .string, details: "What may be kept of the answer, and by whom.")
        static let requestID = Header(
            name: "X-Request-Id", schema: .string, details: "The request's id, as it stands in the log.")
        static let retryAfter = Header(
            name: "Retry-After", schema: .count, details: "How many seconds to wait before trying again.",
            isRequired: false)
        /// A limit that was met, or that a wrong token brings nearer.
        static let rateLimits = [
            Header(
                name: "RateLimit-Policy", schema: .string,
                details: "The limit: its name, and how much it lets through (draft-ietf-httpapi-ratelimit-headers-10).",
                isRequired: false),
            Header(
                name: "RateLimit", schema: .string, details: "What is left of it, and for how many seconds.",
                isRequired: false),
        ]
    }
}

extension Operation.Parameter {
    static let ifMatch = header(
        "If-Match", .string,
        "Carries the change out only where the ETag is one of these; `*` for whatever is there.")
    static let ifNoneMatch = header(
        "If-None-Match", .string, "Answers 304, without a body, where the ETag is one of these.")
    static let idempotencyKey = header(
        "Idempotency-Key", .string,
        "Of 1 to 255 bytes. Whoever repeats the request with its key within 24 hours gets the first answer again, and nothing happens twice."
    )

    static func id(_ resource: String, _ schema: Schema = .uuid) -> Self {
        guard let kind = HandleKind(rawValue: resource) else { return path("id", schema, "The id of the \(resource).") }
        let occurrence =
            kind == .task ? "; of an occurrence also that of its series with its recurrenceId, `kf3:12-01`" : ""
        return path(
            "id", .resourceName,
            "The id of the \(resource), or its beginning of 8 digits or more; or its handle, or its beginning of 3 "
                + "characters or more\(occurrence)."
        ).naming(kind)
    }

    static let short = query(
        "short", .boolean,
        "Whether `shortHandle` stands beside each handle: the shortest beginning that nothing else has which is open. The "
            + "answer then has no ETag.")

    static let limit = limit(default: 100)

    static func limit(default count: Int) -> Self {
        query(
            "limit", .integer(1...1_000).defaulting(to: .number(Double(count))), "How many items a page has at most.")
    }

    static let cursor = query(
        "cursor", .string, "The nextCursor of the page before, of the same list with the same filters and order.")
    static let scope = query(
        "scope", .choice(of: EditScope.self),
        "How far it reaches in a series: this occurrence, this one and those that follow, or all.")
    static let zone = query(
        "timeZone", .zone, "The zone of dates and local times in the query; the server's where nothing is said.")

    static func time(_ name: String, _ details: String) -> Self { query(name, .time, details) }
}

extension Schema {
    /// A page of a list.
    static func page(of items: Schema, beside members: SchemaMembers = [:]) -> Schema {
        .object(
            members + [
                "items": .array(of: items),
                "nextCursor": .string.nullable.described("Where the next page begins; null on the last."),
            ])
    }
}

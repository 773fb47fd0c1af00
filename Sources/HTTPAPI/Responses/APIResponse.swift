import Basics
import HTTPTypes
import Hummingbird
import NIOCore
import Storage

/// What a route answers: whole and small, so that it can be remembered for an `Idempotency-Key`.
struct APIResponse: Sendable {
    var status: HTTPResponse.Status
    var headers: HTTPFields
    var body: [UInt8]
    /// What is kept of the body for an `Idempotency-Key`, where that is not the whole: a secret is shown once.
    var bodyToRemember: [UInt8]?

    /// An answer that is one JSON value.
    init(status: HTTPResponse.Status = .ok, json: [UInt8]) {
        self.status = status
        headers = [.contentType: "application/json"]
        body = json
    }

    /// An answer that is one JSON object, with room for so many bytes.
    init(status: HTTPResponse.Status = .ok, capacity: Int = 2_000, _ fields: (inout JSONWriter) -> Void) {
        var json = JSONWriter(capacity: capacity)
        json.object(fields)
        self.init(status: status, json: json.bytes)
    }

    /// An answer without a body.
    static let noContent: APIResponse = {
        var answer = APIResponse(status: .noContent, json: [])
        answer.headers = [:]
        return answer
    }()

    /// The same answer with the entity tag of what it shows, or else of another resource.
    func tagged(_ tag: EntityTag? = nil) -> APIResponse {
        var tagged = self
        tagged.headers[.eTag] = (tag ?? EntityTag(of: body)).text
        return tagged
    }

    /// The answer to a read, or that the client has it already.
    func unless(_ request: Request) throws -> APIResponse {
        let tag = EntityTag(of: body)
        return try request.has(tag) ? .unchanged(tag) : tagged(tag)
    }

    /// The answer that the client has what a tag names.
    static func unchanged(_ tag: EntityTag) -> APIResponse {
        var answer = APIResponse.noContent
        answer.status = .notModified
        return answer.tagged(tag)
    }

    /// The same answer with the place of what was made.
    func located(_ path: String) -> APIResponse {
        var located = self
        located.headers[.location] = path
        return located
    }

    /// The same answer with the place of what was changed along (RFC 8288, relation `up`): what it belonged to.
    func linked(up path: String) -> APIResponse {
        var linked = self
        linked.headers[.link] = "<\(path)>; rel=\"up\""
        return linked
    }

    var response: Response {
        Response(status: status, headers: headers, body: ResponseBody(byteBuffer: ByteBuffer(bytes: body)))
    }
}

extension APIResponse {
    init(_ remembered: IdempotencyRecord) {
        self.init(status: HTTPResponse.Status(code: remembered.status), json: remembered.body)
        headers = [:]
        for (name, value) in remembered.headers {
            if let name = HTTPField.Name(name) { headers[name] = value }
        }
    }

    var headerTexts: [String: String] {
        Dictionary(headers.map { ($0.name.canonicalName, $0.value) }, uniquingKeysWith: { $1 })
    }
}

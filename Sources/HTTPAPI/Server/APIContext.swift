package import Hummingbird
package import Logging
import NIOCore
import Recurrence
import Storage

/// What is done in a transaction, at a time.
typealias TransactionBody = @Sendable (any StoreTransaction, UTCInstant) throws -> APIResponse

/// What a request carries through the routes.
package struct APIContext: RequestContext {
    /// What a middleware hands a request on to.
    typealias Responder = @concurrent (Request, APIContext) async throws -> Response

    package var coreContext: CoreRequestContextStorage
    /// The token that the request was let in with.
    var token: AccessToken?
    /// The digest of the secret that the token was shown by.
    var secretDigest: [UInt8] = []
    /// What the request's path names, where the token reaches only a part of what is stored.
    var subject: Access.Subject?
    /// Seals the cursors that it gets, where the token reaches only a part of what is stored.
    var cursorSeal: CursorSeal?
    /// What the operation that it asks for declares of its query; nil for one that anybody may call.
    var declaredQuery: DeclaredQuery?
    /// Where what it names is looked up; nil before it was let in.
    var store: (any Store)?
    /// The id of what its path names; nil where the id itself stands there.
    var pathID: String?
    /// The ids of what its query names otherwise, by the names of the parameters.
    var queryIDs: [String: String] = [:]
    /// What is counted of its body; nil where nothing is.
    var heldBody: HeldBody?
    /// What it is known by in the log; nil before anybody looked.
    var identity: RequestIdentity?
    /// The connection that it came on.
    let channel: any Channel
    /// What knows of no request.
    let serverLogger: Logger

    package init(source: ApplicationRequestContextSource) {
        coreContext = .init(source: source)
        (channel, serverLogger) = (source.channel, source.logger)
    }

    /// Says with every line which request it is about; made for who logs, since hardly any request is told of.
    package var logger: Logger {
        var logger = serverLogger
        for (key, value) in identity?.metadata ?? [:] { logger[metadataKey: key] = value }
        return logger
    }

    /// The path of the route that answers, with names in braces; nil while there is none, or where none was found.
    var route: String? { endpointPath.flatMap { $0.hasPrefix("/") ? $0 : nil } }

    /// What the token may see and change.
    var access: Access { Access(token?.reach ?? .everything) }

    /// Refuses what the path names where it lies outside of the token's reach, as if it were not there.
    ///
    /// - Throws: A 404 ``Problem``.
    func requireSubject(in reader: any StoreReader) throws {
        if let subject, try !access.holds(subject, in: reader) { throw subject.missing }
    }

    /// Refuses what comes of a request whose token was let in, and would not be any more.
    ///
    /// - Throws: A 401 ``Problem``.
    func requireToken(for scopes: [AccessScope], in reader: any StoreReader, now: UTCInstant) throws {
        guard let known = try reader.accessToken(digest: secretDigest), known.letsIn(by: secretDigest, at: now),
            known.allows(anyOf: scopes), known.reach == token?.reach
        else {
            throw BearerAuthentication.unauthorized(
                "the token was revoked, changed or replaced, or expired, before the request was sent to its end")
        }
    }

    /// What is done in a transaction, refused where it is about, or writes, what lies outside of the token's reach.
    func withinReach(_ body: @escaping TransactionBody) -> TransactionBody {
        guard access.isBound else { return body }
        return { [self] transaction, now in
            try requireSubject(in: transaction)
            let count = transaction.recordedRows.count
            let answer = try body(transaction, now)
            try access.check(transaction.recordedRows.dropFirst(count), in: transaction)
            return answer
        }
    }

    /// How much of hooks and deliveries the token may see.
    var detail: Hook.Detail { token?.allows(anyOf: [.hooks]) == true ? .whole : .outline }

    /// An id of the path, of the kind that the caller expects.
    ///
    /// - Throws: A 404 problem when it is no id, since nothing can have it.
    func id<Value: LosslessStringConvertible>(_ kind: String) throws -> Value {
        let text = try pathID ?? parameters.require("id")
        guard let id = Value(text) else {
            throw Problem(.notFound, "there is no \(kind) \"\(text.prefix(64))\"; give the whole id")
        }
        return id
    }
}

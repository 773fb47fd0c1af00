package import Hummingbird
import Logging
import NIOCore
import Storage

/// What a request carries through the routes.
package struct APIContext: RequestContext {
    /// What a middleware hands a request on to.
    typealias Responder = @concurrent (Request, APIContext) async throws -> Response

    package var coreContext: CoreRequestContextStorage
    /// The token that the request was let in with.
    var token: AccessToken?
    /// The operation that it asks for; nil for one that anybody may call.
    var operation: Operation?
    /// What it is known by in the log; nil before anybody looked.
    var identity: RequestIdentity?
    /// The connection that it came on.
    let channel: any Channel

    package init(source: ApplicationRequestContextSource) {
        coreContext = .init(source: source)
        channel = source.channel
    }

    /// How much of hooks and deliveries the token may see.
    var detail: Hook.Detail { token?.allows(anyOf: [.hooks]) == true ? .whole : .outline }

    /// An id of the path, of the kind that the caller expects.
    ///
    /// - Throws: A 404 problem when it is no id, since nothing can have it.
    func id<Value: LosslessStringConvertible>(_ kind: String) throws -> Value {
        let text = try parameters.require("id")
        guard let id = Value(text) else {
            throw Problem(.notFound, "there is no \(kind) \"\(text.prefix(64))\"; give the whole id")
        }
        return id
    }
}

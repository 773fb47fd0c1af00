import NIOCore
import NIOHTTP1

/// Holds requests to what RFC 9112 asks beyond their syntax, and answers clients of HTTP/1.0 as they understand it.
///
/// It comes after the HTTP decoder, which answers the errors that are told of here as it does its own.
final class MessageRules: ChannelDuplexHandler {
    typealias InboundIn = HTTPServerRequestPart
    typealias InboundOut = HTTPServerRequestPart
    typealias OutboundIn = HTTPServerResponsePart
    typealias OutboundOut = HTTPServerResponsePart

    /// Whether a request was refused, behind which nothing is read.
    private var hasRefused = false
    /// Whether the client speaks HTTP/1.0.
    private var isOld = false

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        if hasRefused { return }
        if case .head(var head) = unwrapInboundIn(data) {
            isOld = isOld || (head.version.major, head.version.minor) < (1, 1)
            let hosts = head.headers["host"].count
            // RFC 9112 §3.2: two servers on the way might each believe another one. What comes through a Unix socket has no
            // name to be sent to, and some clients leave it out.
            let mayLack = isOld || context.channel.isOfUnixSocket
            guard hosts == 1 || (hosts == 0 && mayLack) else {
                hasRefused = true
                context.fireErrorCaught(HTTPParserError.invalidHeaderToken)
                return
            }
            // RFC 9112 §3.2.2: where the target is a whole URL, the server that it names counts.
            if let authority = Self.authority(ofTarget: head.uri) {
                head.headers.replaceOrAdd(name: "host", value: authority)
                context.fireChannelRead(wrapInboundOut(.head(head)))
                return
            }
        }
        context.fireChannelRead(data)
    }

    private static func authority(ofTarget target: String) -> String? {
        guard !target.hasPrefix("/"), let scheme = target.firstRange(of: "://") else { return nil }
        return String(target[scheme.upperBound...].prefix { $0 != "/" && $0 != "?" })
    }

    func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
        guard isOld else { return context.write(data, promise: promise) }
        switch unwrapOutboundIn(data) {
        case .head(var head):
            // RFC 9112 §6.1: it knows no chunks, so what has no length ends with the connection.
            head.version = .http1_0
            head.headers.replaceOrAdd(name: "connection", value: "close")
            context.write(wrapOutboundOut(.head(head)), promise: promise)
        case .body:
            context.write(data, promise: promise)
        case .end:
            let written = promise ?? context.eventLoop.makePromise()
            let channel = context.channel
            written.futureResult.whenComplete { _ in channel.close(promise: nil) }
            context.write(data, promise: written)
        }
    }
}

import NIOCore
import NIOHTTP1

/// Holds requests to what RFC 9112 asks beyond their syntax, answers clients of HTTP/1.0 as they understand it, and ends
/// connections whose clients want them to.
///
/// It comes after the HTTP decoder, which answers the errors that are told of here as it does its own.
///
/// The request behind which a connection ends is read to its end like others, however early it was answered: the client
/// would find the connection broken while it sends, and the answer lost. Hummingbird leaves the rest unread, so it does not
/// get to know.
final class MessageRules: ChannelDuplexHandler {
    typealias InboundIn = HTTPServerRequestPart
    typealias InboundOut = HTTPServerRequestPart
    typealias OutboundIn = HTTPServerResponsePart
    typealias OutboundOut = HTTPServerResponsePart

    /// Whether a request was refused, behind which nothing is read.
    private var hasRefused = false
    /// Whether the client speaks HTTP/1.0.
    private var isOld = false
    /// Whether the connection ends behind the request whose head was read last.
    private var isLast = false
    /// Whether that request was read to its end.
    private var isWhole = false
    /// How many requests are not answered yet.
    private var awaited = 0

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        // Nothing is read behind the last request.
        if hasRefused || (isLast && isWhole) { return }
        switch unwrapInboundIn(data) {
        case .head(var head):
            isOld = isOld || (head.version.major, head.version.minor) < (1, 1)
            isLast = isOld || head.headers[canonicalForm: "connection"].contains { $0.lowercased() == "close" }
            (isWhole, awaited) = (false, awaited + 1)
            let hosts = head.headers["host"].count
            // RFC 9112 §3.2: two servers on the way might each believe another one. What comes through a Unix socket has no
            // name to be sent to, and some clients leave it out.
            let mayLack = isOld || context.channel.isOfUnixSocket
            guard hosts == 1 || (hosts == 0 && mayLack) else {
                hasRefused = true
                context.fireErrorCaught(HTTPParserError.invalidHeaderToken)
                return
            }
            if isLast { head.headers.remove(name: "connection") }
            // RFC 9112 §3.2.2: where the target is a whole URL, the server that it names counts.
            if let authority = Self.authority(ofTarget: head.uri) {
                head.headers.replaceOrAdd(name: "host", value: authority)
            }
            context.fireChannelRead(wrapInboundOut(.head(head)))
        case .body: context.fireChannelRead(data)
        case .end:
            isWhole = true
            context.fireChannelRead(data)
            closeIfDone(context.channel)
        }
    }

    private static func authority(ofTarget target: String) -> String? {
        guard !target.hasPrefix("/"), let scheme = target.firstRange(of: "://") else { return nil }
        return String(target[scheme.upperBound...].prefix { $0 != "/" && $0 != "?" })
    }

    func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
        let part = unwrapOutboundIn(data)
        guard isLast, awaited <= 1 else {
            // What is no request at all is answered too.
            if case .end = part { awaited = max(0, awaited - 1) }
            return context.write(data, promise: promise)
        }
        switch part {
        case .head(var head):
            // RFC 9112 §6.1: a client of HTTP/1.0 knows no chunks, so what has no length ends with the connection.
            if isOld { head.version = .http1_0 }
            head.headers.replaceOrAdd(name: "connection", value: "close")
            context.write(wrapOutboundOut(.head(head)), promise: promise)
        case .body:
            context.write(data, promise: promise)
        case .end:
            let written = promise ?? context.eventLoop.makePromise()
            let (channel, rules) = (context.channel, NIOLoopBound(self, eventLoop: context.eventLoop))
            written.futureResult.whenComplete { _ in
                rules.value.awaited = 0
                // The client is not to wait for more while it sends the rest.
                channel.close(mode: .output, promise: nil)
                rules.value.closeIfDone(channel)
            }
            context.write(data, promise: written)
        }
    }

    private func closeIfDone(_ channel: any Channel) {
        if isLast && isWhole && awaited == 0 { channel.close(promise: nil) }
    }
}

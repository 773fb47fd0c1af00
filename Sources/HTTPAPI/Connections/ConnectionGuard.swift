import Hummingbird
import HummingbirdCore
import Logging
import NIOCore
import NIOHTTP1

/// Stands at the socket's end of a connection and closes it when its client has kept the server waiting for too long.
final class ConnectionGuard: ChannelDuplexHandler {
    typealias InboundIn = ByteBuffer
    typealias InboundOut = ByteBuffer
    typealias OutboundIn = IOData
    typealias OutboundOut = IOData

    private let limits: ConnectionLimits
    private let connections: OpenConnections
    private let logger: Logger
    private var progress: ConnectionProgress
    private var written = 0
    private var isStream = false
    private let isEncrypted: Bool
    /// Whether the client has closed its end, and sends no more.
    private var hasLeft = false
    /// What is to be done when the client leaves before its answer is there.
    private var onLeaving: (@Sendable () -> Void)?
    private var context: ChannelHandlerContext?
    private var nextLook: Scheduled<Void>?

    /// The guard of a connection, which may be encrypted: nothing can be said in it from here then.
    init(
        _ limits: ConnectionLimits, _ connections: OpenConnections, isEncrypted: Bool, now: NIODeadline, logger: Logger
    ) {
        self.limits = limits
        self.isEncrypted = isEncrypted
        self.connections = connections
        self.logger = logger
        progress = ConnectionProgress(limits: limits, now: now)
    }

    func handlerAdded(context: ChannelHandlerContext) {
        self.context = context
        scheduleLook(context)
    }

    func handlerRemoved(context: ChannelHandlerContext) {
        nextLook?.cancel()
        nextLook = nil
        self.context = nil
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        progress.received(at: context.eventLoop.now)
        context.fireChannelRead(data)
    }

    func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
        written += unwrapOutboundIn(data).readableBytes
        context.write(data, promise: promise)
    }

    func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
        if case ChannelEvent.inputClosed = event { leave() }
        switch event {
        case is ChannelShouldQuiesceEvent:
            // What is not done then never will be: the client does not read, or does not send.
            context.eventLoop.assumeIsolated().scheduleTask(in: limits.stopTime) { [weak self] in
                self?.context?.close(promise: nil)
            }
        case ChannelEvent.inputClosed where isStream:
            // Nobody who follows a stream closes the one half of it: the client has gone.
            context.close(promise: nil)
            return
        default: break
        }
        context.fireUserInboundEventTriggered(event)
    }

    func triggerUserOutboundEvent(context: ChannelHandlerContext, event: Any, promise: EventLoopPromise<Void>?) {
        switch event {
        case is EventStreamBegins: isStream = true
        case let event as ClientIsAwaited where hasLeft: event.onLeaving()
        case let event as ClientIsAwaited: onLeaving = event.onLeaving
        default:
            context.triggerUserOutboundEvent(event, promise: promise)
            return
        }
        promise?.succeed()
    }

    func channelInactive(context: ChannelHandlerContext) {
        leave()
        context.fireChannelInactive()
    }

    private func leave() {
        hasLeft = true
        onLeaving?()
        onLeaving = nil
    }

    private func scheduleLook(_ context: ChannelHandlerContext) {
        nextLook = context.eventLoop.assumeIsolated().scheduleTask(in: limits.checkInterval) { [weak self] in
            self?.look()
        }
    }

    private func look() {
        guard let context else { return }
        let now = context.eventLoop.now
        let unsent = (try? context.channel.syncOptions?.getOption(.bufferedWritableBytes)) ?? 0
        progress.sent(written - unsent, unsent: unsent, at: now)
        guard let overdue = progress.overdue(at: now) else {
            scheduleLook(context)
            return
        }
        logger.debug("a connection is closed", metadata: ["reason": "\(overdue.rawValue)"])
        if overdue == .slowHead || overdue == .slowBody, !progress.isAnswering, !isEncrypted {
            let answer = "HTTP/1.1 408 Request Timeout\r\nconnection: close\r\ncontent-length: 0\r\n\r\n"
            context.writeAndFlush(wrapOutboundOut(.byteBuffer(ByteBuffer(string: answer))), promise: nil)
        }
        context.close(promise: nil)
    }
}

extension ConnectionGuard {
    /// Comes after the HTTP decoder and notifies the guard where requests and answers begin and end.
    final class Parts: ChannelDuplexHandler {
        typealias InboundIn = HTTPServerRequestPart
        typealias InboundOut = HTTPServerRequestPart
        typealias OutboundIn = HTTPServerResponsePart
        typealias OutboundOut = HTTPServerResponsePart

        private let connection: ConnectionGuard

        init(_ connection: ConnectionGuard) {
            self.connection = connection
        }

        func channelRead(context: ChannelHandlerContext, data: NIOAny) {
            switch unwrapInboundIn(data) {
            case .head: connection.progress.receivedHead(at: context.eventLoop.now)
            case .body: break
            case .end:
                connection.progress.receivedEnd()
                connection.noteWaiting(context)
            }
            context.fireChannelRead(data)
        }

        func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
            switch unwrapOutboundIn(data) {
            case .head: connection.progress.beganAnswer()
            case .body: break
            case .end:
                connection.progress.endedAnswer(at: context.eventLoop.now)
                connection.onLeaving = nil
                connection.noteWaiting(context)
            }
            context.write(data, promise: promise)
        }
    }

    private func noteWaiting(_ context: ChannelHandlerContext) {
        connections.note(context.channel, waitingSince: progress.waitsForClient ? context.eventLoop.now : nil)
    }
}

/// Notifies a connection that what is answered on it has no end, so that a client that sends no more has gone.
struct EventStreamBegins {}

/// An HTTP/1.1 connection with a guard on it, encrypted where it came over TCP and there is a certificate.
struct GuardedConnection: ServerChildChannel {
    let http: HTTP1Channel
    let limits: ConnectionLimits
    let connections: OpenConnections
    let certificate: ServerCertificate?

    func setup(channel: any Channel, logger: Logger) -> EventLoopFuture<HTTP1Channel.Value> {
        http.setup(channel: channel, logger: logger).flatMapThrowing { value in
            let pipeline = channel.pipeline.syncOperations
            let decoder = try pipeline.handler(type: ByteToMessageHandler<HTTPRequestDecoder>.self)
            let encryption = channel.isOfUnixSocket ? nil : certificate?.makeHandler()
            if !channel.isOfUnixSocket { limits.boundUnsent(on: channel) }
            if let encryption { try pipeline.addHandler(encryption, position: .first) }
            let guarding = ConnectionGuard(
                limits, connections, isEncrypted: encryption != nil, now: channel.eventLoop.now, logger: logger)
            try pipeline.addHandler(guarding, position: .first)
            try pipeline.addHandlers([ConnectionGuard.Parts(guarding), MessageRules()], position: .after(decoder))
            // A server that stops may drop what it accepted last, and NIO ends the process when a channel of its kind is
            // dropped while it is open.
            channel.closeFuture.whenComplete { _ in withExtendedLifetime(value) {} }
            return value
        }
    }

    func handle(value: HTTP1Channel.Value, logger: Logger) async {
        await http.handle(value: value, logger: logger)
    }
}

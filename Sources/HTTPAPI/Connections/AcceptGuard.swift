import Logging
import NIOCore

/// Stands before a listening socket: bounds how many connections there are, and pauses when no descriptor is left,
/// where the system would report the same connection again and again.
final class AcceptGuard: ChannelInboundHandler {
    typealias InboundIn = any Channel
    typealias InboundOut = any Channel

    private let connections: OpenConnections
    private let pause: TimeAmount
    private let logger: Logger

    init(_ connections: OpenConnections, pause: TimeAmount, logger: Logger) {
        self.connections = connections
        self.pause = pause
        self.logger = logger
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        let accepted = unwrapInboundIn(data)
        switch connections.admit(accepted, at: context.eventLoop.now) {
        case .admitted: break
        case .insteadOf(let other): other.close(promise: nil)
        case .refused:
            accepted.close(promise: nil)
            return
        }
        context.fireChannelRead(data)
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        // An error that went on would end the server, though the socket still listens.
        guard error is IOError else {
            context.fireErrorCaught(error)
            return
        }
        logger.warning("a connection could not be accepted", metadata: ["error": "\(error)"])
        let channel = context.channel
        channel.setOption(.autoRead, value: false).whenComplete { [pause] _ in
            channel.eventLoop.scheduleTask(in: pause) {
                channel.setOption(.autoRead, value: true)
            }
        }
    }
}

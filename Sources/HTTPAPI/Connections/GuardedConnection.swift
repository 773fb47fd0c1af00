import Hummingbird
import HummingbirdCore
import Logging
import NIOCore
import NIOHTTP1

/// An HTTP/1.1 connection with a guard on it.
struct GuardedConnection: ServerChildChannel {
    let http: HTTP1Channel
    let limits: ConnectionLimits
    let connections: OpenConnections

    func setup(channel: any Channel, logger: Logger) -> EventLoopFuture<HTTP1Channel.Value> {
        http.setup(channel: channel, logger: logger).flatMapThrowing { value in
            let pipeline = channel.pipeline.syncOperations
            let guarding = ConnectionGuard(limits, connections, now: channel.eventLoop.now, logger: logger)
            let decoder = try pipeline.handler(type: ByteToMessageHandler<HTTPRequestDecoder>.self)
            try pipeline.addHandler(guarding, position: .first)
            try pipeline.addHandler(ConnectionGuard.Parts(guarding), position: .after(decoder))
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

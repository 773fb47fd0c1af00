import NIOCore
import NIOHTTP1
import NIOPosix

/// An HTTP server on loopback that answers every request alike, and counts them.
final class Receiver: Sendable {
    enum Habit: Sendable {
        case answers(HTTPResponseStatus)
        case hangs
    }

    let url: String
    private let channel: any Channel

    private init(_ channel: any Channel) {
        self.channel = channel
        url = "http://127.0.0.1:\(channel.localAddress?.port ?? 0)/hook"
    }

    static func start(_ habit: Habit) async throws -> Receiver {
        let channel = try await ServerBootstrap(group: MultiThreadedEventLoopGroup.singleton)
            .serverChannelOption(.backlog, value: 1_024)
            .childChannelInitializer { channel in
                channel.eventLoop.makeCompletedFuture {
                    try channel.pipeline.syncOperations.configureHTTPServerPipeline(withErrorHandling: false)
                    try channel.pipeline.syncOperations.addHandler(Answering(habit: habit))
                }
            }
            .bind(host: "127.0.0.1", port: 0).get()
        return Receiver(channel)
    }

    func stop() async throws {
        try await channel.close()
    }
}

private final class Answering: ChannelInboundHandler {
    typealias InboundIn = HTTPServerRequestPart
    typealias OutboundOut = HTTPServerResponsePart

    private let habit: Receiver.Habit

    init(habit: Receiver.Habit) {
        self.habit = habit
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        guard case .end = unwrapInboundIn(data), case .answers(let status) = habit else { return }
        let head = HTTPResponseHead(version: .http1_1, status: status, headers: ["content-length": "0"])
        context.write(wrapOutboundOut(.head(head)), promise: nil)
        context.writeAndFlush(wrapOutboundOut(.end(nil)), promise: nil)
    }
}

import NIOCore
import NIOPosix

/// A server on loopback that answers a request to `/17` with the bytes of the answer number 17, and then closes; it
/// answers any other request as a good receiver does.
final class AnswerServer: Sendable {
    private let channel: any Channel

    private init(channel: any Channel) {
        self.channel = channel
    }

    /// Starts a server.
    ///
    /// - Parameters:
    ///   - answers: The answers.
    ///   - size: How many bytes of one are sent at once.
    static func start(_ answers: [[UInt8]], inPiecesOf size: Int = .max) async throws -> AnswerServer {
        let channel = try await ServerBootstrap(group: MultiThreadedEventLoopGroup.singleton)
            .serverChannelOption(.socketOption(.so_reuseaddr), value: 1)
            .childChannelOption(.tcpOption(.tcp_nodelay), value: 1)
            .childChannelInitializer { channel in
                channel.eventLoop.makeCompletedFuture {
                    try channel.pipeline.syncOperations.addHandler(AnswerHandler(answers, size))
                }
            }
            .bind(host: "127.0.0.1", port: 0).get()
        return AnswerServer(channel: channel)
    }

    /// Where an answer is given; nil for that of a good receiver.
    func url(ofAnswer number: Int?) -> String {
        "http://127.0.0.1:\(channel.localAddress?.port ?? 0)/\(number.map(String.init) ?? "good")"
    }

    func stop() async throws {
        try await channel.close()
    }
}

private final class AnswerHandler: ChannelInboundHandler {
    typealias InboundIn = ByteBuffer
    typealias OutboundOut = ByteBuffer

    private let answers: [[UInt8]]
    private let size: Int
    private var received = ""

    init(_ answers: [[UInt8]], _ size: Int) {
        (self.answers, self.size) = (answers, size)
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        received += String(buffer: unwrapInboundIn(data))
        guard received.contains("\r\n\r\n"), received.hasSuffix("}") else { return }
        let target = received.split(separator: " ")[1].dropFirst()
        received = ""
        if let number = Int(target) {
            send(answers[number][...], context)
        } else {
            let good = "HTTP/1.1 200 OK\r\ncontent-length: 0\r\n\r\n"
            context.writeAndFlush(wrapOutboundOut(ByteBuffer(string: good)), promise: nil)
        }
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        context.close(promise: nil)
    }

    private func send(_ rest: ArraySlice<UInt8>, _ context: ChannelHandlerContext) {
        guard !rest.isEmpty else { return context.close(mode: .output, promise: nil) }
        context.writeAndFlush(wrapOutboundOut(ByteBuffer(bytes: rest.prefix(size))), promise: nil)
        let left = rest.dropFirst(size)
        let (me, context) = (
            NIOLoopBound(self, eventLoop: context.eventLoop), NIOLoopBound(context, eventLoop: context.eventLoop)
        )
        context.value.eventLoop.scheduleTask(in: .microseconds(left.isEmpty ? 0 : 200)) {
            me.value.send(left, context.value)
        }
    }
}

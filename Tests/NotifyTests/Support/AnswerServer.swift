import Basics
import NIOCore
import NIOPosix
import Recurrence
import Storage

/// A server on loopback that answers a request to `/17` with the bytes of the answer number 17, and then closes; it
/// answers any other request as a good receiver does.
final class AnswerServer: Sendable {
    private let channel: any Channel
    private let answering: Locked<Int>

    private init(channel: any Channel, answering: Locked<Int>) {
        (self.channel, self.answering) = (channel, answering)
    }

    /// Starts a server that gives these answers, so many bytes of one at once.
    static func start(_ answers: [[UInt8]], inPiecesOf size: Int = .max) async throws -> AnswerServer {
        let answering = Locked(0)
        let channel = try await ServerBootstrap(group: MultiThreadedEventLoopGroup.singleton)
            .serverChannelOption(.socketOption(.so_reuseaddr), value: 1)
            .childChannelOption(.tcpOption(.tcp_nodelay), value: 1)
            .childChannelInitializer { channel in
                channel.eventLoop.makeCompletedFuture {
                    try channel.pipeline.syncOperations.addHandler(AnswerHandler(answers, size, answering))
                }
            }
            .bind(host: "127.0.0.1", port: 0).get()
        return AnswerServer(channel: channel, answering: answering)
    }

    /// Where an answer is given; nil for that of a good receiver.
    func url(ofAnswer number: Int?) -> String {
        "http://127.0.0.1:\(channel.localAddress?.port ?? 0)/\(number.map(String.init) ?? "good")"
    }

    /// Returns once every connection is closed on which one of the answers was given.
    func hasClosed() async throws {
        let clock = ContinuousTime()
        while answering.withLock({ $0 }) > 0 { try await clock.wait(for: .milliseconds(1)) }
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
    private let answering: Locked<Int>
    private var isAnswering = false
    private var received = ""

    init(_ answers: [[UInt8]], _ size: Int, _ answering: Locked<Int>) {
        (self.answers, self.size, self.answering) = (answers, size, answering)
    }

    func channelInactive(context: ChannelHandlerContext) {
        if isAnswering { answering.withLock { $0 -= 1 } }
        context.fireChannelInactive()
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        received += String(buffer: unwrapInboundIn(data))
        guard received.contains("\r\n\r\n"), received.hasSuffix("}") else { return }
        let target = received.split(separator: " ")[1].dropFirst()
        received = ""
        if let number = Int(target) {
            if !isAnswering { answering.withLock { $0 += 1 } }
            isAnswering = true
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

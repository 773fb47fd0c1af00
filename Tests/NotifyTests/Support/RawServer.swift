import Basics
import Glibc
import NIOCore
import NIOPosix
import Storage

/// A TCP server on loopback that sends bytes as a test tells it to, whatever it receives.
final class RawServer: Sendable {
    /// When the bytes are sent.
    enum Moment: Sendable {
        case onConnecting
        case onReading
    }

    /// What happens when they are.
    enum After: Sendable {
        case closes
        /// Closes, and tells the other end that nothing that is still on its way is wanted.
        case resets
        case stays
        /// Sends the bytes again and again, as fast as they are taken.
        case repeats
    }

    private let channel: any Channel
    private let counts: Locked<(connections: Int, received: Int, sent: Int)>

    private init(channel: any Channel, counts: Locked<(connections: Int, received: Int, sent: Int)>) {
        self.channel = channel
        self.counts = counts
    }

    static func start(_ text: String, _ moment: Moment = .onReading, _ after: After = .closes) async throws -> RawServer
    {
        let counts = Locked((connections: 0, received: 0, sent: 0))
        let channel = try await ServerBootstrap(group: MultiThreadedEventLoopGroup.singleton)
            .serverChannelOption(.socketOption(.so_reuseaddr), value: 1)
            .childChannelInitializer { channel in
                counts.withLock { $0.connections += 1 }
                return channel.eventLoop.makeCompletedFuture {
                    let handler = RawHandler(bytes: Array(text.utf8), moment: moment, after: after, counts: counts)
                    try channel.pipeline.syncOperations.addHandler(handler)
                }
            }
            .bind(host: "127.0.0.1", port: 0).get()
        return RawServer(channel: channel, counts: counts)
    }

    var url: String { "http://127.0.0.1:\(channel.localAddress?.port ?? 0)/hook" }
    var connections: Int { counts.withLock { $0.connections } }
    /// How many bytes were handed to the system and taken by it.
    var sent: Int { counts.withLock { $0.sent } }

    func stop() async throws {
        try await channel.close()
    }
}

private final class RawHandler: ChannelInboundHandler {
    typealias InboundIn = ByteBuffer
    typealias OutboundOut = ByteBuffer

    private let bytes: [UInt8]
    private let moment: RawServer.Moment
    private let after: RawServer.After
    private let counts: Locked<(connections: Int, received: Int, sent: Int)>
    private var hasSent = false

    init(
        bytes: [UInt8],
        moment: RawServer.Moment,
        after: RawServer.After,
        counts: Locked<(connections: Int, received: Int, sent: Int)>
    ) {
        (self.bytes, self.moment, self.after, self.counts) = (bytes, moment, after, counts)
    }

    func channelActive(context: ChannelHandlerContext) {
        if moment == .onConnecting { send(in: context) }
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        if moment == .onReading, !hasSent { send(in: context) }
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        context.close(promise: nil)
    }

    private func send(in context: ChannelHandlerContext) {
        hasSent = true
        let (channel, context) = (context.channel, NIOLoopBound(context, eventLoop: context.eventLoop))
        let me = NIOLoopBound(self, eventLoop: channel.eventLoop)
        channel.writeAndFlush(ByteBuffer(bytes: bytes)).whenComplete { [count = bytes.count, counts, after] result in
            guard case .success = result else { return }
            counts.withLock { $0.sent += count }
            switch after {
            // What the other end still sends is read, else the system would take back what it was sent.
            case .closes: channel.close(mode: .output, promise: nil)
            case .resets: Self.reset(channel)
            case .stays: break
            // Later, not from within the write that has just ended: NIO writes on for as long as there is more, and where
            // the other end reads as fast as that, nothing else would have its turn on the event loop.
            case .repeats: channel.eventLoop.execute { me.value.send(in: context.value) }
            }
        }
    }

    private static func reset(_ channel: any Channel) {
        let provider = channel as? any SocketOptionProvider
        provider?.setSoLinger(linger(l_onoff: 1, l_linger: 0)).whenComplete { _ in channel.close(promise: nil) }
    }
}

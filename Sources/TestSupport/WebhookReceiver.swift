import Basics
import NIOCore
import NIOHTTP1
import NIOPosix
package import NIOSSL

/// An HTTP server on loopback that keeps what it receives and answers as a test tells it to.
package final class WebhookReceiver: Sendable {
    package struct Request: Hashable, Sendable {
        package var method: String
        package var path: String
        /// Names in lower case; of a header that came twice, the last.
        package var headers: [String: String]
        package var body: [UInt8]
    }

    package enum Answer: Hashable, Sendable {
        case status(Int, headers: [String: String] = [:], body: [UInt8] = [])
        /// Says nothing, and keeps the connection open.
        case hang
        /// Sends the head of an answer, and then nothing.
        case stall(Int)
        /// Closes the connection.
        case close
    }

    private struct Waiter {
        var count: Int
        var continuation: CheckedContinuation<[Request], Never>
    }

    private struct State {
        var answers: [Answer]
        var requests: [Request] = []
        var connections = 0
        var waiters: [Waiter] = []
    }

    private let state: Locked<State>
    private let otherwise: Answer
    private let channel: Locked<(any Channel)?> = Locked(nil)

    private init(answers: [Answer], otherwise: Answer) {
        state = Locked(State(answers: answers))
        self.otherwise = otherwise
    }

    /// Starts a server on a free port.
    ///
    /// - Parameters:
    ///   - answers: What it answers, one after the other.
    ///   - otherwise: What it answers when those are used up.
    ///   - tls: With TLS when there is a context.
    /// - Returns: The running server.
    /// - Throws: What the system says when no port can be opened.
    package static func start(
        answers: [Answer] = [],
        otherwise: Answer = .status(204),
        tls: NIOSSLContext? = nil
    ) async throws -> WebhookReceiver {
        let receiver = WebhookReceiver(answers: answers, otherwise: otherwise)
        let channel = try await ServerBootstrap(group: MultiThreadedEventLoopGroup.singleton)
            .serverChannelOption(.socketOption(.so_reuseaddr), value: 1)
            .childChannelInitializer { channel in
                receiver.state.withLock { $0.connections += 1 }
                return channel.eventLoop.makeCompletedFuture {
                    let pipeline = channel.pipeline.syncOperations
                    if let tls { try pipeline.addHandler(NIOSSLServerHandler(context: tls)) }
                    try pipeline.configureHTTPServerPipeline()
                    try pipeline.addHandler(ReceivingHandler(receiver: receiver))
                }
            }
            .bind(host: "127.0.0.1", port: 0).get()
        receiver.channel.withLock { $0 = channel }
        return receiver
    }

    package var port: Int {
        channel.withLock { $0?.localAddress?.port } ?? 0
    }

    package var url: String { "http://127.0.0.1:\(port)/hook" }

    /// What came so far.
    package var requests: [Request] { state.withLock { $0.requests } }

    /// How many connections were made to it.
    package var connections: Int { state.withLock { $0.connections } }

    /// Returns once a number of requests have come.
    package func requests(atLeast count: Int) async -> [Request] {
        await withCheckedContinuation { continuation in
            let early = state.withLock { state -> [Request]? in
                if state.requests.count >= count { return state.requests }
                state.waiters.append(Waiter(count: count, continuation: continuation))
                return nil
            }
            if let early { continuation.resume(returning: early) }
        }
    }

    package func stop() async throws {
        try await channel.withLock { $0 }?.close()
    }

    fileprivate func receive(_ request: Request) -> Answer {
        let (answer, requests, ready) = state.withLock { state in
            state.requests.append(request)
            let ready = state.waiters.filter { $0.count <= state.requests.count }
            state.waiters.removeAll { $0.count <= state.requests.count }
            let answer = state.answers.isEmpty ? otherwise : state.answers.removeFirst()
            return (answer, state.requests, ready.map(\.continuation))
        }
        for continuation in ready { continuation.resume(returning: requests) }
        return answer
    }
}

private final class ReceivingHandler: ChannelInboundHandler {
    typealias InboundIn = HTTPServerRequestPart
    typealias OutboundOut = HTTPServerResponsePart

    private let receiver: WebhookReceiver
    private var request = WebhookReceiver.Request(method: "", path: "", headers: [:], body: [])

    init(receiver: WebhookReceiver) {
        self.receiver = receiver
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        switch unwrapInboundIn(data) {
        case .head(let head):
            let headers = head.headers.map { ($0.name.lowercased(), $0.value) }
            request = WebhookReceiver.Request(
                method: head.method.rawValue,
                path: head.uri,
                headers: Dictionary(headers) { $1 },
                body: []
            )
        case .body(let bytes): request.body += bytes.readableBytesView
        case .end: answer(receiver.receive(request), in: context)
        }
    }

    private func answer(_ answer: WebhookReceiver.Answer, in context: ChannelHandlerContext) {
        switch answer {
        case .hang: break
        case .close: context.close(promise: nil)
        case .stall(let status): writeHead(status, [("content-length", "1")], in: context)
        case .status(let status, let headers, let body):
            writeHead(status, headers.map { ($0.key, $0.value) } + [("content-length", "\(body.count)")], in: context)
            if !body.isEmpty {
                context.write(wrapOutboundOut(.body(.byteBuffer(ByteBuffer(bytes: body)))), promise: nil)
            }
            context.writeAndFlush(wrapOutboundOut(.end(nil)), promise: nil)
        }
    }

    private func writeHead(_ status: Int, _ headers: [(String, String)], in context: ChannelHandlerContext) {
        let head = HTTPResponseHead(
            version: .http1_1,
            status: HTTPResponseStatus(statusCode: status),
            headers: HTTPHeaders(headers)
        )
        context.writeAndFlush(wrapOutboundOut(.head(head)), promise: nil)
    }
}

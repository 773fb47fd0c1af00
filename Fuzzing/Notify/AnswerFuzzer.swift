@testable import AsyncHTTPClient
import Logging
import NIOCore
import NIOEmbedded
import NIOHTTP1

/// A whole raw answer, head and body, through what a webhook's connection is made of: the decoder, our guard, the HTTP
/// client's own handlers and the request that waits for the answer.
///
/// The first byte says in how large pieces the rest comes, the second how the connection is used.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzAnswer(_ data: UnsafePointer<UInt8>, _ size: Int) -> Int32 {
    guard size >= 2 else { return 0 }
    let bytes = UnsafeBufferPointer(start: data, count: size)
    let exchange = Exchange(usage: Usage(rawValue: bytes[1]))
    exchange.receive(bytes.dropFirst(2), inPiecesOf: bytes[0] == 0 ? .max : Int(bytes[0]))
    exchange.end()
    return 0
}

/// How a connection is used, and what the receiver does beside answering.
private struct Usage: OptionSet {
    let rawValue: UInt8
    /// The receiver closes after its last byte; if not, it says nothing more.
    static let closes = Usage(rawValue: 1)
    /// A second request is sent as soon as the connection is free, as the client's pool does.
    static let isUsedAgain = Usage(rawValue: 2)
    /// The receiver does not read until half of its answer was sent.
    static let isStuffed = Usage(rawValue: 4)
    /// The second request is sent only after all bytes have come.
    static let isUsedLater = Usage(rawValue: 8)
    /// The attempt is cancelled when half of the answer has come.
    static let isCancelled = Usage(rawValue: 16)
}

/// One connection with the requests that are sent on it; all on one thread.
private final class Exchange: HTTP1ConnectionDelegate, @unchecked Sendable {
    // @unchecked: there is only one thread.
    private static let request: HTTPClientRequest.Prepared = {
        var request = HTTPClientRequest(url: "http://receiver.example/hook")
        request.method = .POST
        request.body = .bytes(ByteBuffer(string: #"{"id":"evt_1"}"#))
        do { return try HTTPClientRequest.Prepared(request) } catch { preconditionFailure("\(error)") }
    }()
    private static let logger = Logger(label: "fuzz") { _ in SwiftLogNoOpLogHandler() }
    private static let address: SocketAddress = {
        do { return try SocketAddress(ipAddress: "127.0.0.1", port: 80) } catch { preconditionFailure("\(error)") }
    }()

    private let usage: Usage
    private let channel = EmbeddedChannel()
    private let executor = MainQueue()
    private var connection: HTTP1Connection.SendableView?
    private var waiting: [Transaction] = []
    private var begun: [Transaction] = []
    private var endCount = 0
    /// Whether the client's pool would send a request on it.
    private var isFree = true

    init(usage: Usage) {
        self.usage = usage
        channel.connect(to: Self.address, promise: nil)
        do {
            connection = try HTTP1Connection.start(
                channel: channel, connectionID: 1, delegate: self, decompression: .disabled, logger: Self.logger
            ).sendableView
            try AnswerGuard.install(in: channel.pipeline.syncOperations)
        } catch {
            preconditionFailure("the connection is made: \(error)")
        }
        if usage.contains(.isStuffed) { setWritable(false) }
        for _ in 0..<(usage.isDisjoint(with: [.isUsedAgain, .isUsedLater]) ? 1 : 2) { prepare() }
        begin()
    }

    func receive(_ bytes: Slice<UnsafeBufferPointer<UInt8>>, inPiecesOf size: Int) {
        var left = bytes
        while !left.isEmpty, channel.isActive {
            _ = try? channel.writeInbound(ByteBuffer(bytes: left.prefix(size)))
            left = left.dropFirst(size)
            channel.read()
            executor.drain()
            if left.count <= bytes.count / 2 { reachHalf() }
        }
        reachHalf()
        if usage.contains(.isUsedLater) { begin() }
    }

    /// Ends the connection, by the receiver or by the client's time-out; then each attempt that was begun has ended.
    func end() {
        executor.drain()
        if usage.contains(.closes) { channel.close(promise: nil) }
        executor.drain()
        channel.embeddedEventLoop.advanceTime(by: .seconds(20))
        executor.drain()
        channel.close(promise: nil)
        channel.embeddedEventLoop.run()
        executor.drain()
        require(endCount == begun.count, "each attempt comes to its end")
        for transaction in waiting { transaction.fail(CancellationError()) }
        executor.drain()
        _ = try? channel.finish(acceptAlreadyClosed: true)
        connection = nil
    }

    func http1ConnectionReleased(_: Int) {
        isFree = true
        if usage.contains(.isUsedAgain) { begin() }
    }

    func http1ConnectionClosed(_: Int) {
        isFree = false
    }

    private func reachHalf() {
        if usage.contains(.isStuffed), !channel.isWritable { setWritable(true) }
        if usage.contains(.isCancelled) { begun.last?.cancel() }
        executor.drain()
    }

    private func setWritable(_ isWritable: Bool) {
        channel.isWritable = isWritable
        channel.pipeline.fireChannelWritabilityChanged()
    }

    private func begin() {
        guard isFree, !waiting.isEmpty, let connection else { return }
        isFree = false
        let transaction = waiting.removeFirst()
        begun.append(transaction)
        connection.executeRequest(transaction)
        executor.drain()
    }

    /// Makes an attempt, which reads what it is given as far as the webhook sink would.
    private func prepare() {
        Task(executorPreference: executor) { [self] in
            do {
                let response = try await withCheckedThrowingContinuation { continuation in
                    waiting.append(
                        Transaction(
                            request: Self.request,
                            requestOptions: RequestOptions(
                                idleReadTimeout: .seconds(15), idleWriteTimeout: nil, dnsOverride: [:]),
                            logger: Self.logger,
                            connectionDeadline: .distantFuture,
                            preferredEventLoop: channel.eventLoop,
                            responseContinuation: continuation
                        ))
                }
                let status = response.status.code
                require(status == 101 || (200...599).contains(status), "a final answer has a final status")
                var count = 0
                for try await chunk in response.body {
                    count += chunk.readableBytes
                    if count >= 65_536 { break }
                }
            } catch {}
            endCount += 1
        }
        executor.drain()
    }
}

/// Runs tasks on the thread that drains it.
private final class MainQueue: TaskExecutor, @unchecked Sendable {
    // @unchecked: there is only one thread.
    private var jobs: [UnownedJob] = []
    private var isDraining = false

    func enqueue(_ job: consuming ExecutorJob) {
        jobs.append(UnownedJob(job))
    }

    func drain() {
        guard !isDraining else { return }
        isDraining = true
        defer { isDraining = false }
        while !jobs.isEmpty { jobs.removeFirst().runSynchronously(on: asUnownedTaskExecutor()) }
    }
}

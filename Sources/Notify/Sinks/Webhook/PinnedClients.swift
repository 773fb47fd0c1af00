import AsyncHTTPClient
import Basics
import NIOCore
import NIOPosix
import NIOSSL
import Recurrence

/// HTTP clients that connect to one address each, whatever name the URL holds.
///
/// The URL keeps the name, so `Host`, SNI and the check of the certificate do too. A client holds a pool of connections;
/// those least recently used are closed when there are many.
final class PinnedClients: Sendable {
    struct Target: Hashable {
        var host: WebhookURL.Host
        var address: IPAddress
        var tls: ConnectionTLS
    }

    private struct Entry {
        var client: HTTPClient
        let connections: ConnectionLog
        var users = 0
        var lastUse = 0
    }

    private struct State {
        var entries: [Target: Entry] = [:]
        var uses = 0
    }

    private let state = Locked(State())
    private let executors = MultiThreadedEventLoopGroup.singleton.makeIterator().map { LoopExecutor($0) }
    private let capacity: Int
    private let authorityFile: String?
    private let timeouts: WebhookTimeouts
    private let now: @Sendable () -> SteadyInstant

    /// - Parameters:
    ///   - authorityFile: A PEM file of authorities that every hook's connections trust; nil for none.
    ///   - timeouts: How long connecting may take, and all of an attempt.
    ///   - capacity: How many clients are kept.
    ///   - now: When a connection was made.
    init(
        authorityFile: String?,
        timeouts: WebhookTimeouts,
        capacity: Int = 64,
        now: @escaping @Sendable () -> SteadyInstant
    ) {
        self.now = now
        self.authorityFile = authorityFile
        self.timeouts = timeouts
        self.capacity = capacity
    }

    deinit {
        let clients = state.withLock { $0.entries.values.map(\.client) }
        for client in clients { client.shutdown { _ in } }
    }

    /// Closes all connections that are not in use.
    func shutdown() async throws {
        let clients = state.withLock { state in
            defer { state.entries = state.entries.filter { $0.value.users > 0 } }
            return state.entries.values.filter { $0.users == 0 }.map(\.client)
        }
        for client in clients { try await client.shutdown() }
    }

    /// The event loop that this is called on, if it may hold connections, or else the next one that does.
    func nextExecutor() -> (any TaskExecutor)? {
        let loop = MultiThreadedEventLoopGroup.singleton.any()
        return executors.first { $0.loop === loop }
    }

    /// Lends the client of a target, and the log of its connections.
    func withClient(for target: Target, _ body: (HTTPClient, ConnectionLog) async throws -> Void) async throws {
        let (client, connections) = lend(target)
        defer { giveBack(target) }
        try await body(client, connections)
    }

    private func lend(_ target: Target) -> (HTTPClient, ConnectionLog) {
        state.withLock { state in
            state.uses += 1
            var entry = state.entries[target] ?? makeEntry(for: target)
            entry.users += 1
            entry.lastUse = state.uses
            state.entries[target] = entry
            return (entry.client, entry.connections)
        }
    }

    private func giveBack(_ target: Target) {
        let surplus = state.withLock { state -> HTTPClient? in
            state.entries[target]?.users -= 1
            guard state.entries.count > capacity else { return nil }
            let idle = state.entries.filter { $0.value.users == 0 }
            guard let oldest = idle.min(by: { $0.value.lastUse < $1.value.lastUse }) else { return nil }
            return state.entries.removeValue(forKey: oldest.key)?.client
        }
        surplus?.shutdown { _ in }
    }

    private func makeEntry(for target: Target) -> Entry {
        let connections = ConnectionLog()
        return Entry(client: makeClient(for: target, connections), connections: connections)
    }

    private func makeClient(for target: Target, _ connections: ConnectionLog) -> HTTPClient {
        // No proxy, though the environment may name one: only the address that was checked is connected to.
        var configuration = HTTPClient.Configuration(
            tlsConfiguration: target.tls.configuration(authorityFile: authorityFile),
            redirectConfiguration: .disallow,
            timeout: .init(connect: TimeAmount(timeouts.connection), read: TimeAmount(timeouts.total)),
            proxy: nil
        )
        // The delivery loop bounds what is sent at once and tries again; the pool must do neither.
        configuration.connectionPool.concurrentHTTP1ConnectionsPerHostSoftLimit = 1_024
        configuration.connectionPool.retryConnectionEstablishment = false
        configuration.connectionPool.idleTimeout = .seconds(30)
        configuration.httpVersion = .http1Only
        // The attempt is the span; one of the client's would have the whole URL, with what is secret in it.
        configuration.tracing.tracer = nil
        if case .name(let name) = target.host { configuration.dnsOverride = [name: target.address.description] }
        configuration.http1_1ConnectionDebugInitializer = { [now] channel in
            connections.note(now())
            return channel.eventLoop.makeCompletedFuture { try Self.prepare(channel, for: target) }
        }
        return HTTPClient(eventLoopGroupProvider: .singleton, configuration: configuration)
    }

    /// Looks at a connection that was just made, on its event loop, before a request is sent on it.
    private static func prepare(_ channel: any Channel, for target: Target) throws {
        do {
            try PeerCheck.check(channel.remoteAddress, is: target.address)
            try AnswerGuard.install(in: channel.pipeline.syncOperations)
        } catch {
            // The client forgets a connection that is refused here, and would leave it open.
            channel.close(promise: nil)
            throw error
        }
    }
}

/// Looks again, after connecting, whom a connection leads to: before a byte of a request is sent on it.
enum PeerCheck {
    /// Returns if a connection's other end is the address that was checked.
    ///
    /// - Parameters:
    ///   - peer: What the system says of the other end.
    ///   - address: The address that was to be connected to.
    /// - Throws: ``NotifyError`` with code `.deniedAddress`.
    static func check(_ peer: SocketAddress?, is address: IPAddress) throws {
        let found = peer?.ipAddress.flatMap { IPAddress($0) }
        guard let found, found.unmapped == address.unmapped else {
            let other = found?.description ?? "an unknown address"
            throw NotifyError(.deniedAddress, "connected to \(other) instead of the checked address \(address)")
        }
    }
}

/// When a client made its last connection; one that is used again is not made.
final class ConnectionLog: Sendable {
    private let state = Locked<SteadyInstant?>(nil)

    var latest: SteadyInstant? { state.withLock { $0 } }

    func note(_ instant: SteadyInstant) {
        state.withLock { $0 = instant }
    }
}

/// Runs tasks on an event loop, so that a request gets to its connection and its answer back without changing threads.
final class LoopExecutor: TaskExecutor {
    let loop: any EventLoop

    init(_ loop: any EventLoop) {
        self.loop = loop
    }

    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        loop.execute { [self] in job.runSynchronously(on: asUnownedTaskExecutor()) }
    }
}

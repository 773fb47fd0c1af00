import HTTPTypes
import Hummingbird
import HummingbirdCore
import Logging
import NIOCore
import NIOExtras
import NIOPosix
import ServiceLifecycle

/// A socket that a server answers on.
package enum ListeningSocket: Hashable, Sendable {
    /// One that the server opens.
    case address(ListenAddress)
    /// One that is bound already and was handed to the process.
    case inherited(descriptor: CInt)
}

/// A socket cannot be listened on.
package struct ListenFailure: Error {
    /// The socket.
    package let socket: ListeningSocket
    /// What the system says.
    package let reason: any Error

    package init(socket: ListeningSocket, reason: any Error) {
        (self.socket, self.reason) = (socket, reason)
    }
}

/// Takes connections on any number of sockets until it is shut down gracefully; requests that are at work then are
/// finished.
///
/// Hummingbird's own server listens on one address.
struct RequestServer: Service {
    typealias Connections = NIOAsyncChannel<HTTP1Channel.Value, Never>

    /// A socket that is listened on, and what has its connections end when the server does.
    private struct Listener {
        let channel: Connections
        let quiescing: ServerQuiescingHelper
        /// The file of a Unix socket that it made.
        var file: UnixSocketFile.Identity?
    }

    private static let backlog: Int32 = 256

    let sockets: [ListeningSocket]
    let connection: GuardedConnection
    let logger: Logger
    /// Gets the addresses once requests are taken at all of them.
    let onListening: @Sendable ([ListenAddress]) async -> Void

    func run() async throws {
        let listeners = try await open()
        defer { for file in listeners.compactMap(\.file) { UnixSocketFile.remove(file) } }
        await withGracefulShutdownHandler {
            await onListening(listeners.compactMap { $0.channel.channel.localAddress.flatMap(ListenAddress.init) })
            await withDiscardingTaskGroup { group in
                for listener in listeners { group.addTask { await serve(listener.channel) } }
            }
        } onGracefulShutdown: {
            for listener in listeners { listener.quiescing.initiateShutdown(promise: nil) }
        }
    }

    private func serve(_ channel: Connections) async {
        await withDiscardingTaskGroup { group in
            do {
                try await channel.executeThenClose { inbound in
                    for try await child in inbound {
                        group.addTask { await connection.handle(value: child, logger: logger) }
                    }
                }
            } catch {
                logger.error("a socket is no longer listened on", metadata: ["error": "\(error)"])
            }
        }
    }

    /// Listens on all sockets, or on none of them.
    private func open() async throws -> [Listener] {
        var listeners: [Listener] = []
        for socket in sockets {
            do {
                listeners.append(try await open(socket))
            } catch {
                for listener in listeners { try? await listener.channel.channel.close() }
                throw ListenFailure(socket: socket, reason: error)
            }
        }
        return listeners
    }

    private func open(_ socket: ListeningSocket) async throws -> Listener {
        let group = MultiThreadedEventLoopGroup.singleton
        let quiescing = ServerQuiescingHelper(group: group)
        let bootstrap = ServerBootstrap(group: group)
            .serverChannelOption(.backlog, value: Self.backlog)
            .childChannelOption(.allowRemoteHalfClosure, value: true)
            .serverChannelInitializer { [connection, logger] channel in
                channel.eventLoop.makeCompletedFuture {
                    try channel.pipeline.syncOperations.addHandler(
                        AcceptGuard(connection.connections, pause: connection.limits.acceptPause, logger: logger))
                    try channel.pipeline.syncOperations.addHandler(quiescing.makeServerChannelHandler(channel: channel))
                }
            }
        let setUp: @Sendable (any Channel) -> EventLoopFuture<HTTP1Channel.Value> = { [connection, logger] in
            connection.setup(channel: $0, logger: logger)
        }
        let channel: Connections
        var made: UnixSocketFile.Identity?
        switch socket {
        case .address(.tcp(let host, let port)):
            channel = try await bootstrap.serverChannelOption(.socketOption(.so_reuseaddr), value: 1)
                .bind(host: host, port: port, childChannelInitializer: setUp)
        case .address(.unix(let path)):
            let file = UnixSocketFile(path: path)
            try file.makeRoom()
            channel = try await bootstrap.bind(unixDomainSocketPath: path, childChannelInitializer: setUp)
            file.openToGroup()
            made = file.identity
        case .inherited(let descriptor):
            channel = try await bootstrap.bind(descriptor, childChannelInitializer: setUp)
        }
        return Listener(channel: channel, quiescing: quiescing, file: made)
    }
}

extension ListenAddress {
    /// Where a socket listens; nil for one that has no address.
    fileprivate init?(_ address: SocketAddress) {
        if let path = address.pathname, !path.isEmpty {
            self = .unix(path: path)
        } else if let host = address.ipAddress, let port = address.port {
            self = .tcp(host: host, port: port)
        } else {
            return nil
        }
    }
}

import AsyncHTTPClient
import Basics
import NIOCore
import NIOSSL

/// The connections of a client, which are made once something needs them.
struct ConnectionPool: Sendable {
    /// A PEM file with the authorities whose certificates are trusted; nil for those of the system.
    let authorities: String?
    /// How long it may take to connect.
    let connectTimeout: Swift.Duration
    private let made = Locked<HTTPClient?>(nil)

    init(authorities: String?, connectTimeout: Swift.Duration) {
        (self.authorities, self.connectTimeout) = (authorities, connectTimeout)
    }

    /// What sends over them.
    var client: HTTPClient {
        made.withLock { made in
            if let made { return made }
            let client = HTTPClient(eventLoopGroup: HTTPClient.defaultEventLoopGroup, configuration: configuration)
            made = client
            return client
        }
    }

    /// Closes them, if there are any.
    func close() async throws {
        try await made.withLock { $0 }?.shutdown()
    }

    private var configuration: HTTPClient.Configuration {
        var configuration = HTTPClient.Configuration(redirectConfiguration: .disallow)
        configuration.timeout.connect = TimeAmount(connectTimeout)
        configuration.connectionPool.retryConnectionEstablishment = false
        if let authorities {
            var encryption = TLSConfiguration.makeClientConfiguration()
            encryption.trustRoots = .file(authorities)
            configuration.tlsConfiguration = encryption
        }
        return configuration
    }
}

/// The pieces of a body that is sent.
struct Pieces: AsyncSequence, Sendable {
    let next: @Sendable () throws -> [UInt8]

    struct AsyncIterator: AsyncIteratorProtocol {
        let source: @Sendable () throws -> [UInt8]

        mutating func next() async throws -> ByteBuffer? {
            let bytes = try source()
            return bytes.isEmpty ? nil : ByteBuffer(bytes: bytes)
        }
    }

    func makeAsyncIterator() -> AsyncIterator { AsyncIterator(source: next) }
}

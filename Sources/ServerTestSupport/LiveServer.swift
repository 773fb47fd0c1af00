package import Basics
package import HTTPAPI
package import HTTPTypes
import HummingbirdTesting
import Logging
package import NIOCore
import ServiceLifecycle

/// A server on loopback, and a connection to it.
package struct LiveServer: Sendable {
    /// What is answered.
    package struct Response: Sendable {
        package let head: HTTPResponse
        package let body: ByteBuffer

        package var status: HTTPResponse.Status { head.status }
        package var headers: HTTPFields { head.headerFields }
    }

    private let client: TestClient
    /// Where the server listens.
    package let port: Int

    /// Runs a server, with a connection to it, for as long as `body` runs.
    package static func run<Time: UTCClock>(
        _ server: APIServer<Time>, _ body: @Sendable (LiveServer) async throws -> Void
    ) async throws {
        try await server.whileServing { port in
            let client = TestClient(host: "127.0.0.1", port: port, configuration: .init(timeout: .seconds(20)))
            client.connect()
            do {
                try await body(LiveServer(client: client, port: port))
            } catch {
                try? await client.shutdown()
                throw error
            }
            try await client.shutdown()
        }
    }

    /// Sends a request, whose answer `body` looks at.
    package func execute<Value>(
        uri: String, method: HTTPRequest.Method, headers: HTTPFields, body: ByteBuffer?,
        _ look: (Response) async throws -> Value
    ) async throws -> Value {
        var headers = headers
        headers[.connection] = "keep-alive"
        let request = TestClient.Request(uri, method: method, authority: "localhost", headers: headers, body: body)
        let response = try await client.execute(request)
        return try await look(Response(head: response.head, body: response.body ?? ByteBuffer()))
    }
}

extension APIServer {
    /// Runs the server on a port of loopback for as long as `body` runs, which is passed the port.
    package func whileServing(port: Int = 0, _ body: @Sendable (Int) async throws -> Void) async throws {
        let (ports, listening) = AsyncStream<Int>.makeStream()
        let service = service(on: [.address(.tcp(host: "127.0.0.1", port: port))]) { addresses in
            for case .tcp(_, let port) in addresses { listening.yield(port) }
            listening.finish()
        }
        let group = ServiceGroup(configuration: .init(services: [service], logger: Logger(label: "test")))
        try await withThrowingTaskGroup { tasks in
            tasks.addTask {
                defer { listening.finish() }
                try await group.run()
            }
            guard let port = await ports.first(where: { _ in true }) else { return try await tasks.waitForAll() }
            do {
                try await body(port)
            } catch {
                await group.triggerGracefulShutdown()
                throw error
            }
            await group.triggerGracefulShutdown()
            try await tasks.waitForAll()
        }
    }
}

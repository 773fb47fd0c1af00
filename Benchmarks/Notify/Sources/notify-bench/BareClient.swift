import AsyncHTTPClient
import NIOCore
import NIOHTTP1

/// async-http-client alone: it sends bodies, so many at once, and keeps nothing.
struct BareClient {
    /// How many bodies a second were taken.
    static func rate(_ bodies: [[UInt8]], to url: String, concurrency: Int) async throws -> Double {
        var configuration = HTTPClient.Configuration()
        configuration.connectionPool.concurrentHTTP1ConnectionsPerHostSoftLimit = concurrency
        configuration.httpVersion = .http1Only
        let client = HTTPClient(eventLoopGroupProvider: .singleton, configuration: configuration)
        let start = ContinuousClock.now
        try await withThrowingTaskGroup(of: Void.self) { group in
            for worker in 0..<concurrency {
                group.addTask {
                    for index in stride(from: worker, to: bodies.count, by: concurrency) {
                        try await post(bodies[index], to: url, by: client)
                    }
                }
            }
            try await group.waitForAll()
        }
        let seconds = (ContinuousClock.now - start) / .seconds(1)
        try await client.shutdown()
        return Double(bodies.count) / seconds
    }

    private static func post(_ body: [UInt8], to url: String, by client: HTTPClient) async throws {
        var request = HTTPClientRequest(url: url)
        request.method = .POST
        request.headers.add(name: "content-type", value: "application/json")
        request.body = .bytes(body)
        let response = try await client.execute(request, timeout: .seconds(15))
        for try await _ in response.body {}
        precondition((200..<300).contains(response.status.code), "the receiver takes everything")
    }
}

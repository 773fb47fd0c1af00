import AsyncHTTPClient
import NIOCore
import NIOHTTP1
import NIOSSL
import Recurrence
public import Storage

/// Posts each event to its hook's URL, signed as Standard Webhooks 1.0.0 asks.
public final class WebhookSink<Time: UTCClock>: Sink {
    /// Eight at a time for each hook; their order is not kept.
    public let pace = SinkPace(concurrency: 8, batchSize: 1)

    private let targets: TargetGuard
    private let secrets: SecretBox
    private let clock: Time
    private let userAgent: String
    private let timeout: Swift.Duration
    private let clients: PinnedClients

    /// Makes a sink.
    ///
    /// - Parameters:
    ///   - targets: Finds and checks the addresses of hosts.
    ///   - secrets: Opens the hooks' signing secrets.
    ///   - clock: Tells the time of an attempt and when it has taken too long.
    ///   - userAgent: The name and version that requests carry, such as `taskd/1.0`.
    ///   - timeout: The longest time for an attempt, from the look-up of the name to the end of the answer.
    ///   - certificateAuthorities: A PEM file of authorities that count beside the system's; nil for none.
    public init(
        targets: TargetGuard,
        secrets: SecretBox,
        clock: Time,
        userAgent: String,
        timeout: Swift.Duration = .seconds(15),
        certificateAuthorities: String? = nil
    ) {
        self.targets = targets
        self.secrets = secrets
        self.clock = clock
        self.userAgent = userAgent
        self.timeout = timeout
        var tls = TLSConfiguration.makeClientConfiguration()
        tls.minimumTLSVersion = .tlsv12
        tls.additionalTrustRoots = certificateAuthorities.map { [.file($0)] } ?? []
        clients = PinnedClients(tls: tls)
    }

    /// Posts one event.
    public func deliver(_ message: OutgoingMessage) async -> DeliveryOutcome {
        let answer = WebhookAnswer()
        let deadline = clock.now.advanced(by: timeout)
        do {
            let url = try WebhookURL(message.hook.url ?? "")
            let headers = try headers(for: message)
            let isInTime = try await clock.run(until: deadline) { [self] in
                try await post(message, to: url, headers: headers, answer: answer)
            }
            if !isInTime, answer.outcome == nil { return Self.timedOut }
        } catch {
            // An answer that broke off is an answer.
            return answer.outcome ?? Self.outcome(of: error)
        }
        return answer.outcome ?? Self.timedOut
    }

    /// Closes the connections that are kept for further events.
    ///
    /// Call it when the delivery loop has ended; a connection that is in use goes on.
    ///
    /// - Throws: What the client says when it cannot close them.
    public func shutdown() async throws {
        try await clients.shutdown()
    }

    private func headers(for message: OutgoingMessage) throws -> [(String, String)] {
        let now = clock.now
        let signer = WebhookSigner(secrets: try secrets.signingSecrets(of: message.hook, at: now))
        let signed = signer.headers(forMessage: message.event.id.description, at: now, body: message.event.body)
        return [("content-type", "application/json"), ("user-agent", userAgent)]
            + signed.fields.map { ($0.name, $0.value) }
    }

    private func post(
        _ message: OutgoingMessage,
        to url: WebhookURL,
        headers: [(String, String)],
        answer: WebhookAnswer
    ) async throws {
        let addresses = try await targets.addresses(of: url)
        // A host whose first address is dead is reached at its next one by the next attempt.
        let address = addresses[(message.attempt - 1) % addresses.count]
        var request = HTTPClientRequest(url: url.description)
        request.method = .POST
        request.headers.add(contentsOf: headers)
        request.body = .bytes(message.event.body)
        let (final, backstop) = (request, TimeAmount(timeout))
        try await clients.withClient(for: .init(host: url.host, address: address)) { client in
            // Wall time may be set back while the request is under way; the client's own timeout is not moved by that.
            let response = try await client.execute(final, timeout: backstop)
            let wait = response.headers.first(name: "retry-after").flatMap { RetryAfter.wait($0, at: clock.now) }
            answer.begin(statusCode: Int(response.status.code), retryAfter: wait)
            for try await chunk in response.body {
                guard answer.append(Array(chunk.readableBytesView)) else { break }
            }
        }
    }

    private static var timedOut: DeliveryOutcome {
        DeliveryOutcome(.timeout, detail: "the receiver did not answer in time")
    }

    private static func outcome(of error: any Error) -> DeliveryOutcome {
        switch error {
        case let error as NotifyError where error.code == .deniedAddress:
            DeliveryOutcome(.denied, detail: error.description)
        case let error as NotifyError where error.code == .unresolvableHost:
            DeliveryOutcome(.unresolved, detail: error.description)
        case let error as NotifyError:
            DeliveryOutcome(.misconfigured, detail: error.description)
        case let error as HTTPClientError where timeouts.contains(error):
            DeliveryOutcome(.timeout, detail: "the receiver did not answer in time (\(error.shortDescription))")
        default:
            DeliveryOutcome(.connection, detail: "the connection failed: \(String("\(error)".prefix(300)))")
        }
    }

    private static var timeouts: [HTTPClientError] {
        [.deadlineExceeded, .connectTimeout, .readTimeout, .tlsHandshakeTimeout, .getConnectionFromPoolTimeout]
    }
}

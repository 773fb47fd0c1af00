import AsyncHTTPClient
public import Basics
import NIOCore
import NIOHTTP1
import Recurrence
import Storage

/// Posts each event to its hook's URL, signed as Standard Webhooks 1.0.0 asks.
public final class WebhookSink<Time: UTCClock>: Sink {
    /// Eight at a time for each hook; their order is not kept.
    public let pace = SinkLimits(concurrency: 8, batchSize: 1)

    private let targets: TargetGuard
    private let hooks: PreparedHooks
    private let clock: Time
    private let deadlines: Deadlines<Time.Steady>
    private let userAgent: String
    private let timeouts: WebhookTimeouts
    private let clients: PinnedClients

    /// Makes a sink.
    ///
    /// - Parameters:
    ///   - targets: Finds and checks the addresses of hosts.
    ///   - secrets: Opens the hooks' signing secrets.
    ///   - clock: Gives the time of an attempt, and when it has taken too long.
    ///   - userAgent: The name and version that requests carry, such as `taskd/1.0`.
    ///   - timeouts: How long the parts of an attempt may take.
    ///   - certificateAuthorities: A PEM file of authorities that count beside the system's; nil for none.
    public init(
        targets: TargetGuard,
        secrets: SecretBox,
        clock: Time,
        userAgent: String,
        timeouts: WebhookTimeouts = WebhookTimeouts(),
        certificateAuthorities: String? = nil
    ) {
        self.targets = targets
        hooks = PreparedHooks(box: secrets)
        self.clock = clock
        deadlines = Deadlines(clock: clock.steady)
        self.userAgent = userAgent
        self.timeouts = timeouts
        clients = PinnedClients(authorityFile: certificateAuthorities, timeouts: timeouts) { [clock] in clock.steady.now
        }
    }

    /// Posts one event.
    public func deliver(_ message: OutgoingMessage) async -> DeliveryOutcome {
        await deliver(message, noting: WebhookAnswer())
    }

    /// Posts one event, and notes what comes back as it comes.
    func deliver(_ message: OutgoingMessage, noting answer: WebhookAnswer) async -> DeliveryOutcome {
        var outcome: DeliveryOutcome
        do {
            try await post(message, answer)
            outcome = answer.outcome ?? WebhookFailure.noAnswer(timeouts.total).outcome
        } catch {
            // An answer that broke off is an answer.
            answer.remark(WebhookFailure.remark(on: error))
            let isSecure = message.hook.url?.lowercased().hasPrefix("https:") ?? false
            outcome = answer.outcome ?? WebhookFailure.outcome(of: error, isSecure: isSecure)
        }
        outcome.address = answer.address?.description
        outcome.phases = answer.phases
        return outcome
    }

    /// The event loops of the connections, each in its turn.
    public func nextExecutor() -> (any TaskExecutor)? {
        clients.nextExecutor()
    }

    /// Closes the connections that are kept for further events.
    ///
    /// Call it when the delivery loop has ended; a connection that is in use goes on.
    ///
    /// - Throws: What the client says when it cannot close them.
    public func shutdown() async throws {
        try await clients.shutdown()
    }

    private func post(_ message: OutgoingMessage, _ answer: WebhookAnswer) async throws {
        let deadline = clock.steady.now.advanced(by: timeouts.total)
        let hook = try hooks.prepared(message.hook)
        let request = try request(for: message, to: hook)
        let start = clock.steady.now
        let addresses = try await addresses(of: hook.url, by: deadline)
        answer.note(\.lookUp, start.duration(to: clock.steady.now))
        // A host whose first address is dead is reached at its next one by the next attempt.
        let address = addresses[(message.attempt - 1) % addresses.count]
        answer.connect(to: address)
        try await clients.withClient(for: .init(host: hook.url.host, address: address, tls: hook.tls)) {
            client, connections in
            let begin = clock.steady.now
            defer { Self.note(begin, connections, in: answer) }
            try await exchange(request, by: client, answer, deadline)
        }
    }

    /// Notes how long it took to connect, where a connection was made in between, and to get an answer.
    private static func note(_ begin: SteadyInstant, _ connections: ConnectionLog, in answer: WebhookAnswer) {
        let made = connections.latest.flatMap { $0 >= begin ? $0 : nil }
        if let made { answer.note(\.connection, begin.duration(to: made)) }
        if let head = answer.beganAt { answer.note(\.firstByte, (made ?? begin).duration(to: head)) }
    }

    private func request(for message: OutgoingMessage, to hook: PreparedHook) throws -> HTTPClientRequest {
        let body = try MessageBody(of: message)
        var request = HTTPClientRequest(url: hook.target)
        request.method = .POST
        request.headers.add(name: "user-agent", value: userAgent)
        request.headers.add(contentsOf: hook.headers(forMessage: message.event.id.description, body, at: clock.now))
        // A header that the hook has itself stays.
        for (name, value) in message.traceFields where !request.headers.contains(name: name) {
            request.headers.add(name: name, value: value)
        }
        request.body = .bytes(body.bytes)
        return request
    }

    private func addresses(of url: WebhookURL, by deadline: SteadyInstant) async throws -> [IPAddress] {
        // An address in the URL takes no time to find.
        guard case .name(let name) = url.host else { return try await targets.addresses(of: url) }
        let limit = min(deadline, clock.steady.now.advanced(by: timeouts.resolution))
        guard let found = try await deadlines.run(until: limit, { [targets] _ in try await targets.addresses(of: url) })
        else {
            throw WebhookFailure.noAddress(name, timeouts.resolution)
        }
        return found
    }

    /// Sends a request and reads what comes back, as far as it is wanted.
    private func exchange(
        _ request: HTTPClientRequest,
        by client: HTTPClient,
        _ answer: WebhookAnswer,
        _ deadline: SteadyInstant
    ) async throws {
        // Should be never needed; it is there for what a deadline of ours cannot break off.
        let backstop = TimeAmount(timeouts.total)
        let limit = clock.steady.now.advanced(by: timeouts.firstByte)
        let end: Void? = try await deadlines.run(until: min(limit, deadline), on: clients.nextExecutor()) {
            [clock] limit in
            let response = try await client.execute(request, timeout: backstop)
            limit.putOff(to: deadline)
            let wait = response.headers.first(name: "retry-after").flatMap { RetryAfter.wait($0, at: clock.now) }
            answer.begin(statusCode: Int(response.status.code), retryAfter: wait, at: clock.steady.now)
            for try await chunk in response.body {
                guard answer.append(Array(chunk.readableBytesView)) else { break }
            }
        }
        guard end == nil else { return }
        throw limit > deadline ? WebhookFailure.outOfTime(timeouts.total) : .noAnswer(timeouts.firstByte)
    }
}

/// How long the parts of an attempt may take.
public struct WebhookTimeouts: Hashable, Sendable {
    /// Until the host's addresses are known.
    public var resolution = Swift.Duration.seconds(5)
    /// Until there is a connection, and again until its TLS stands.
    public var connection = Swift.Duration.seconds(5)
    /// From there until the head of the answer has come.
    public var firstByte = Swift.Duration.seconds(15)
    /// All of it together, to the end of the answer.
    public var total = Swift.Duration.seconds(15)

    /// Makes the usual ones: 5 s, 5 s, 15 s, and 15 s for all.
    public init() {}
}

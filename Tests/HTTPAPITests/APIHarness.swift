import Basics
import Foundation
import HTTPAPI
import HTTPTypes
import Hummingbird
import Logging
import NIOCore
import NIOPosix
import Notify
import Recurrence
import Scheduler
import ServerTestSupport
import Storage
import StorageSQLite
import StoreConformance
import TestSupport
import Testing
import Tracing

/// The server on a real store and a clock that stands still, talked to over a real connection.
struct API: Sendable {
    struct Response: Sendable {
        var status: Int
        var headers: HTTPFields
        var json: JSONValue

        /// The fields that a problem names.
        var pointers: [String] {
            (json["errors"]?.array ?? []).compactMap { $0["pointer"]?.string }
        }
    }

    static let now = "2026-11-21T08:00:00Z"

    let clock: TestClock
    let store: SQLiteStore
    let token: String
    /// The calls that the server has, such as `GET /v1/tasks/{id}`.
    let routes: [String]
    /// Where the contents of attachments are kept.
    let contents: ContentFolder
    /// The server itself.
    let server: APIServer<TestClock>
    /// What the server noted of the uses of tokens.
    let uses: TokenUses
    private let client: LiveServer

    /// Runs a test against a server of its own.
    static func run(
        scopes: Set<AccessScope> = Set(AccessScope.allCases),
        sinks: [Hook.Kind: any Sink] = [:],
        limits: ConnectionLimits = ConnectionLimits(),
        editBatchSize: Int = 500,
        queries: QueryWatch? = nil,
        maxContentSize: Int = AttachmentContents.standardSize,
        network: NetworkPolicy = NetworkPolicy(),
        logger: Logger = Logger(label: "test"),
        tracer: (any Tracer)? = nil,
        over wrapped: (SQLiteStore) -> any Store = { RerunningStore.ifAsked($0) },
        _ body: @Sendable (API) async throws -> Void
    ) async throws {
        let folder = try TemporaryFolder()
        let zones = ZoneDatabase()
        let store = try SQLiteStore(path: folder.emptyStore(named: "taskd.db"), queries: queries) {
            try zones.rules(for: $0 ?? "Europe/Berlin")
        }
        let clock = TestClock(now)
        let secret = TokenSecret.make()
        try await store.write { transaction in
            try transaction.save(
                AccessToken(digest: secret.digest, name: "test", scopes: scopes, createdAt: clock.now))
            try transaction.save(Hook(id: Hook.stdoutID, kind: .stdout, now: clock.now))
        }
        let contents = ContentFolder(ofStoreAt: folder.path("taskd.db"))
        let uses = TokenUses()
        var server = APIServer(
            store: wrapped(store),
            commands: TaskCommands(
                zones: zones,
                configuration: SchedulerConfiguration(defaultZone: "Europe/Berlin", editBatchSize: editBatchSize)
            ),
            secrets: SecretBox(key: [UInt8](repeating: 7, count: SecretBox.keyLength)),
            targets: TargetGuard(policy: AddressPolicy(allowing: try HookAllowList("10.1.0.0/16"))),
            sinks: sinks,
            programs: Locked(try CommandAllowList("/bin/true,/bin/cat")),
            clock: clock,
            logger: logger,
            limits: limits,
            network: Locked(network),
            contents: AttachmentContents(
                in: FolderContents(contents, on: NIOThreadPool.singleton), maxSize: maxContentSize),
            tokenUses: uses
        )
        server.spans = SpanRecorder(tracer)
        let routes = server.routeTable.routes.map { "\($0.method) \($0.path)" }
        try await LiveServer.run(server) { [server] client in
            try await body(
                API(
                    clock: clock, store: store, token: secret.text, routes: routes, contents: contents, server: server,
                    uses: uses, client: client))
        }
        try store.close()
        withExtendedLifetime(folder) {}
    }

    /// The port that the server listens on.
    var port: Int { client.port }

    /// Makes a request with the token, unless the headers say otherwise.
    func request(
        _ method: HTTPRequest.Method,
        _ path: String,
        _ body: String? = nil,
        headers: [String: String] = [:]
    ) async throws -> Response {
        var fields: HTTPFields = [.authorization: "Bearer \(token)"]
        for (name, value) in headers { fields[try #require(HTTPField.Name(name))] = value }
        let response = try await execute(method, path, fields, body.map { Array($0.utf8) })
        let json = response.bytes.isEmpty ? JSONValue.null : try JSONValue(json: response.bytes)
        return Response(status: response.status, headers: response.headers, json: json)
    }

    /// Makes a request, and holds it and its answer against the API's description.
    private func execute(
        _ method: HTTPRequest.Method, _ path: String, _ fields: HTTPFields, _ body: [UInt8]?
    ) async throws -> (status: Int, headers: HTTPFields, bytes: [UInt8]) {
        let input = body.map { ByteBuffer(bytes: $0) }
        return try await client.execute(uri: path, method: method, headers: fields, body: input) { response in
            let bytes = Array(response.body.readableBytesView)
            let complaints = ExchangeValidator.shared.complaints(
                method, path, sending: fields[.contentType], body, status: response.status.code, response.headers, bytes
            )
            #expect(complaints.isEmpty, "\(method) \(path): \(response.status.code) is not as it is described")
            return (response.status.code, response.headers, bytes)
        }
    }

    /// Sends bytes, and returns what is answered as it is.
    func exchange(
        _ method: HTTPRequest.Method, _ path: String, _ bytes: [UInt8]? = nil, headers: [String: String] = [:]
    ) async throws -> (status: Int, headers: HTTPFields, bytes: [UInt8]) {
        var fields: HTTPFields = [.authorization: "Bearer \(token)"]
        for (name, value) in headers { fields[try #require(HTTPField.Name(name))] = value }
        return try await execute(method, path, fields, bytes)
    }

    /// The status of an answer, whatever is in it.
    func status(_ method: HTTPRequest.Method, _ path: String, headers: [String: String] = [:]) async throws -> Int {
        var fields: HTTPFields = [.authorization: "Bearer \(token)"]
        for (name, value) in headers { fields[try #require(HTTPField.Name(name))] = value }
        return try await execute(method, path, fields, nil).status
    }

    /// What is answered with the token, as it came.
    func raw(_ path: String) async throws -> String {
        let response = try await execute(.get, path, [.authorization: "Bearer \(token)"], nil)
        try #require(response.status == 200)
        return String(decoding: response.bytes, as: UTF8.self)
    }

    /// What is answered that is no JSON, to a request without a token.
    func text(_ path: String) async throws -> String {
        let response = try await execute(.get, path, [:], nil)
        try #require(response.status == 200)
        return String(decoding: response.bytes, as: UTF8.self)
    }

    /// Talks to the server with another token, which has these scopes.
    func withScopes<Value>(_ scopes: Set<AccessScope>, _ body: (API) async throws -> Value) async throws -> Value {
        try await body(withToken(name: "other", scopes))
    }

    /// The server as another token sees it; the token is made, instead of one of its name.
    func withToken(
        name: String, _ scopes: Set<AccessScope>, reach: TokenReach = .everything, expiresAt: UTCInstant? = nil
    ) async throws -> API {
        let (secret, now) = (TokenSecret.make(), clock.now)
        try await store.write { transaction in
            if let known = try transaction.accessToken(named: name) { try transaction.deleteAccessToken(known.id) }
            try transaction.save(
                AccessToken(
                    digest: secret.digest, name: name, scopes: scopes, reach: reach, expiresAt: expiresAt,
                    createdAt: now))
        }
        return withSecret(secret.text)
    }

    /// The server as whoever shows a secret sees it.
    func withSecret(_ secret: String) -> API {
        API(
            clock: clock, store: store, token: secret, routes: routes, contents: contents, server: server, uses: uses,
            client: client)
    }

    /// Makes a task and returns it.
    func create(_ body: String) async throws -> JSONValue {
        let response = try await request(.post, "/v1/tasks", body)
        try #require(response.status == 201, "\(response.json)")
        return response.json
    }

    /// Makes a task that recurs daily from 2026-12-01, at nine in Berlin, and returns it.
    func createDaily(_ title: String, rule: String = "FREQ=DAILY", more: String = "") async throws -> JSONValue {
        try await create(
            #"{"title":"\#(title)","due":"2026-12-01T09:00:00","recurrence":{"rrule":["\#(rule)"]}\#(more)}"#)
    }

    /// Whether nothing is stored but what the start made.
    func isEmpty() async throws -> Bool {
        try await store.read { reader in
            try reader.tasks(matching: TaskQuery()).items.isEmpty && reader.lastEventSequence() == 0
                && reader.hooks().count == 1
        }
    }
}

extension JSONValue {
    /// The id of a task, reminder or hook.
    var id: String { self["id"]?.string ?? "" }
    /// The id of a task's series.
    var series: String { self["seriesId"]?.string ?? "" }
}

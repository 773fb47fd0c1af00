import Basics
import Dispatch
import HTTPAPI
import Hummingbird
import Logging
import Notify
import Recurrence
import Scheduler
import ServerTestSupport
import Storage
import StorageSQLite
import TaskdClient
import TestSupport
import Testing

/// The real server on a store of its own, with a client that talks to it over loopback.
struct ClientHarness: Sendable {
    let clock: TestClock
    let store: SQLiteStore
    let token: String
    let client: DaemonClient

    /// Runs a test against a server of its own; its clock stands still at 2026-11-21T08:00:00Z.
    static func run(
        limits: DaemonClient.Limits = DaemonClient.Limits(),
        blocksThread: Bool = false,
        host: String = "127.0.0.1",
        token shown: (String) -> String? = { $0 },
        _ body: @Sendable (ClientHarness) async throws -> Void
    ) async throws {
        try await withStore { store, clock, secret in
            let shownToken = shown(secret)
            try await serve(store, clock) { port in
                let address = try DaemonAddress("http://\(host):\(port)/")
                // The server needs the threads that tasks have.
                try await withTaskExecutorPreference(blocksThread ? OtherThreads() : nil) {
                    try await DaemonClient.withClient(
                        of: address, token: shownToken, limits: limits, blocksThread: blocksThread
                    ) { client in
                        try await body(ClientHarness(clock: clock, store: store, token: secret, client: client))
                    }
                }
            }
        }
    }

    /// Makes a store with a token that may do everything.
    static func withStore(_ body: (SQLiteStore, TestClock, String) async throws -> Void) async throws {
        let folder = try TemporaryFolder()
        let store = try SQLiteStore(path: folder.emptyStore(named: "taskd.db"))
        let clock = TestClock("2026-11-21T08:00:00Z")
        let secret = TokenSecret.make()
        try await store.write { transaction in
            let scopes = Set(AccessScope.allCases)
            try transaction.save(
                AccessToken(digest: secret.digest, name: "test", scopes: scopes, createdAt: clock.now))
        }
        try await body(store, clock, secret.text)
        try store.close()
        withExtendedLifetime(folder) {}
    }

    /// Serves a store for as long as `body` runs, which is passed the port.
    static func serve(
        _ store: SQLiteStore,
        _ clock: TestClock,
        _ body: @Sendable (Int) async throws -> Void
    ) async throws {
        try await server(on: store, clock).whileServing(body)
    }

    /// Serves a store on a port that was free a moment ago, for as long as `body` runs.
    static func serve(
        _ store: SQLiteStore,
        _ clock: TestClock,
        port: Int,
        _ body: @Sendable () async throws -> Void
    ) async throws {
        try await server(on: store, clock).whileServing(port: port) { _ in try await body() }
    }

    private static func server(on store: SQLiteStore, _ clock: TestClock) throws -> APIServer<TestClock> {
        APIServer(
            store: store,
            commands: TaskCommands(
                zones: ZoneDatabase(), configuration: SchedulerConfiguration(defaultZone: "Europe/Berlin")),
            secrets: SecretBox(key: [UInt8](repeating: 7, count: SecretBox.keyLength)),
            targets: TargetGuard(policy: AddressPolicy(allowing: try HookAllowList("10.1.0.0/16"))),
            clock: clock,
            logger: Logger(label: "test")
        )
    }
}

/// Threads beside those of Swift's tasks, which may be blocked.
private final class OtherThreads: TaskExecutor {
    private let queue = DispatchQueue(label: "threads that may be blocked", attributes: .concurrent)

    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        queue.async { job.runSynchronously(on: self.asUnownedTaskExecutor()) }
    }
}

import Basics
import HTTPTypes
import Hummingbird
import Logging
import Recurrence
import Scheduler
import Storage

/// `/healthz`: the process answers.
///
/// `/readyz`: it can use its store, and fires what is due in it. Anybody may ask, so it reports no more than what kind of
/// trouble there is; the log says the rest.
struct HealthRoutes<Time: UTCClock>: Sendable {
    /// How long the store is waited for.
    private static var patience: Swift.Duration { .seconds(2) }

    let store: any Store
    let clock: Time
    /// Why nothing is fired; nil when all is well.
    let refusal: @Sendable () async -> String?
    /// When the due loop last came round; nil where there is none.
    let heartbeat: LoopHeartbeat?
    let authentication: BearerAuthentication
    /// Why the store cannot be used as it was opened; nil when all is well.
    let storeTrouble: @Sendable () -> String?
    private let reading = BoundedReading()

    func add(to router: Router<APIContext>) {
        router.add(.readHealth) { _, _ in APIResponse { $0.field("status", "ok") }.response }
        router.add(.readReadiness) { try await ready($0, $1) }
    }

    private func ready(_ request: Request, _ context: APIContext) async throws -> Response {
        let (logger, now, steady) = (context.logger, clock.now, clock.steady.now)
        let told = try await reading.value(within: Self.patience, by: clock.steady) {
            if let refusal = await refusal() { return (refusal, nil) as (refusal: String?, complaint: String?) }
            if let trouble = storeTrouble() { return (nil, trouble) }
            return (nil, try await complaint(at: now, steady, logger))
        }
        guard let told else {
            logger.error("the store has not answered for 2 s")
            throw Problem(.serviceUnavailable, storeTrouble() ?? "the store has not answered for 2 s")
        }
        if let refusal = told.refusal {
            // The reason names files, which are nobody's business who has no token.
            let shown = try? await authentication.token(of: request, on: context.channel, for: AccessScope.allCases)
            let mayKnow = shown?.token.reach == .everything
            let hint = "see the server's log, or send a token that it knows to get the reason here"
            throw Problem(.serviceUnavailable, mayKnow ? refusal : "reminders are not fired; \(hint)")
        }
        if let complaint = told.complaint { throw Problem(.serviceUnavailable, complaint) }
        return APIResponse { $0.field("status", "ready") }.response
    }

    /// Why reminders are not fired in time, as far as the store says so; nil when all is well.
    private func complaint(at now: UTCInstant, _ steady: SteadyInstant, _ logger: Logger) async throws -> String? {
        do {
            return try await store.readFirst { [heartbeat] reader in
                // Whoever leads reads what is due besides; a table that is locked keeps a node from tasks that does not lead.
                _ = try (reader.lastEventSequence(), reader.task(TaskID(UUIDValue(high: 0, low: 0))))
                return try heartbeat?.complaint(reader, at: now, steady)
            }
        } catch {
            logger.error("the store cannot be read", metadata: ["error": "\(error)"])
            return "the store cannot be read; see the server's log"
        }
    }
}

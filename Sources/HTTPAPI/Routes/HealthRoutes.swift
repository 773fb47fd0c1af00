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
    let store: any Store
    let clock: Time
    /// Why nothing is fired; nil when all is well.
    let refusal: String?
    /// When the due loop last came round; nil where there is none.
    let heartbeat: LoopHeartbeat?
    let authentication: BearerAuthentication
    /// Why the store cannot be used as it was opened; nil when all is well.
    let storeTrouble: @Sendable () -> String?

    func add(to router: Router<APIContext>) {
        router.add(.readHealth) { _, _ in APIResponse { $0.field("status", "ok") }.response }
        router.add(.readReadiness) { try await ready($0, $1) }
    }

    private func ready(_ request: Request, _ context: APIContext) async throws -> Response {
        if let refusal {
            // The reason names files, which are nobody's business who has no token.
            let shown = try? await authentication.token(of: request, on: context.channel, for: AccessScope.allCases)
            let mayKnow = shown?.token.reach == .everything
            let hint = "reminders are not fired; see the server's log, or send a token to get the reason here"
            throw Problem(.serviceUnavailable, mayKnow ? refusal : hint)
        }
        if let trouble = storeTrouble() { throw Problem(.serviceUnavailable, trouble) }
        let (heartbeat, now, steady) = (heartbeat, clock.now, clock.steady.now)
        let complaint: String?
        do {
            complaint = try await store.readFirst { reader in
                _ = try reader.lastEventSequence()
                return try heartbeat?.complaint(reader, at: now, steady)
            }
        } catch {
            context.logger.error("the store cannot be read", metadata: ["error": "\(error)"])
            throw Problem(.serviceUnavailable, "the store cannot be read; see the server's log")
        }
        if let complaint { throw Problem(.serviceUnavailable, complaint) }
        return APIResponse { $0.field("status", "ready") }.response
    }
}

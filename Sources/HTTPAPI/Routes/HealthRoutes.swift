import HTTPTypes
import Hummingbird
import Logging
import Recurrence
import Scheduler
import Storage

/// `/healthz`: the process answers.
///
/// `/readyz`: it can use its store, and fires what is due in it. Anybody may ask, so it tells no more than what kind of
/// trouble there is; the log says the rest.
struct HealthRoutes<Time: UTCClock>: Sendable {
    let store: any Store
    let clock: Time
    /// Why nothing is fired; nil when all is well.
    let refusal: String?
    /// When the due loop last came round; nil where there is none.
    let heartbeat: LoopHeartbeat?

    func add(to router: Router<APIContext>) {
        router.get("healthz") { _, _ in Answer { $0.field("status", "ok") }.response }
        router.get("readyz") { _, context in try await ready(context) }
    }

    private func ready(_ context: APIContext) async throws -> Response {
        if let refusal { throw Problem(.serviceUnavailable, refusal) }
        let (heartbeat, now, steady) = (heartbeat, clock.now, clock.steady.now)
        let complaint: String?
        do {
            complaint = try await store.read { reader in
                _ = try reader.lastEventSequence()
                return try heartbeat?.complaint(reader, at: now, steady)
            }
        } catch {
            context.logger.error("the store cannot be read", metadata: ["error": "\(error)"])
            throw Problem(.serviceUnavailable, "the store cannot be read")
        }
        if let complaint { throw Problem(.serviceUnavailable, complaint) }
        return Answer { $0.field("status", "ready") }.response
    }
}

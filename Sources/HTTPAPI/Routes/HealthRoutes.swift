import HTTPTypes
import Hummingbird
import Logging
import Storage

/// `/healthz`: the process answers.
///
/// `/readyz`: it can use its store.
struct HealthRoutes: Sendable {
    let store: any Store

    func add(to router: Router<APIContext>) {
        router.get("healthz") { _, _ in Answer { $0.field("status", "ok") }.response }
        router.get("readyz") { _, context in
            do {
                _ = try await store.read { try $0.lastEventSequence() }
                return Answer { $0.field("status", "ready") }.response
            } catch {
                context.logger.error("the store cannot be read", metadata: ["error": "\(error)"])
                throw Problem(.serviceUnavailable, "the store cannot be read")
            }
        }
    }
}

import HTTPTypes
import Hummingbird
import Logging
import Storage

/// `/healthz`: the process answers.
///
/// `/readyz`: it can use its store, and fires what is due in it.
struct HealthRoutes: Sendable {
    let store: any Store
    /// Why nothing is fired; nil when all is well.
    let refusal: String?
    let authentication: BearerAuthentication

    func add(to router: Router<APIContext>) {
        router.get("healthz") { _, _ in Answer { $0.field("status", "ok") }.response }
        router.get("readyz") { request, context in
            if let refusal {
                // The reason names files, which are nobody's business who has no token.
                let mayKnow = (try? await authentication.token(of: request, for: AccessScope.allCases)) != nil
                let hint = "nothing is fired; the server's log says why, and so does this to who shows a token"
                throw Problem(.serviceUnavailable, mayKnow ? refusal : hint)
            }
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

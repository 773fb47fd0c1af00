import Basics
import Storage

/// The tokens that requests have shown, kept for as long as no token of the store changes: most requests thus need one
/// read of the store, not two.
///
/// Only tokens that exist are kept, so it has at most as many as the store.
final class TokenCache: Sendable {
    private struct State {
        var version = 0
        var tokens: [[UInt8]: AccessToken] = [:]
    }

    private let store: any Store
    private let state = Locked(State())

    init(store: any Store) {
        self.store = store
    }

    /// The token with a digest; nil when there is none.
    func token(digest: [UInt8]) async throws -> AccessToken? {
        // Taken before the store is read: what is read may be older than a change, but is then not kept for longer.
        let version = store.changes.tokenVersion
        if let known = state.withLock({ $0.version == version ? $0.tokens[digest] : nil }) { return known }
        let token = try await store.read { try $0.accessToken(digest: digest) }
        if let token { keep(token, version: version) }
        return token
    }

    private func keep(_ token: AccessToken, version: Int) {
        state.withLock { state in
            if state.version < version { state = State(version: version) }
            if state.version == version { state.tokens[token.digest] = token }
        }
    }
}

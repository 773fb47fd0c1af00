import Basics
import Storage

/// The tokens that requests have shown, kept for as long as no token of the store changes: most requests thus need one
/// read of the store, not two.
///
/// Only tokens that exist are kept, so it has at most as many as the store.
final class TokenCache: Sendable {
    /// What is known of a digest without asking the store.
    enum Knowledge: Sendable {
        case token(AccessToken)
        /// There was a token of it before tokens changed.
        case former
        case nothing
    }

    private struct State {
        var version = 0
        var tokens: [[UInt8]: AccessToken] = [:]
        /// The digests of tokens that there were before the version changed, and that were not asked for since.
        var former: Set<[UInt8]> = []

        mutating func advance(to version: Int) {
            guard self.version < version else { return }
            self.version = version
            former.formUnion(tokens.keys)
            tokens = [:]
            // Of those that nobody shows any more there is no end.
            if former.count > TokenCache.maxFormer { former = [] }
        }
    }

    private static let maxFormer = AccessToken.maxCount * AccessToken.maxSecrets

    private let store: any Store
    private let state = Locked(State())

    init(store: any Store) {
        self.store = store
    }

    /// What is known of a digest.
    func knowledge(of digest: [UInt8]) -> Knowledge {
        let version = store.changes.tokenVersion
        return state.withLock { state in
            state.advance(to: version)
            if let token = state.tokens[digest] { return .token(token) }
            return state.former.contains(digest) ? .former : .nothing
        }
    }

    /// Reads the token with a digest; nil when there is none.
    func read(digest: [UInt8]) async throws -> AccessToken? {
        // Taken before the store is read: what is read may be older than a change, but is then not kept for longer.
        let version = store.changes.tokenVersion
        let token = try await store.read { try $0.accessToken(digest: digest) }
        state.withLock { state in
            state.advance(to: version)
            state.former.remove(digest)
            if state.version == version, let token { state.tokens[digest] = token }
        }
        return token
    }
}

import Basics
import Storage

/// The tokens that requests have shown, and which secrets there are, kept for as long as no token of the store changes: most
/// requests thus need one read of the store, not two, and a secret that there is not needs none.
///
/// Only secrets that exist are kept, so it has at most as many as the store.
final class TokenCache: Sendable {
    private struct State {
        var version = 0
        var tokens: [[UInt8]: AccessToken] = [:]
        /// The digests of all secrets; nil while nobody has read them.
        var digests: Set<[UInt8]>?

        mutating func advance(to version: Int) {
            guard self.version < version else { return }
            (self.version, tokens, digests) = (version, [:], nil)
        }
    }

    private let store: any Store
    private let state = Locked(State())

    init(store: any Store) {
        self.store = store
    }

    /// The token that has or had a secret with a digest; nil when there is none.
    ///
    /// - Throws: ``StoreError`` where it is not known and the store cannot be read.
    func token(ofDigest digest: [UInt8]) async throws -> AccessToken? {
        // Taken before the store is read: what is read may be older than a change, but is then not kept for longer.
        let version = store.changes.tokenVersion
        let known = state.withLock { state -> (token: AccessToken?, exists: Bool?) in
            state.advance(to: version)
            return (state.tokens[digest], state.digests?.contains(digest))
        }
        if let token = known.token { return token }
        if known.exists == false { return nil }
        let (digests, token) = try await store.read { [isKnown = known.exists != nil] reader in
            (isKnown ? nil : try reader.tokenDigests(), try reader.accessToken(digest: digest))
        }
        state.withLock { state in
            state.advance(to: version)
            guard state.version == version else { return }
            if let digests { state.digests = digests }
            if let token { state.tokens[digest] = token }
        }
        return token
    }
}

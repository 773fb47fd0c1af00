import Notify
import Recurrence
import Storage

/// What a store is given once: an admin token, and the hook that writes to standard output.
struct FirstStart {
    let paths: StorePaths

    /// Makes what is not there yet.
    ///
    /// - Throws: ``StoreError``; with code `.unavailable` also for a token file that others can read.
    func prepare(_ store: any Store, now: UTCInstant) async throws {
        let (hasTokens, hasStdout) = try await store.read {
            (try $0.hasAccessTokens(), try $0.hook(Hook.stdoutID) != nil)
        }
        if hasTokens { try PrivateFile(paths.tokenFile).check() } else { try await makeToken(in: store, now: now) }
        guard !hasStdout else { return }
        try await store.write { try $0.save(Hook(id: Hook.stdoutID, kind: .stdout, now: now)) }
    }

    /// Makes an admin token, and lets nobody in any more by those that were made before.
    ///
    /// The file is there before the store knows the token, so that one that is killed in between makes a new one.
    func makeToken(in store: any Store, now: UTCInstant) async throws {
        let secret = AccessToken.makeSecret()
        try PrivateFile(paths.tokenFile).replace(with: Array((secret + "\n").utf8))
        let token = AccessToken(
            digest: AccessToken.digest(ofSecret: secret),
            name: "admin",
            scopes: Set(AccessScope.allCases),
            createdAt: now
        )
        try await store.write { transaction in
            try transaction.deleteAccessTokens(named: token.name)
            try transaction.save(token)
        }
    }
}

import Foundation
import Notify
import Recurrence
import Storage

/// What a store is given once: an admin token, and the hook that writes to standard output.
struct FirstStart {
    let paths: StorePaths

    /// Makes what is not there yet.
    ///
    /// - Returns: Where the token of another store was put that was in the way; nil where there was none.
    /// - Throws: ``StoreError``; with code `.unavailable` also for a token file that
    ///   others can read, or that is a link.
    func prepare(_ store: any Store, now: UTCInstant) async throws -> String? {
        var former: String?
        let (hasTokens, hasStdout) = try await store.read {
            (try $0.hasAccessTokens(), try $0.hook(Hook.stdoutID) != nil)
        }
        let file = PrivateFile(paths.tokenFile)
        if hasTokens {
            try file.check()
        } else {
            // The next start would refuse it.
            try file.checkIsNoLink()
            former = setTokenAside(now)
            try await makeToken(in: store, now: now)
        }
        guard !hasStdout else { return former }
        try await store.write { [isShared = paths.server != nil] transaction in
            var hook = Hook(id: Hook.stdoutID, kind: .stdout, now: now)
            // Of several nodes one would write, and another one after the next start.
            hook.isEnabled = !isShared
            try transaction.save(hook)
        }
        return former
    }

    /// Keeps the token of another database: all of a user's have their files in one place.
    ///
    /// - Returns: Where it is; nil where there is none.
    private func setTokenAside(_ now: UTCInstant) -> String? {
        let former = paths.tokenFile + SetAside.suffix(at: now, of: [paths.tokenFile])
        guard paths.server != nil, rename(paths.tokenFile, former) == 0 else { return nil }
        return former
    }

    /// Makes an admin token, or gives the one of that name another secret; nobody is let in any more by those before.
    ///
    /// The file is there before the store knows the secret, so that one that is killed in between makes a new one.
    func makeToken(in store: any Store, now: UTCInstant) async throws {
        let secret = TokenSecret.make()
        try PrivateFile(paths.tokenFile).replace(with: Array((secret.text + "\n").utf8))
        try await store.write { transaction in
            let known = try transaction.accessToken(named: "admin")
            guard var admin = known, admin.reach == .everything else {
                let name = known == nil ? "admin" : "admin of \(now)"
                return try transaction.save(
                    AccessToken(
                        digest: secret.digest, name: name, scopes: Set(AccessScope.allCases), createdAt: now))
            }
            admin.rotate(to: secret.digest, overlap: .zero, at: now)
            // Whoever owns the store's files is let do everything again, whatever was changed.
            (admin.scopes, admin.expiresAt) = (Set(AccessScope.allCases), nil)
            try transaction.save(admin)
        }
    }
}

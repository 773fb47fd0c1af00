import Foundation
import Notify
import Recurrence
import Storage

/// What a store is given once: an admin token, and the hook that writes to standard output.
struct FirstStart {
    let paths: StorePaths

    /// Makes what is not there yet.
    func prepare(_ store: any Store, now: UTCInstant) async throws {
        let (hasTokens, hasStdout) = try await store.read {
            (try $0.hasAccessTokens(), try $0.hook(Hook.stdoutID) != nil)
        }
        if !hasTokens { try await makeToken(in: store, now: now) }
        guard !hasStdout else { return }
        try await store.write { try $0.save(Hook(id: Hook.stdoutID, kind: .stdout, now: now)) }
    }

    /// The file is there before the store knows the token, so that a daemon killed in between makes a new one.
    private func makeToken(in store: any Store, now: UTCInstant) async throws {
        let secret = AccessToken.makeSecret()
        try? FileManager.default.removeItem(atPath: paths.tokenFile)
        let isWritten = FileManager.default.createFile(
            atPath: paths.tokenFile,
            contents: Data((secret + "\n").utf8),
            attributes: [.posixPermissions: 0o600]
        )
        guard isWritten else {
            throw StoreError(
                .unavailable, "cannot write the admin token to \(paths.tokenFile); check the folder's permissions")
        }
        let token = AccessToken(
            digest: AccessToken.digest(ofSecret: secret),
            name: "admin",
            scopes: Set(AccessScope.allCases),
            createdAt: now
        )
        try await store.write { try $0.save(token) }
    }
}

import Basics
import HTTPTypes
import Logging
import Recurrence
import Storage
import StorageSQLite
import TestSupport
import Testing

@testable import HTTPAPI

/// When tokens were last used.
struct TokenUseTests {
    @Test
    func `uses are written each minute, together, and at the end`() async throws {
        try await API.run { api async throws in
            let other = try await api.withToken(name: "other", [.read])
            let loop = TokenUseLoop(
                store: api.store, uses: api.uses, clock: api.clock, logger: Logger(label: "test"))
            let task = Task { await loop.run() }
            await api.clock.waitForSteadySleeper(until: .noon(plus: 60))
            for user in [api, other] { _ = try await user.request(.get, "/v1/tasks") }
            #expect(try await api.lastUses() == ["other": nil, "test": nil])
            let version = api.store.changes.tokenVersion
            api.clock.advance(by: .seconds(60))
            await api.clock.waitForSteadySleeper(until: .noon(plus: 120))
            #expect(try await api.lastUses() == ["other": "2026-11-21T08:00:00Z", "test": "2026-11-21T08:00:00Z"])
            #expect(api.store.changes.tokenVersion == version)
            api.clock.advance(by: .milliseconds(59_999))
            _ = try await other.request(.get, "/v1/tasks")
            let shown = try await api.request(.get, "/v1/tokens").json["items"]?.array
            #expect(shown?.map { $0["lastUsedAt"]?.string } == [String](repeating: "2026-11-21T08:01:00Z", count: 2))
            task.cancel()
            await task.value
            #expect(try await api.lastUses() == ["other": "2026-11-21T08:01:00Z", "test": "2026-11-21T08:01:00Z"])
        }
    }

    @Test
    func `a use within the minute is not written again`() async throws {
        try await API.run { api async throws in
            for _ in 1...100 { _ = try await api.request(.get, "/v1/tasks") }
            let loop = TokenUseLoop(
                store: api.store, uses: api.uses, clock: api.clock, logger: Logger(label: "test"))
            let task = Task { await loop.run() }
            await api.clock.waitForSteadySleeper(until: .noon(plus: 60))
            #expect(try await api.lastUses() == ["test": "2026-11-21T08:00:00Z"])
            // Somebody else's note is gone over by nothing that is not newer.
            try await api.store.write { transaction in
                guard let token = try transaction.accessToken(named: "test") else { return }
                try transaction.noteUses([token.id: UTCInstant(secondsSinceEpoch: 1_900_000_000)])
            }
            _ = try await api.request(.get, "/v1/tasks")
            task.cancel()
            await task.value
            #expect(try await api.lastUses() == ["test": "2030-03-17T17:46:40Z"])
        }
    }

    @Test
    func `secrets that have ended are forgotten with the next uses`() async throws {
        try await API.run { api async throws in
            let rotated = try await api.request(.post, "/v1/tokens/self/rotate", #"{"overlap":"PT1M"}"#)
            let new = api.withSecret(try #require(rotated.json["secret"]?.string))
            api.clock.advance(by: .seconds(60))
            _ = try await new.request(.get, "/v1/tasks")
            let loop = TokenUseLoop(
                store: api.store, uses: api.uses, clock: api.clock, logger: Logger(label: "test"))
            let task = Task { await loop.run() }
            await api.clock.waitForSteadySleeper(until: .noon(plus: 120))
            task.cancel()
            await task.value
            let token = try await api.store.read { try $0.accessToken(named: "test") }
            #expect(token?.secrets.count == 1)
            #expect(try await api.request(.get, "/v1/tasks").status == 401)
            #expect(try await new.request(.get, "/v1/tasks").status == 200)
        }
    }
}

extension API {
    /// When each token was last used, as the store has it.
    fileprivate func lastUses() async throws -> [String: String?] {
        let tokens = try await store.read { try $0.accessTokens(after: nil, limit: 100) }
        return Dictionary(uniqueKeysWithValues: tokens.map { ($0.name, $0.lastUsedAt?.description) })
    }
}

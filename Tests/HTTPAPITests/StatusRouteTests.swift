import Basics
import HTTPAPI
import HTTPTypes
import Recurrence
import Scheduler
import Storage
import TestSupport
import Testing

/// `/v1/status`.
struct StatusRouteTests {
    @Test func `a daemon without trouble says so`() async throws {
        try await API.run { api async throws in
            let status = try await api.request(.get, "/v1/status").json
            #expect(status["firing"] == .bool(true) && status["reason"] == .null)
            #expect(status["now"]?.string == API.now && status["lagSeconds"] == .number(0))
            #expect(status["hooks"]?["enabled"]?.integer == 1 && status["hooks"]?["failing"]?.array?.isEmpty == true)
            #expect(status["setAside"]?.integer == 0 && status["backup"]?["ageSeconds"] == .null)
        }
    }

    @Test func `what is due and has not fired is the lag`() async throws {
        try await API.run { api async throws in
            let body = #"{"title":"Tea","due":"2026-11-21T08:01:00Z","reminders":[{"offset":"PT0S"}]}"#
            #expect(try await api.request(.post, "/v1/tasks", body).status == 201)
            #expect(try await api.request(.get, "/v1/status").json["lagSeconds"] == .number(0))
            api.clock.advance(by: .seconds(75))
            #expect(try await api.request(.get, "/v1/status").json["lagSeconds"] == .number(15))
        }
    }

    /// A webhook whose receiver has failed, and one that was disabled for it.
    private func addTroubledHooks(_ api: API) async throws {
        let now = api.clock.now
        try await api.store.write { transaction in
            for (number, isEnabled) in [(UInt64(1), true), (2, false)] {
                var hook = Hook(id: HookID(UUIDValue(high: number, low: 1 << 63)), kind: .webhook, now: now)
                hook.url = "https://\(number).example/secret-path"
                hook.isEnabled = isEnabled
                hook.disabledReason = isEnabled ? nil : "410 Gone"
                try transaction.save(hook)
                var health = HookHealth()
                (health.consecutiveFailures, health.failingSince, health.lastFailureAt) = (3, now, now)
                try transaction.save(health, of: hook.id)
            }
        }
    }

    @Test func `hooks that fail or were disabled are named, their targets to those who may know`() async throws {
        let cases: [(Set<AccessScope>, Bool)] = [
            ([.read, .hooks], true), ([.read, .admin], true), ([.read], false),
        ]
        for (scopes, isShown) in cases {
            try await API.run(scopes: scopes) { api async throws in
                try await addTroubledHooks(api)
                let status = try await api.request(.get, "/v1/status").json
                #expect((status["store"]?["path"] != nil) == scopes.contains(.admin))
                #expect((status["backup"]?["path"] != nil) == scopes.contains(.admin))
                let hooks = status["hooks"]
                #expect(hooks?["enabled"]?.integer == 2 && hooks?["disabled"]?.integer == 1)
                let failing = hooks?["failing"]?.array ?? []
                #expect(failing.map { $0["enabled"] } == [.bool(true), .bool(false)])
                #expect(failing.last?["disabledReason"]?.string == "410 Gone")
                #expect(failing.first?["consecutiveFailures"]?.integer == 3)
                #expect((failing.first?["target"]?.string != nil) == isShown)
            }
        }
    }

    @Test(arguments: [Set<AccessScope>([.write]), [.hooks]])
    func `a token that may not read is refused`(scopes: Set<AccessScope>) async throws {
        try await API.run(scopes: scopes) { api async throws in
            #expect(try await api.request(.get, "/v1/status").status == 403)
        }
    }

    @Test func `rows that were set aside are counted`() async throws {
        try await API.run { api async throws in
            let now = api.clock.now
            try await api.store.write { transaction in
                _ = try transaction.setAside(.zone("Mars/Base"), reason: "gone", at: now)
            }
            #expect(try await api.request(.get, "/v1/status").json["setAside"]?.integer == 1)
        }
    }
}

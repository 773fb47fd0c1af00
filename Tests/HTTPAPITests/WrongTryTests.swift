import Basics
import HTTPTypes
import Logging
import Notify
import Recurrence
import Storage
import StorageSQLite
import TestSupport
import Testing

@testable import HTTPAPI

/// Who shows wrong tokens is slowed, and nobody else is.
struct WrongTryTests {
    private static func wrongs() -> WrongTries {
        WrongTries(metrics: MetricsRegistry(), logger: Logger(label: "test"))
    }

    @Test
    func `after twenty wrong tokens an address is refused until time has passed, but no right one, seen or not`()
        async throws
    {
        try await API.run { api async throws in
            let guesser = api.withSecret(TokenSecret.make().text)
            for left in (0..<20).reversed() {
                let refused = try await guesser.request(.get, "/v1/tasks")
                #expect(refused.status == 401)
                #expect(refused.headers[.rateLimitPolicy] == #""wrong-tokens";q=20;w=100"#)
                #expect(refused.headers[.rateLimit] == #""wrong-tokens";r=\#(left);t=5"#)
            }
            let refused = try await guesser.request(.get, "/v1/tasks")
            #expect(refused.status == 429 && refused.headers[.retryAfter] == "5")
            #expect(refused.headers[.rateLimit] == #""wrong-tokens";r=0;t=5"#)
            let unseen = try await api.withToken(name: "unseen", [.read])
            #expect(try await unseen.request(.get, "/v1/tasks").status == 200)
            api.clock.advanceSteady(by: .seconds(5))
            // It was no wrong one, and so took none of the tries.
            #expect(try await guesser.request(.get, "/v1/tasks").status == 401)
            #expect(try await guesser.request(.get, "/v1/tasks").status == 429)
            #expect(try await unseen.request(.get, "/v1/tasks").headers[.rateLimit] == nil)
        }
    }

    @Test
    func `one that has ended is a wrong one`() async throws {
        try await API.run { api async throws in
            let ended = try await api.withToken(name: "ended", [.read])
            #expect(try await ended.request(.get, "/v1/tasks").status == 200)
            let id = try #require(try await api.store.read { try $0.accessToken(named: "ended")?.id })
            let end = #"{"expiresAt":"2026-11-21T08:00:01Z"}"#
            #expect(try await api.request(.patch, "/v1/tokens/\(id)", end).status == 200)
            api.clock.advance(by: .seconds(1))
            for _ in 1...20 { #expect(try await ended.request(.get, "/v1/tasks").status == 401) }
            #expect(try await ended.request(.get, "/v1/tasks").status == 429)
            #expect(try await api.request(.get, "/v1/tasks").status == 200)
        }
    }

    @Test
    func `one that was right is not slowed when tokens change, though others guess at its address`() async throws {
        try await API.run { api async throws in
            let known = try await api.withToken(name: "known", [.read])
            for user in [api, known] { #expect(try await user.request(.get, "/v1/tasks").status == 200) }
            let guesser = api.withSecret("taskd_guess")
            for _ in 1...25 { _ = try await guesser.request(.get, "/v1/tasks") }
            for name in ["a", "b", "c"] {
                #expect(try await api.request(.post, "/v1/tokens", #"{"name":"\#(name)"}"#).status == 201)
                for _ in 1...3 { #expect(try await known.request(.get, "/v1/tasks").status == 200) }
            }
            let id = try #require(try await api.store.read { try $0.accessToken(named: "known")?.id })
            #expect(try await api.request(.delete, "/v1/tokens/\(id)").status == 204)
            #expect(try await known.request(.get, "/v1/tasks").status == 429)
        }
    }

    @Test
    func `requests without a token, and with the right one, are no tries`() async throws {
        try await API.run { api async throws in
            for _ in 1...50 {
                #expect(try await api.request(.get, "/v1/tasks", headers: ["authorization": ""]).status == 401)
                #expect(try await api.request(.get, "/v1/tasks").status == 200)
            }
            #expect(try await api.withSecret("taskd_guess").request(.get, "/v1/tasks").status == 401)
        }
    }

    @Test
    func `wrong and slowed tries are counted, and what is wrong is told`() async throws {
        try await API.run { api async throws in
            let details = [
                (api.token + "x", "mistyped"), ("abc", "unknown token"), (TokenSecret.make().text, "revoked"),
            ]
            for (secret, words) in details {
                let refused = try await api.withSecret(secret).request(.get, "/v1/tasks")
                #expect(refused.status == 401 && refused.json["detail"]?.string?.contains(words) == true)
            }
            for _ in 1...18 { _ = try await api.withSecret("abc").request(.get, "/v1/tasks") }
            let metrics = try await api.text("/metrics")
            #expect(metrics.contains("taskd_wrong_tokens_total 20\n"))
            #expect(metrics.contains("taskd_slowed_tokens_total 1\n"))
        }
    }

    @Test
    func `addresses are told apart, of IPv6 by the first half`() {
        let pairs = [
            ("10.0.0.1", "10.0.0.2", false), ("10.0.0.1", "::ffff:10.0.0.1", true),
            ("2001:db8:1:2::1", "2001:db8:1:2:ffff::9", true), ("2001:db8:1:2::1", "2001:db8:1:3::1", false),
            ("::1", "127.0.0.1", false),
        ]
        for (left, right, areSame) in pairs {
            #expect((PeerAddress(IPAddress(left)) == PeerAddress(IPAddress(right))) == areSame, "\(left) \(right)")
        }
        #expect(PeerAddress(IPAddress("192.0.2.7")).description == "192.0.2.7")
        #expect(PeerAddress(IPAddress("2001:db8:1:2::1")).description == "2001:db8:1:2::/64")
        #expect(PeerAddress(nil) == .local)
    }

    @Test
    func `an address has its own tries, and gets one more every five seconds`() throws {
        let tries = Self.wrongs()
        for _ in 1...20 { try tries.take(from: .v4(1), at: .noon) }
        #expect(throws: Problem.self) { try tries.take(from: .v4(1), at: .noon(plus: 4)) }
        try tries.take(from: .v4(2), at: .noon(plus: 4))
        try tries.take(from: .v4(1), at: .noon(plus: 5))
        #expect(throws: Problem.self) { try tries.take(from: .v4(1), at: .noon(plus: 9)) }
        for _ in 1...20 { try tries.take(from: .v4(1), at: .noon(plus: 200)) }
        #expect(throws: Problem.self) { try tries.take(from: .v4(1), at: .noon(plus: 200)) }
    }

    @Test
    func `the table of addresses is bounded, and one that goes on trying stays in it`() {
        let tries = Self.wrongs()
        func isSlowed() -> Bool { (try? tries.take(from: .local, at: .noon)) == nil }
        for _ in 1...20 { #expect(!isSlowed()) }
        for number in 0..<UInt32(3 * WrongTries.capacity) {
            try? tries.take(from: .v4(number), at: .noon)
            if number % 1_000 == 0 { #expect(isSlowed()) }
        }
        #expect(tries.count <= 2 * WrongTries.capacity)
        #expect(isSlowed())
    }

    @Test
    func `the log has some lines of many wrong tries, and how many it left out`() {
        let lines = Locked<[String]>([])
        let tries = WrongTries(
            metrics: MetricsRegistry(), logger: Logger(label: "test") { _ in LineLog(lines: lines) })
        for _ in 1...1_000 { tries.note(.v4(0x0A00_0001), "unknown", at: .noon) }
        #expect(lines.withLock { $0 } == [String](repeating: "warning address=10.0.0.1 reason=unknown", count: 10))
        tries.note(.local, "mistyped", at: .noon(plus: 10))
        #expect(lines.withLock { $0.last } == "warning address=local reason=mistyped unlogged=990")
    }
}

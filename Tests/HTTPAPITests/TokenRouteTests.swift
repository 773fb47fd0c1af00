import Basics
import Foundation
import HTTPTypes
import Recurrence
import Storage
import StorageSQLite
import TestSupport
import Testing

/// `/v1/tokens`.
struct TokenRouteTests {
    @Test
    func `a token is made, shown without its secret, changed and revoked`() async throws {
        try await API.run { api async throws in
            let body = #"{"name":"phone","scopes":["write","read"],"expiresAt":"2027-01-01T00:00:00Z"}"#
            let made = try await api.request(.post, "/v1/tokens", body)
            #expect(made.status == 201)
            let path = "/v1/tokens/\(made.json.id)"
            #expect(made.headers[.location] == path)
            let phone = api.withSecret(try #require(made.json["secret"]?.string))
            #expect(try await phone.request(.post, "/v1/tasks", #"{"title":"x"}"#).status == 201)
            #expect(try await phone.request(.get, path).status == 403)
            let read = try await api.request(.get, path)
            #expect(read.json["secret"] == nil && read.headers[.eTag] == made.headers[.eTag])
            #expect(read.json["scopes"]?.array?.map(\.string) == ["read", "write"])
            #expect(read.json["lastUsedAt"]?.string == "2026-11-21T08:00:00Z")
            let changed = try await api.request(
                .patch, path, #"{"name":"tablet","scopes":["read"],"expiresAt":null}"#,
                headers: ["if-match": try #require(read.headers[.eTag])])
            #expect(changed.status == 200 && changed.json["version"]?.integer == 2)
            let unchanged = try await api.request(.patch, path, #"{"name":"tablet","scopes":["read"]}"#)
            #expect(unchanged.json["version"]?.integer == 2 && unchanged.headers[.eTag] == changed.headers[.eTag])
            #expect(try await phone.request(.post, "/v1/tasks", #"{"title":"x"}"#).status == 403)
            let stale = try await api.request(
                .patch, path, #"{"name":"x"}"#, headers: ["if-match": try #require(read.headers[.eTag])])
            #expect(stale.status == 412)
            let same = try await api.request(
                .get, path, headers: ["if-none-match": try #require(changed.headers[.eTag])])
            #expect(same.status == 304)
            #expect(try await api.request(.delete, path).status == 204)
            #expect(try await api.request(.get, path).status == 404)
            let refused = try await phone.request(.get, "/v1/tasks")
            #expect(refused.status == 401 && refused.json["detail"]?.string?.contains("revoked") == true)
            // Who did what is still known.
            let authors = try await api.request(.get, "/v1/changes").json["items"]?.array?.map { $0["author"]?.string }
            #expect(authors == ["phone"])
        }
    }

    @Test
    func `tokens are listed in pages`() async throws {
        try await API.run { api async throws in
            for name in ["a", "b", "c"] {
                api.clock.advance(by: .seconds(1))
                _ = try await api.request(.post, "/v1/tokens", #"{"name":"\#(name)"}"#)
            }
            var (names, cursor): ([String?], String?) = ([], nil)
            repeat {
                let query = "limit=2" + (cursor.map { "&cursor=\($0)" } ?? "")
                let page = try await api.request(.get, "/v1/tokens?\(query)").json
                names += page["items"]?.array?.map { $0["name"]?.string } ?? []
                cursor = page["nextCursor"]?.string
            } while cursor != nil
            #expect(names == ["test", "a", "b", "c"])
        }
    }

    @Test(arguments: [
        (#"{}"#, ["/name"]), (#"{"name":" "}"#, ["/name"]), (#"{"name":"x","scopes":[]}"#, ["/scopes"]),
        (#"{"name":"x","scopes":["all"]}"#, ["/scopes/0"]), (#"{"name":"x","secret":"taskd_1"}"#, ["/secret"]),
        (#"{"name":"0198c5a0-0000-7000-8000-000000000001"}"#, ["/name"]),
        (#"{"name":"x","expiresAt":"2026-11-21T08:00:00Z"}"#, ["/expiresAt"]),
        (#"{"name":"x","expiresAt":"tomorrow"}"#, ["/expiresAt"]),
        (#"{"name":"x","tag":"a","scopes":["read","hooks","admin"]}"#, ["/scopes/1", "/scopes/2"]),
        (#"{"name":"x","hookId":"00000000-0000-0000-0000-000000000001","scopes":["write"]}"#, ["/scopes/0"]),
        (#"{"name":"x","tag":"a","hookId":"00000000-0000-0000-0000-000000000001"}"#, [""]),
        (#"{"name":"x","projectId":"0198c5a0-0000-7000-8000-000000000001"}"#, ["/projectId"]),
        (#"{"name":"x","hookId":"0198c5a0-0000-7000-8000-000000000001"}"#, ["/hookId"]),
        (#"{"name":"x","lastUsedAt":null,"other":1}"#, ["/lastUsedAt", "/other"]),
    ])
    func `what is no token is refused with the fields at fault`(body: String, pointers: [String]) async throws {
        try await API.run { api async throws in
            let answer = try await api.request(.post, "/v1/tokens", body)
            #expect(answer.status == 422 && answer.pointers == pointers, "\(answer.json)")
            #expect(try await api.store.read { try $0.accessTokens(after: nil, limit: 9).count } == 1)
        }
    }

    @Test
    func `a name is one token's, in whatever form it is written, until that is revoked`() async throws {
        try await API.run { api async throws in
            let made = try await api.request(.post, "/v1/tokens", #"{"name":"Café"}"#)
            let taken = try await api.request(.post, "/v1/tokens", #"{"name":"Cafe\u0301"}"#)
            #expect(taken.status == 409 && taken.json["detail"]?.string?.contains(made.json.id) == true)
            let other = try await api.request(.post, "/v1/tokens", #"{"name":"other"}"#).json.id
            #expect(try await api.request(.patch, "/v1/tokens/\(other)", #"{"name":"Café"}"#).status == 409)
            #expect(try await api.request(.delete, "/v1/tokens/\(made.json.id)").status == 204)
            #expect(try await api.request(.patch, "/v1/tokens/\(other)", #"{"name":"Café"}"#).status == 200)
            let chosen = try await api.request(.post, "/v1/tokens", #"{"name":"z","id":"\#(other)"}"#)
            #expect(chosen.status == 409)
        }
    }

    @Test
    func `a repeated request gets no secret, and none stands in the store`() async throws {
        try await API.run { api async throws in
            let key = ["idempotency-key": "once"]
            let first = try await api.request(.post, "/v1/tokens", #"{"name":"a"}"#, headers: key)
            let again = try await api.request(.post, "/v1/tokens", #"{"name":"a"}"#, headers: key)
            #expect(again.status == 201 && again.json.id == first.json.id)
            #expect(again.json["secret"] == nil && again.json["secretOmitted"] == .bool(true))
            let rotated = try await api.request(.post, "/v1/tokens/\(first.json.id)/rotate", headers: key)
            #expect(rotated.status == 409)
            let other = ["idempotency-key": "other"]
            let path = "/v1/tokens/\(first.json.id)/rotate"
            let secret = try #require(try await api.request(.post, path, headers: other).json["secret"]?.string)
            #expect(try await api.request(.post, path, headers: other).json["secretOmitted"] == .bool(true))
            #expect(try await api.withSecret(secret).request(.get, "/v1/tokens/self").status == 200)
            for secret in [secret, try #require(first.json["secret"]?.string)] {
                #expect(try api.isInStore(secret) == false)
            }
            #expect(try api.isInStore(first.json.id) == true)
        }
    }

    @Test
    func `what was done under a key is known by it after a rotation too`() async throws {
        try await API.run { api async throws in
            let key = ["idempotency-key": "once"]
            let made = try await api.request(.post, "/v1/tasks", #"{"title":"x"}"#, headers: key)
            let rotated = try await api.request(.post, "/v1/tokens/self/rotate")
            let next = api.withSecret(try #require(rotated.json["secret"]?.string))
            let again = try await next.request(.post, "/v1/tasks", #"{"title":"x"}"#, headers: key)
            #expect(again.json.id == made.json.id)
        }
    }

    @Test
    func `the last admin token stays`() async throws {
        try await API.run { api async throws in
            let id = try await api.request(.get, "/v1/tokens/self").json.id
            // One that expires would lock everybody out one day.
            let other = #"{"name":"other","scopes":["admin"],"expiresAt":"2027-01-01T00:00:00Z"}"#
            let otherPath = "/v1/tokens/\(try await api.request(.post, "/v1/tokens", other).json.id)"
            let last: [(HTTPRequest.Method, String?)] = [
                (.delete, nil), (.patch, #"{"scopes":["read","write","hooks"]}"#),
                (.patch, #"{"expiresAt":"2028-01-01T00:00:00Z"}"#),
            ]
            for (method, body) in last {
                let answer = try await api.request(method, "/v1/tokens/\(id)", body)
                #expect(answer.status == 409, "\(method) \(body ?? "")")
                #expect(answer.json["detail"]?.string?.contains("taskd token add") == true)
            }
            #expect(try await api.request(.patch, "/v1/tokens/\(id)", #"{"name":"renamed"}"#).status == 200)
            #expect(try await api.request(.patch, otherPath, #"{"expiresAt":null}"#).status == 200)
            #expect(try await api.request(.delete, "/v1/tokens/\(id)").status == 204)
            #expect(try await api.request(.get, "/v1/tokens").status == 401)
        }
    }

    @Test
    func `after a rotation the old secret goes on until its very second, and the new one for good`() async throws {
        try await API.run { api async throws in
            let old = try await api.withToken(name: "phone", [.read])
            let rotated = try await old.request(.post, "/v1/tokens/self/rotate", #"{"overlap":"PT24H"}"#)
            #expect(rotated.status == 200 && rotated.json["oldSecretsUntil"]?.string == "2026-11-22T08:00:00Z")
            let new = old.withSecret(try #require(rotated.json["secret"]?.string))
            api.clock.advance(by: .seconds(86_399))
            for user in [old, new] { #expect(try await user.request(.get, "/v1/tasks").status == 200) }
            api.clock.advance(by: .seconds(1))
            let refused = try await old.request(.get, "/v1/tasks")
            #expect(refused.status == 401)
            #expect(refused.json["detail"]?.string?.contains("replaced and ended at 2026-11-22T08:00:00Z") == true)
            let own = try await new.request(.get, "/v1/tokens/self")
            #expect(own.status == 200 && own.json["oldSecretsUntil"] == .null)
        }
    }

    @Test
    func `one that leaked is replaced at once, however many secrets there were`() async throws {
        try await API.run { api async throws in
            let first = try await api.withToken(name: "phone", [.read])
            let path = "/v1/tokens/\(try await first.request(.get, "/v1/tokens/self").json.id)/rotate"
            var users = [first]
            for _ in 2...5 {
                let secret = try await api.request(.post, path, #"{"overlap":"P1D"}"#).json["secret"]?.string
                users.append(api.withSecret(try #require(secret)))
            }
            for user in users { #expect(try await user.request(.get, "/v1/tasks").status == 200) }
            #expect(try await api.request(.post, path).status == 409)
            #expect(try await api.request(.post, path, #"{"overlap":"P31D"}"#).pointers == ["/overlap"])
            let last = try await api.request(.post, path, #"{"overlap":"PT0S"}"#)
            for user in users { #expect(try await user.request(.get, "/v1/tasks").status == 401) }
            let user = api.withSecret(try #require(last.json["secret"]?.string))
            #expect(try await user.request(.get, "/v1/tasks").status == 200)
        }
    }

    @Test
    func `a token expires at its very second, be it known to the cache or not`() async throws {
        try await API.run { api async throws in
            let end = api.clock.now.advanced(by: .seconds(60))
            let known = try await api.withToken(name: "known", [.read], expiresAt: end)
            let unseen = try await api.withToken(name: "unseen", [.read], expiresAt: end)
            api.clock.advance(by: .milliseconds(59_999))
            #expect(try await known.request(.get, "/v1/tasks").status == 200)
            api.clock.advance(by: .milliseconds(1))
            for user in [known, unseen] {
                let refused = try await user.request(.get, "/v1/tasks")
                #expect(refused.status == 401)
                #expect(refused.json["detail"]?.string?.contains("expired at 2026-11-21T08:01:00Z") == true)
            }
            let id = try #require(try await api.store.read { try $0.accessToken(named: "known")?.id })
            let changed = try await api.request(.patch, "/v1/tokens/\(id)", #"{"expiresAt":"2026-11-21T08:02:00Z"}"#)
            #expect(changed.status == 200)
            #expect(try await known.request(.get, "/v1/tasks").status == 200)
        }
    }

    @Test
    func `an event stream ends with its token, and with the secret that it was opened with`() async throws {
        try await API.run { api async throws in
            let user = try await api.withToken(name: "phone", [.read])
            let id = try await user.request(.get, "/v1/tokens/self").json.id
            let calls: [(HTTPRequest.Method, String, String?, isEnd: Bool)] = [
                (.patch, "", #"{"name":"tablet"}"#, false), (.post, "/rotate", #"{"overlap":"PT1H"}"#, false),
                (.post, "/rotate", #"{"overlap":"PT0S"}"#, true),
            ]
            let client = try RawClient(port: api.port)
            client.get("/v1/events/stream", token: user.token)
            _ = try await client.receive(until: "taskd events\n\n", within: .seconds(60))
            for (method, path, body, isEnd) in calls {
                #expect(try await api.request(method, "/v1/tokens/\(id)\(path)", body).status == 200)
                _ = try await api.create(#"{"title":"after \#(path)"}"#)
                let text = try await client.receive(
                    until: isEnd ? "\r\n0\r\n\r\n" : "after \(path)", within: .seconds(60)
                ).text
                #expect(text.contains(#""after "#) != isEnd)
            }
        }
    }

    @Test
    func `a token for a tag follows the tag to its new name`() async throws {
        try await API.run { api async throws in
            _ = try await api.create(#"{"title":"milk","tags":["shop"]}"#)
            let made = try await api.request(.post, "/v1/tokens", #"{"name":"shopping","tag":"SHOP"}"#)
            let user = api.withSecret(try #require(made.json["secret"]?.string))
            #expect(try await api.request(.patch, "/v1/tags/shop", #"{"name":"store"}"#).status == 200)
            #expect(try await user.request(.get, "/v1/tokens/self").json["tag"]?.string == "store")
            #expect(try await user.request(.get, "/v1/tasks").json["items"]?.array?.count == 1)
        }
    }
}

extension API {
    /// Whether a text stands anywhere in the store's files.
    fileprivate func isInStore(_ text: String) throws -> Bool {
        try ["", "-wal"].contains { suffix in
            try Data(contentsOf: URL(fileURLWithPath: store.path + suffix)).range(of: Data(text.utf8)) != nil
        }
    }
}

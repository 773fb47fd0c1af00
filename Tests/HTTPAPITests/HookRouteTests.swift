import Basics
import HTTPTypes
import Notify
import Recurrence
import Storage
import StorageSQLite
import TestSupport
import Testing

struct HookRouteTests {
    @Test
    func `the secret is shown once, and sealed in the store`() async throws {
        try await API.run { api async throws in
            let body = #"{"url":"http://10.1.0.1/hook","events":["reminder.*"]}"#
            let key = ["idempotency-key": "once"]
            let made = try await api.request(.post, "/v1/hooks", body, headers: key)
            #expect(made.status == 201)
            let secret = try #require(made.json["secret"]?.string)
            #expect(secret.hasPrefix("whsec_"))
            #expect(try await api.request(.post, "/v1/hooks", body, headers: key).json["secret"] == nil)
            #expect(try await api.request(.get, "/v1/hooks/\(made.json.id)").json["secret"] == nil)
            let id = try #require(HookID(made.json.id))
            let hook = try #require(try await api.store.read { try $0.hook(id) })
            let box = SecretBox(key: [UInt8](repeating: 7, count: SecretBox.keyLength))
            #expect(try box.open(hook.sealedSecrets[0], for: id).secret.text == secret)
        }
    }

    @Test
    func `a hook is changed, listed and deleted`() async throws {
        try await API.run { api async throws in
            let hook = try await api.request(.post, "/v1/hooks", #"{"url":"http://10.1.0.1/hook"}"#).json
            let path = "/v1/hooks/\(hook.id)"
            let patched = try await api.request(.patch, path, #"{"enabled":false,"events":["task.completed"]}"#)
            #expect(patched.json["enabled"] == .bool(false))
            #expect(patched.headers[.eTag] == (try await api.request(.get, path).headers[.eTag]))
            let stale = try await api.request(.patch, path, #"{"enabled":true}"#, headers: ["if-match": "\"1\""])
            #expect(stale.status == 412)
            #expect(try await api.request(.patch, path, #"{"url":"http://10.9.0.1/"}"#).pointers == ["/url"])
            #expect(try await api.request(.get, "/v1/hooks").json["items"]?.array?.count == 2)
            #expect(try await api.request(.delete, path).status == 204)
            #expect(try await api.request(.get, path).status == 404)
            #expect(try await api.request(.delete, "/v1/hooks/\(Hook.stdoutID)").status == 409)
        }
    }

    @Test
    func `a key that cannot be opened any more keeps nothing else of a hook from changing`() async throws {
        try await API.run { api async throws in
            let lost = SecretBox(key: [UInt8](repeating: 8, count: SecretBox.keyLength))
            let hook = try await api.request(.post, "/v1/hooks", #"{"url":"http://10.1.0.1/hook"}"#).json
            let id = try #require(HookID(hook.id))
            try await api.store.write { transaction in
                var hook = try #require(try transaction.hook(id))
                let (key, value) = (
                    try lost.seal(text: "k", as: .clientKey, for: id),
                    try lost.seal(text: "v", as: .header("x-key"), for: id)
                )
                hook.tls = Hook.TLS(certificate: "c", sealedKey: key)
                hook.headers = [HookHeader(name: "x-key", value: .sealed(value))]
                try transaction.save(hook)
            }
            let path = "/v1/hooks/\(hook.id)"
            let headers = #"{"headers":[{"name":"x-key","value":"w","secret":true}]}"#
            let patched = try await api.request(.patch, path, headers)
            #expect(patched.status == 200 && patched.json["tls"]?["hasKey"] == .bool(true), "\(patched.json)")
            // What changes of it is looked at.
            #expect(try await api.request(.patch, path, #"{"tls":{"certificate":"d"}}"#).pointers == ["/tls"])
            #expect(try await api.request(.patch, path, #"{"tls":null}"#).status == 200)
        }
    }

    @Test
    func `a tag is in a hook once, however often and in whatever case it is named`() async throws {
        try await API.run { api async throws in
            let body = #"{"url":"http://10.1.0.1/hook","tags":["Hk","b","hK","cafe\u0301","Café","new"]}"#
            let hook = try await api.request(.post, "/v1/hooks", body).json
            #expect(hook["tags"]?.array?.compactMap(\.string) == ["Hk", "b", "café", "new"])
            _ = try await api.create(#"{"title":"a","tags":["hk"]}"#)
            #expect(try await api.request(.patch, "/v1/tags/hk", #"{"name":"NEW"}"#).status == 200)
            let renamed = try await api.request(.get, "/v1/hooks/\(hook.id)").json
            #expect(renamed["tags"]?.array?.compactMap(\.string) == ["NEW", "b", "café"])
        }
    }

    @Test
    func `deliveries are listed newest first, in pages`() async throws {
        try await API.run { api async throws in
            let hook = try await api.request(.post, "/v1/hooks", #"{"url":"http://10.1.0.1/hook"}"#).json
            for number in 0..<3 { _ = try await api.create(#"{"title":"task \#(number)"}"#) }
            let path = "/v1/hooks/\(hook.id)/deliveries"
            let first = try await api.request(.get, path + "?limit=2").json
            #expect(first["items"]?.array?.map { $0["eventSeq"]?.integer } == [3, 2])
            let cursor = try #require(first["nextCursor"]?.string)
            let second = try await api.request(.get, path + "?limit=2&cursor=\(cursor)").json
            #expect(second["items"]?.array?.map { $0["eventSeq"]?.integer } == [1])
            #expect(second["nextCursor"] == .null)
            #expect(try await api.request(.get, path + "?state=delivered").json["items"]?.array?.isEmpty == true)
        }
    }
}

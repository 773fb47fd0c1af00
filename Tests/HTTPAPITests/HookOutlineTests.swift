import Basics
import HTTPTypes
import Recurrence
import Storage
import StorageSQLite
import TestSupport
import Testing

struct HookOutlineTests {
    private static let body = #"""
        {"url":"http://10.1.0.1:8080/services/T0/B0/path-secret?token=query-secret",
        "headers":[{"name":"X-Plain","value":"plain-secret"},{"name":"X-Sealed","value":"sealed-secret","secret":true}],
        "template":{"format":"text","body":"template-secret"}}
        """#

    @Test
    func `a token that may only read sees where a hook leads, not by which secrets`() async throws {
        try await API.run(scopes: [.read, .write]) { api async throws in
            let made = try await api.withScopes([.hooks]) { try await $0.request(.post, "/v1/hooks", Self.body) }
            try #require(made.status == 201, "\(made.json)")
            for path in ["/v1/hooks", "/v1/hooks/\(made.json.id)"] {
                let read = "\(try await api.request(.get, path).json)"
                #expect(!read.contains("-secret"), "\(read)")
                #expect(read.contains("http://10.1.0.1:8080/…"))
                let whole = try await api.withScopes([.hooks]) { "\(try await $0.request(.get, path).json)" }
                for word in ["path", "query", "plain", "template"] { #expect(whole.contains(word + "-secret")) }
                #expect(!whole.contains("sealed-secret"))
            }
        }
    }

    @Test
    func `what a receiver said is not shown to who may only read, since it may repeat what it was sent`() async throws {
        try await API.run(scopes: [.read]) { api async throws in
            var attempt = DeliveryAttempt(
                number: 1, startedAt: api.clock.now, durationMilliseconds: 1, outcome: "failed")
            attempt.responseExcerpt = "you sent: sealed-secret"
            for (detail, isThere) in [(Hook.Detail.outline, false), (.whole, true)] {
                var json = JSONWriter()
                attempt.write(to: &json, detail)
                #expect(String(decoding: json.bytes, as: UTF8.self).contains("sealed-secret") == isThere)
            }
        }
    }

    @Test(arguments: [
        ("https://u:p@h.example/", "https://h.example/"), ("https://h.example", "https://h.example/"),
        ("https://h.example?x", "https://h.example/…"), ("http://[::1]:8080/a", "http://[::1]:8080/…"),
        ("https://a@b@h.example/x@y", "https://h.example/…"), ("nonsense", "…"),
    ])
    func `the outline of a URL is its origin`(url: String, outline: String) {
        #expect(Hook.outline(ofURL: url) == outline)
    }

    @Test
    func `a hook that leads elsewhere does not take its secret headers along`() async throws {
        try await API.run { api async throws in
            let made = try await api.request(.post, "/v1/hooks", Self.body).json
            let path = "/v1/hooks/\(made.id)"
            let same = try await api.request(.patch, path, #"{"url":"\#(made["url"]?.string ?? "")"}"#).json
            #expect(same["headers"]?.array?.count == 2)
            let kept = #"{"url":"http://10.1.0.2/","headers":[{"name":"X-Sealed","secret":true}]}"#
            #expect(try await api.request(.patch, path, kept).pointers == ["/headers/0/value"])
            let moved = try await api.request(.patch, path, #"{"url":"http://10.1.0.2/"}"#).json
            #expect(moved["headers"]?.array?.map { $0["name"]?.string } == ["X-Plain"])
            let given =
                #"{"url":"http://10.1.0.3/","headers":[{"name":"X-Sealed","value":"new","secret":true}]}"#
            #expect(try await api.request(.patch, path, given).json["headers"]?.array?.count == 1)
        }
    }
}

import Basics
import HTTPTypes
import Notify
import Recurrence
import Storage
import StorageSQLite
import TestSupport
import Testing

struct HookTrafficTests {
    private static let full = #"""
        {"url":"http://10.1.0.1/hook","tags":["home"],"priorities":["high"],"ordering":"perTask","concurrency":4,
         "rateLimit":{"perSecond":2.5,"burst":10},"retrySchedule":["PT0S","PT1M","P1D"],"expires":"PT12H",
         "headers":[{"name":"X-Team","value":"a b"},{"name":"Authorization","value":"Bearer x","secret":true}]}
        """#

    @Test
    func `what was said of a hook's deliveries is answered, and null takes it back`() async throws {
        try await API.run { api async throws in
            let made = try await api.request(.post, "/v1/hooks", Self.full)
            try #require(made.status == 201, "\(made.json)")
            #expect(made.json["ordering"] == .string("perTask"))
            #expect(made.json["rateLimit"]?["burst"]?.integer == 10)
            #expect(made.json["retrySchedule"]?.array == ["PT0S", "PT1M", "PT24H"].map { .string($0) })
            #expect(made.json["expires"] == .string("PT12H"))
            #expect(made.json["headers"]?.array?.map { $0["value"]?.string } == ["a b", nil])
            let path = "/v1/hooks/\(made.json.id)"
            let burst = try await api.request(.patch, path, #"{"rateLimit":{"burst":3},"tags":null}"#).json
            #expect(burst["rateLimit"]?["perSecond"] == .number(2.5))
            #expect(burst["rateLimit"]?["burst"]?.integer == 3)
            #expect(burst["tags"]?.array == [])
            #expect(burst["concurrency"]?.integer == 4)
            let bare = #"{"rateLimit":null,"retrySchedule":null,"expires":null,"concurrency":null,"headers":null}"#
            let cleared = try await api.request(.patch, path, bare).json
            for name in ["rateLimit", "retrySchedule", "expires", "concurrency"] { #expect(cleared[name] == .null) }
            #expect(cleared["headers"]?.array == [])
        }
    }

    @Test
    func `a secret header is sealed, and kept when it comes back without its value`() async throws {
        try await API.run { api async throws in
            let made = try await api.request(.post, "/v1/hooks", Self.full).json
            let id = try #require(HookID(made.id))
            let before = try #require(try await api.store.read { try $0.hook(id) }).headers
            #expect(before[1].isSecret)
            let kept = #"{"headers":[{"name":"authorization","secret":true}]}"#
            #expect(try await api.request(.patch, "/v1/hooks/\(id)", kept).status == 200)
            let after = try #require(try await api.store.read { try $0.hook(id) }).headers
            #expect(after.map(\.value) == [before[1].value])
            let unknown = #"{"headers":[{"name":"X-Other","secret":true}]}"#
            let refused = try await api.request(.patch, "/v1/hooks/\(id)", unknown)
            #expect(refused.pointers == ["/headers/0/value"])
        }
    }

    static let bad: [(field: String, pointers: [String])] = [
        (#""ordering":"fifo""#, ["/ordering"]), (#""concurrency":0"#, ["/concurrency"]),
        (#""concurrency":65"#, ["/concurrency"]), (#""rateLimit":{"burst":3}"#, ["/rateLimit/perSecond"]),
        (#""rateLimit":{"perSecond":0}"#, ["/rateLimit/perSecond"]), (#""rateLimit":5"#, ["/rateLimit"]),
        (#""rateLimit":{"perSecond":1,"burst":0}"#, ["/rateLimit/burst"]),
        (#""rateLimit":{"perSecond":1,"x":0}"#, ["/rateLimit/x"]), (#""retrySchedule":[]"#, ["/retrySchedule"]),
        (#""retrySchedule":["PT1M","soon","-PT1S","P3D"]"#, ["1", "2", "3"].map { "/retrySchedule/\($0)" }),
        (#""expires":"PT0S""#, ["/expires"]), (#""expires":"P2Y""#, ["/expires"]),
        (#""priorities":["high","huge"]"#, ["/priorities/1"]), (#""tags":[1]"#, ["/tags/0"]),
        (#""headers":[{"value":"x"}]"#, ["/headers/0/name"]),
        (#""headers":[{"name":"Host","value":"x"}]"#, ["/headers/0/name"]),
        (#""headers":[{"name":"webhook-id","value":"x"}]"#, ["/headers/0/name"]),
        (#""headers":[{"name":"A B","value":"x"}]"#, ["/headers/0/name"]),
        (#""headers":[{"name":"A","value":"x\r\nB: y"}]"#, ["/headers/0/value"]),
        (#""headers":[{"name":"A","value":"ü"}]"#, ["/headers/0/value"]),
        (#""headers":[{"name":"A","value":"1"},{"name":"a","value":"2"}]"#, ["/headers/1/name"]),
    ]

    @Test(arguments: bad)
    func `what makes no sense is refused by its place, and nothing is made`(field: String, pointers: [String])
        async throws
    {
        try await API.run { api async throws in
            let answer = try await api.request(.post, "/v1/hooks", #"{"url":"http://10.1.0.1/",\#(field)}"#)
            #expect(answer.status == 422)
            #expect(answer.pointers == pointers)
            #expect(try await api.isEmpty())
        }
    }
}

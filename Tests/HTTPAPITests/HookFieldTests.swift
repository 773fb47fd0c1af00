import Basics
import Foundation
import HTTPTypes
import Recurrence
import Storage
import StorageSQLite
import TestSupport
import Testing

/// Each field that ``HookDraft`` declares, wherever a field of a hook can be lost.
///
/// The fields are enumerated, so that one that is forgotten somewhere fails here.
struct HookFieldTests {
    /// A value for each field of a webhook, other than what a new one has.
    private static let samples = [
        "url": #""http://10.1.0.2/other""#, "payload": #""thin""#, "preset": #""ntfy""#,
        "template": #"{"format":"text","body":"{{type}}"}"#, "maxBodyBytes": "2048", "tls": nil,
        "events": #"["reminder.*","task.completed"]"#, "tags": #"["집","b"]"#, "priorities": #"["high","urgent"]"#,
        "filter": #""due <= today and project:\"집\"/*""#, "timeZone": #""Asia/Seoul""#,
        "ordering": #""perTask""#, "rateLimit": #"{"perSecond":2.5,"burst":10}"#, "concurrency": "4",
        "retrySchedule": #"["PT0S","PT1M"]"#, "expires": #""PT12H""#,
        "headers": #"[{"name":"X-Team","value":"a b","secret":false}]"#, "enabled": "false",
    ]

    private static func value(_ json: String) throws -> JSONValue { try JSONValue(json: Data(json.utf8)) }

    private func make(_ api: API) async throws -> JSONValue {
        let made = try await api.request(.post, "/v1/hooks", #"{"url":"http://10.1.0.1/hook"}"#)
        try #require(made.status == 201, "\(made.json)")
        return made.json
    }

    @Test func `each field that is declared has a sample, but for those of a command`() {
        #expect(Set(Self.samples.keys).union(["argv"]) == Set(HookDraft.fieldList.map(\.name)))
    }

    @Test func `each is set, kept and cleared by a PATCH, and survives the store and the event`() async throws {
        try await API.run { api async throws in
            for (name, sample) in Self.samples {
                guard let json = sample else { continue }
                let plain = try await make(api)
                let path = "/v1/hooks/\(plain.id)"
                let patched = try await api.request(.patch, path, #"{"\#(name)":\#(json)}"#)
                #expect(patched.status == 200, "\(name): \(patched.json)")
                let other = name == "tags" ? #"{"concurrency":7}"# : #"{"tags":["x"]}"#
                let kept = try await api.request(.patch, path, other).json
                let read = try await api.request(.get, path).json
                for hook in [patched.json, kept, read] { #expect(try hook[name] == Self.value(json), "\(name)") }
                let id = try #require(HookID(plain.id))
                let stored = try #require(try await api.store.read { try $0.hook(id) })
                var told = JSONWriter()
                stored.write(to: &told)
                if !["url", "template", "headers"].contains(name) {
                    #expect(try JSONValue(json: told.bytes)[name] == Self.value(json), "\(name)")
                }
                let cleared = try await api.request(.patch, path, #"{"\#(name)":null}"#)
                if name == "url" {
                    #expect(cleared.status == 422 && cleared.pointers == ["/url"])
                } else {
                    #expect(cleared.json[name] == plain[name], "\(name)")
                }
            }
        }
    }

    @Test func `each field is created with a hook`() async throws {
        try await API.run { api async throws in
            // A template and a preset exclude each other.
            let chosen = Self.samples.filter { $0.key != "preset" }.compactMapValues(\.self)
            let members = chosen.map { "\"\($0.key)\":\($0.value)" }.joined(separator: ",")
            let made = try await api.request(.post, "/v1/hooks", "{\(members)}")
            #expect(made.status == 201, "\(made.json)")
            let read = try await api.request(.get, "/v1/hooks/\(made.json.id)").json
            for (name, json) in chosen { #expect(try read[name] == Self.value(json), "\(name)") }
        }
    }

    @Test func `a template and a limit are merged member by member`() async throws {
        try await API.run { api async throws in
            let path = "/v1/hooks/\(try await make(api).id)"
            let whole = #"{"template":{"format":"text","body":"a"},"rateLimit":{"perSecond":2,"burst":5}}"#
            #expect(try await api.request(.patch, path, whole).status == 200)
            let part = #"{"template":{"body":"b"},"rateLimit":{"burst":null}}"#
            let merged = try await api.request(.patch, path, part).json
            #expect(try merged["template"] == Self.value(#"{"format":"text","body":"b"}"#))
            #expect(try merged["rateLimit"] == Self.value(#"{"perSecond":2,"burst":1}"#))
        }
    }

    @Test func `a patch reports each problem of its body at once`() async throws {
        try await API.run { api async throws in
            let plain = try await make(api)
            let body = #"""
                {"url":7,"payload":"some","template":{"format":"xml"},"maxBodyBytes":1,"events":["Bad","task.*",3],"tags":"x",
                "priorities":["high",1],"filter":["x"],"timeZone":7,"rateLimit":5,"retrySchedule":[1,"P9D"],"expires":"PT0S","enabled":"yes","version":1,
                "headers":[{"secret":true},7,{"name":"Host","value":"\n"}],"colour":1}
                """#
            let refused = try await api.request(.patch, "/v1/hooks/\(plain.id)", body)
            #expect(refused.status == 422)
            #expect(
                Set(refused.pointers) == [
                    "/url", "/payload", "/template/format", "/template/body", "/maxBodyBytes", "/events/0", "/events/2",
                    "/tags",
                    "/priorities/1", "/filter", "/timeZone", "/rateLimit", "/retrySchedule/0", "/retrySchedule/1",
                    "/expires", "/enabled",
                    "/version",
                    "/headers/0/name", "/headers/1", "/headers/2/name", "/headers/2/value", "/colour",
                ])
            #expect(Set(refused.pointers).count == refused.pointers.count)
        }
    }

    /// Members of which several are wrong, each found by another part: by the reader, at the target, by what they say.
    private static let wrongs: [(members: String, pointers: Set<String>)] = [
        (#""url":"http://10.9.0.1/","filter":"tag:home and""#, ["/url", "/filter"]),
        (
            #""url":"ftp://a/","filter":"x ==","timeZone":"Mars/Base","concurrency":0"#,
            ["/url", "/filter", "/timeZone", "/concurrency"]
        ),
        (
            ##""url":"http://10.9.0.1/","template":{"format":"text","body":"{{#a}}"},"headers":[{"name":"X-A"}]"##,
            ["/url", "/template/body", "/headers/0/value"]
        ),
        (#""url":"http://10.9.0.1/","tls":{"authorities":"none"},"filter":7"#, ["/url", "/tls", "/filter"]),
        (
            #""url":"http://10.1.0.1/","preset":"slack","template":{"format":"text","body":"a"},"tags":7"#,
            ["/template", "/tags"]
        ),
        // What a template makes of a body without a bound is not asked.
        (
            ##""template":{"format":"text","body":"{{#a}}"},"maxBodyBytes":9223372036854775807,"expires":"P""##,
            ["/maxBodyBytes", "/expires"]
        ),
    ]

    @Test(arguments: wrongs)
    func `what is wrong is told at once, whichever part finds it`(
        members: String, pointers: Set<String>
    ) async throws {
        try await API.run { api async throws in
            let plain = try await make(api)
            let own = members.contains("\"url\"") ? "" : #""url":"http://10.1.0.1/","#
            for (method, path, body) in [
                (HTTPRequest.Method.post, "/v1/hooks", "{\(own)\(members)}"),
                (.patch, "/v1/hooks/\(plain.id)", "{\(members)}"),
            ] {
                let answer = try await api.request(method, path, body)
                #expect(answer.status == 422 && Set(answer.pointers) == pointers, "\(answer.json)")
                #expect(answer.pointers.count == pointers.count, "\(answer.json)")
                let isFilterRead = pointers.contains("/filter") && !members.contains(#""filter":7"#)
                #expect((answer.json["at"] != nil) == isFilterRead)
            }
            #expect(try await api.request(.get, "/v1/hooks/\(plain.id)").json["version"] == plain["version"])
            #expect(try await api.request(.get, "/v1/hooks").json["items"]?.array?.count == 2)
        }
    }

    @Test func `what is wrong with a command and with its filter is told at once`() async throws {
        try await API.run { api async throws in
            let body = #"{"kind":"command","argv":["/bin/sh"],"filter":"tag:home and","signing":"v1"}"#
            let answer = try await api.request(.post, "/v1/hooks", body)
            #expect(answer.status == 422 && Set(answer.pointers) == ["/argv", "/filter", "/signing"])
            #expect(try await api.isEmpty())
        }
    }

    @Test func `what a kind of hook lacks is refused unless it is null`() async throws {
        try await API.run { api async throws in
            let standard = "/v1/hooks/\(Hook.stdoutID)"
            for (name, json) in Self.samples {
                let isLacking = ["url", "payload", "preset", "template", "maxBodyBytes", "tls", "headers"].contains(
                    name)
                let answer = try await api.request(.patch, standard, #"{"\#(name)":\#(json ?? "{}")}"#)
                #expect(answer.status == (isLacking ? 422 : 200), "\(name): \(answer.json)")
                if isLacking { #expect(answer.pointers == ["/\(name)"]) }
                #expect(try await api.request(.patch, standard, #"{"\#(name)":null}"#).status == 200, "\(name)")
            }
        }
    }
}

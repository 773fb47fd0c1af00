import Basics
import Foundation
import HTTPTypes
import Notify
import Recurrence
import Storage
import StorageSQLite
import TestSupport
import Testing

struct HookOperationTests {
    /// A sink that keeps what it was given.
    private struct KeepingSink: Sink {
        let pace = SinkLimits(concurrency: 1, batchSize: 1)
        let messages = Locked<[OutgoingMessage]>([])
        var outcome = DeliveryOutcome(statusCode: 200)

        func deliver(_ message: OutgoingMessage) async -> DeliveryOutcome {
            messages.withLock { $0.append(message) }
            return outcome
        }
    }

    private static let hook = #"{"url":"http://10.1.0.1/hook"}"#

    @Test(arguments: EventType.known.map(\.rawValue))
    func `a sample of any type is sent, and says that it is one`(type: String) async throws {
        let sink = KeepingSink()
        try await API.run(sinks: [.webhook: sink]) { api async throws in
            let id = try await api.request(.post, "/v1/hooks", Self.hook).json.id
            let answer = try await api.request(.post, "/v1/hooks/\(id)/test", #"{"type":"\#(type)"}"#)
            #expect(answer.status == 200)
            #expect(answer.json["delivered"] == .bool(true))
            #expect(answer.json["attempt"]?["statusCode"]?.integer == 200)
            let event = try #require(sink.messages.withLock { $0.first?.event })
            #expect(event.type.rawValue == type)
            #expect(answer.json["eventId"]?.string == event.id.description)
            #expect(try JSONValue(json: event.data)["test"] == .bool(true))
            #expect(try await api.store.read { try $0.lastEventSequence() } == 0)
        }
    }

    @Test
    func `under one key a sample is sent once`() async throws {
        let sink = KeepingSink(outcome: DeliveryOutcome(statusCode: 503))
        try await API.run(sinks: [.webhook: sink]) { api async throws in
            let id = try await api.request(.post, "/v1/hooks", Self.hook).json.id
            let key = ["idempotency-key": "once"]
            let first = try await api.request(.post, "/v1/hooks/\(id)/test", headers: key)
            let second = try await api.request(.post, "/v1/hooks/\(id)/test", headers: key)
            #expect(first.json["delivered"] == .bool(false))
            #expect(first.json == second.json)
            #expect(sink.messages.withLock { $0.count } == 1)
            #expect(try await api.request(.post, "/v1/hooks/\(id)/test", #"{"type":"x"}"#).pointers == ["/type"])
            let unknown = "/v1/hooks/\(HookID.numbered(9))/test"
            #expect(try await api.request(.post, unknown).status == 404)
        }
    }

    @Test(arguments: ["v1", "v1a", "both"])
    func `a rotated secret is shown once, and the old one signs beside it for a while`(signing: String) async throws {
        try await API.run { api async throws in
            let made = try await api.request(.post, "/v1/hooks", #"{"url":"http://10.1.0.1/","signing":"\#(signing)"}"#)
            let id = try #require(HookID(made.json.id))
            let rotated = try await api.request(.post, "/v1/hooks/\(id)/rotate-secret", #"{"overlap":"PT1H"}"#)
            #expect(rotated.status == 200)
            let secret = try #require(rotated.json["secret"]?.string)
            #expect(secret != made.json["secret"]?.string)
            let hook = try #require(try await api.store.read { try $0.hook(id) })
            let box = SecretBox(key: [UInt8](repeating: 7, count: SecretBox.keyLength))
            let now = try #require(UTCInstant(API.now))
            let count = signing == "both" ? 2 : 1
            let during = try box.signingSecrets(of: hook, at: now.advanced(by: .seconds(3_599)))
            let after = try box.signingSecrets(of: hook, at: now.advanced(by: .seconds(3_600)))
            #expect(during.count == 2 * count)
            #expect(after.count == count)
            #expect(after.first?.text == secret)
            #expect(Array(during.prefix(count)) == after)
            #expect(try await api.request(.post, "/v1/hooks/\(Hook.stdoutID)/rotate-secret").status == 409)
        }
    }

    @Test
    func `health tells what waits, and enabling a hook forgives its failures`() async throws {
        try await API.run { api async throws in
            let id = try #require(HookID(try await api.request(.post, "/v1/hooks", Self.hook).json.id))
            _ = try await api.create(#"{"title":"one"}"#)
            let path = "/v1/hooks/\(id)"
            let fresh = try await api.request(.get, path + "/health").json
            #expect(fresh["circuit"] == .string("closed"))
            #expect(fresh["waiting"]?.integer == 1)
            var health = HookHealth()
            health.trips = 1
            health.resumesAt = api.clock.now.advanced(by: .seconds(30))
            try await api.store.write { [health] in try $0.save(health, of: id) }
            #expect(try await api.request(.get, path + "/health").json["circuit"] == .string("open"))
            _ = try await api.request(.patch, path, #"{"rateLimit":null}"#)
            #expect(try await api.request(.get, path + "/health").json["circuit"] == .string("open"), "not asked for")
            _ = try await api.request(.patch, path, #"{"enabled":true}"#)
            #expect(try await api.request(.get, path + "/health").json["circuit"] == .string("closed"))
            try await api.store.write { [health] in try $0.save(health, of: id) }
            _ = try await api.request(.patch, path, #"{"enabled":false}"#)
            _ = try await api.request(.patch, path, #"{"enabled":true}"#)
            #expect(try await api.request(.get, path + "/health").json["circuit"] == .string("closed"))
        }
    }

    @Test
    func `dead deliveries are listed, and one or all are sent again`() async throws {
        try await API.run { api async throws in
            let id = try #require(HookID(try await api.request(.post, "/v1/hooks", Self.hook).json.id))
            for number in 0..<3 { _ = try await api.create(#"{"title":"task \#(number)"}"#) }
            let now = api.clock.now
            try await api.store.write { transaction in
                let claims = try transaction.claimDeliveries(of: id, dueAt: now, leaseUntil: now, limit: 9)
                try transaction.record(
                    claims.map { DeliveryResult(delivery: $0.id, attempt: .fixture(1), verdict: .failed) })
            }
            let dead = "/v1/hooks/\(id)/deliveries?state=failed"
            let ids = try await api.request(.get, dead).json["items"]?.array?.map(\.id) ?? []
            #expect(ids.count == 3)
            let one = try await api.request(.post, "/v1/deliveries/\(ids[0])/replay")
            #expect(one.status == 202)
            #expect(one.json["state"] == .string("pending"))
            #expect(try await api.request(.post, "/v1/deliveries/\(ids[0])/replay").json == one.json)
            let limited = try await api.request(.post, "/v1/hooks/\(id)/replay", #"{"limit":1}"#).json
            #expect(limited == .object(["replayed": .number(1), "hasMore": .bool(true)]))
            let rest = try await api.request(.post, "/v1/hooks/\(id)/replay").json
            #expect(rest == .object(["replayed": .number(1), "hasMore": .bool(false)]))
            #expect(try await api.request(.get, dead).json["items"]?.array?.isEmpty == true)
            let bad = #"{"state":"done","limit":0,"perSecond":0,"from":"x","events":["X"],"y":1}"#
            let pointers = try await api.request(.post, "/v1/hooks/\(id)/replay", bad).pointers
            #expect(Set(pointers) == ["/state", "/limit", "/perSecond", "/from", "/events/0", "/y"])
            #expect(try await api.request(.post, "/v1/deliveries/dlv_99/replay").status == 404)
        }
    }
}

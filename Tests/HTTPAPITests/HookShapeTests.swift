import Basics
import HTTPTypes
import Notify
import Recurrence
import Storage
import StorageSQLite
import TestSupport
import Testing

struct HookShapeTests {
    private static let box = SecretBox(key: [UInt8](repeating: 7, count: SecretBox.keyLength))

    private func saved(_ id: String, in api: API) async throws -> Hook {
        let id = try #require(HookID(id))
        return try #require(try await api.store.read { try $0.hook(id) })
    }

    @Test
    func `a hook for receivers that must not sign shows its public key, and both kinds of secrets once`() async throws {
        try await API.run { api async throws in
            let v1a = try await api.request(.post, "/v1/hooks", #"{"url":"http://10.1.0.1/","signing":"v1a"}"#).json
            let secret = try SigningSecret(#require(v1a["secret"]?.string))
            #expect(secret.scheme == .v1a)
            #expect(v1a["publicKey"]?.string == secret.verificationKey.text)
            let both = try await api.request(.post, "/v1/hooks", #"{"url":"http://10.1.0.1/","signing":"both"}"#).json
            let secrets = try #require(both["secrets"]?.array).compactMap(\.string)
            #expect(secrets.map { $0.prefix(5) } == ["whsec", "whsk_"])
            #expect(both["secret"]?.string == secrets[0])
            let opened = try Self.box.signingSecrets(of: try await saved(both.id, in: api), at: api.clock.now)
            #expect(opened.map(\.text) == secrets)
            let read = try await api.request(.get, "/v1/hooks/\(both.id)").json
            #expect(read["secret"] == nil && read["secrets"] == nil && read["publicKey"] == nil)
            let imported = try await api.request(
                .post, "/v1/hooks", #"{"url":"http://10.1.0.1/","secret":"\#(secret.text)"}"#)
            #expect(imported.json["publicKey"] == v1a["publicKey"])
        }
    }

    @Test
    func `a command that is listed is made, and shows its arguments`() async throws {
        try await API.run { api async throws in
            let body = #"{"kind":"command","argv":["/bin/cat","-n",""],"events":["reminder.due"],"payload":"thin"}"#
            let made = try await api.request(.post, "/v1/hooks", body)
            #expect(made.status == 201, "\(made.json)")
            #expect(made.json["secret"] == nil)
            #expect(made.json["argv"] == .array([.string("/bin/cat"), .string("-n"), .string("")]))
            let path = "/v1/hooks/\(made.json.id)"
            #expect(try await api.request(.patch, path, #"{"argv":["/bin/true"]}"#).status == 200)
            #expect(try await api.request(.patch, path, #"{"argv":["/bin/sh"]}"#).pointers == ["/argv"])
            #expect(try await saved(made.json.id, in: api).command == ["/bin/true"])
        }
    }

    @Test
    func `a patch changes what it names, and null empties it`() async throws {
        try await API.run { api async throws in
            let hook = try await api.request(.post, "/v1/hooks", #"{"url":"http://10.1.0.1/a","preset":"ntfy"}"#).json
            #expect(hook["preset"]?.string == "ntfy")
            #expect(hook["maxBodyBytes"]?.integer == Hook.Shape.defaultSizeLimit)
            let path = "/v1/hooks/\(hook.id)"
            let template = ##"{"format":"json","body":"{\"t\":\"{{type}}\"}"}"##
            #expect(try await api.request(.patch, path, #"{"template":\#(template)}"#).pointers == ["/template"])
            let changed = try await api.request(
                .patch, path, #"{"preset":null,"template":\#(template),"maxBodyBytes":2048}"#)
            #expect(changed.json["preset"] == .null)
            #expect(changed.json["template"]?["format"]?.string == "json")
            let other = try await api.request(.patch, path, #"{"payload":"thin"}"#).json
            #expect(other["template"] == changed.json["template"])
            #expect(other["maxBodyBytes"]?.integer == 2_048)
            #expect(try await api.request(.patch, path, #"{"template":null}"#).json["template"] == .null)
            #expect(try await api.request(.patch, "/v1/hooks/\(Hook.stdoutID)", #"{"payload":"thin"}"#).status == 422)
        }
    }

    @Test
    func `what comes back of a hook can be sent as a patch`() async throws {
        try await API.run { api async throws in
            let made = try await api.request(.post, "/v1/hooks", #"{"url":"http://10.1.0.1/"}"#).json
            let names = ["url", "payload", "preset", "template", "maxBodyBytes", "tls", "events", "enabled"]
            for name in names { #expect(made[name] != nil, "\(name)") }
            let body = #"{"payload":"full","preset":null,"template":null,"maxBodyBytes":262144,"tls":null}"#
            #expect(try await api.request(.patch, "/v1/hooks/\(made.id)", body).status == 200)
        }
    }
}

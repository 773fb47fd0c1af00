import Notify
import Storage

extension Cause {
    /// What is wrong with a hook beside its URL, as others may have written it to the store.
    static let hooks = [
        hook("a secret sealed with another key") { hook, _ in
            hook.sealedSecrets = [try SecretBox(key: Array(repeating: 1, count: 32)).seal(.make(), for: hook.id)]
        },
        hook("a secret in a form of tomorrow") { hook, _ in hook.sealedSecrets = [[99]] },
        hook("a header that ends the line") { hook, _ in
            hook.headers = [.init(name: "x-team", value: .plain("a\r\nx-injected: yes"))]
        },
        hook("a header's value that is too long") { hook, _ in
            hook.headers = [.init(name: "x-team", value: .plain(String(repeating: "a", count: 5_000)))]
        },
        hook("a header's value that ends with a space") { hook, _ in
            hook.headers = [.init(name: "x-team", value: .plain("a "))]
        },
        hook("a header's name that ends the line") { hook, _ in
            hook.headers = [.init(name: "x-team:\r\nx-injected", value: .plain("yes"))]
        },
        hook("a header that taskd sends") { hook, _ in
            hook.headers = [.init(name: "content-length", value: .plain("0"))]
        },
        hook("authorities that are none") { hook, _ in hook.tls = .init(authorities: "none") },
        hook("a client certificate without its key") { hook, _ in
            hook.tls = .init(certificate: try Fixtures.text("TLS/client.pem"))
        },
        hook("a client certificate that is none") { hook, box in
            hook.tls = .init(certificate: "none")
            hook.tls?.sealedKey = try box.seal(text: Fixtures.text("TLS/client-key.pem"), as: .clientKey, for: hook.id)
        },
        hook("a client key that is none") { hook, box in
            hook.tls = .init(certificate: try Fixtures.text("TLS/client.pem"))
            hook.tls?.sealedKey = try box.seal(text: "none", as: .clientKey, for: hook.id)
        },
        hook("the key of another certificate") { hook, box in
            hook.tls = .init(certificate: try Fixtures.text("TLS/client.pem"))
            hook.tls?.sealedKey = try box.seal(text: Fixtures.text("TLS/server-key.pem"), as: .clientKey, for: hook.id)
        },
        hook("a template that cannot be read") { hook, _ in
            hook.shape.template = .init(format: .text, text: "{{#a}}")
        },
    ]

    private static func hook(
        _ name: String,
        _ change: @escaping @Sendable (inout Hook, SecretBox) throws -> Void
    ) -> Cause {
        Cause(name, .misconfigured) {
            let fixture = try SinkFixture()
            var hook = try fixture.hook("http://127.0.0.1:9090/")
            try change(&hook, fixture.box)
            return await fixture.sink.deliver(OutgoingMessage(hook: hook, event: .numbered(7), attempt: 1))
        }
    }
}

extension Cause {
    /// What is wrong with a URL as it is written.
    static let urls = [
        url("no URL", ""),
        url("another scheme", "gopher://127.0.0.1:9090/"),
        url("a URL that is too long", "http://127.0.0.1/" + String(repeating: "a", count: 2_048)),
        url("a line break that would begin a header", "http://127.0.0.1/\r\nX-Injected: yes"),
        url("a letter that only looks like ASCII", "http://lоcalhost/"),
        url("a backslash", "http://example.com\\@127.0.0.1/"),
        url("a fragment", "http://127.0.0.1/#a"),
        url("a user", "http://user@127.0.0.1/"),
        url("no host", "http:///a"),
        url("an address in an old spelling", "http://0x7f000001/"),
        url("brackets without an address", "http://[localhost]/"),
        url("a malformed name", "http://example..com/"),
        url("brackets in the path", "http://127.0.0.1/[a]"),
        url("a port that is no number", "http://127.0.0.1:http/"),
        url("a port of another protocol", "http://127.0.0.1:6379/"),
    ]

    private static func url(_ name: String, _ url: String) -> Cause {
        Cause(name, .misconfigured) {
            let fixture = try SinkFixture()
            return await fixture.sink.deliver(try fixture.message(to: url))
        }
    }
}

import Notify

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

import Notify
import Testing

@Suite struct WebhookURLTests {
    @Test(arguments: [
        ("https://example.com", "https://example.com/"),
        ("HTTPS://Example.COM:443/A?b=C", "https://example.com/A?b=C"),
        ("http://example.com:80", "http://example.com/"),
        ("http://example.com:8080/x", "http://example.com:8080/x"),
        ("https://example.com?q=1/2:3@4", "https://example.com/?q=1/2:3@4"),
        ("https://a_b.xn--bcher-kva.example/%20", "https://a_b.xn--bcher-kva.example/%20"),
        ("http://192.0.2.1:1081/", "http://192.0.2.1:1081/"),
        ("http://[2001:DB8:0::1]", "http://[2001:db8::1]/"),
        ("https://[::1]:8443/a", "https://[::1]:8443/a"),
        ("http://localhost", "http://localhost/"),
        ("http://a.0x7f.com", "http://a.0x7f.com/"),
    ])
    func `a URL is written from its parts`(text: String, canonical: String) throws {
        let url = try WebhookURL(text)
        #expect(url.description == canonical)
        #expect(try WebhookURL(url.description) == url)
    }

    @Test(arguments: [
        ("", "empty"), ("example.com", "begin with"), ("ftp://example.com", "begin with"),
        ("//example.com", "begin with"), ("https:/example.com", "begin with"), ("http+unix://x", "begin with"),
        ("https://", "must have a host"), ("https:///a", "must have a host"), ("https://:443", "must have a host"),
        ("https://?q", "must have a host"),
        ("https://user@example.com", "user name"), ("https://user:pw@example.com", "user name"),
        ("https://example.com@evil.example/", "user name"), ("https://example.com#a", "fragment"),
        ("https://exa mple.com", "percent-encoded"), ("https://example.com/\n", "percent-encoded"),
        ("https://example.com\\@evil.example", "percent-encoded"), ("https://exämple.com", "non-ASCII"),
        ("https://example.com/{a}", "percent-encoded"), ("https://example.com/[a]", "brackets"),
        ("https://example.com:", "port"), ("https://example.com:0", "port"), ("https://example.com:65536", "port"),
        ("https://example.com:+80", "port"), ("https://example.com:080", "port"), ("https://example.com:80:80", "port"),
        ("https://example.com:25", "port 25"), ("http://example.com:6379", "port 6379"),
    ])
    func `a URL that cannot be used is refused with the reason`(text: String, reason: String) throws {
        let error = #expect(throws: NotifyError.self) { try WebhookURL(text) }
        #expect(error?.code == .invalidURL)
        #expect(error?.description.contains(reason) == true, "\(error?.description ?? "")")
    }

    @Test(arguments: [
        "127.1", "2130706433", "0x7f000001", "0x7f.1", "0177.0.0.1", "127.0.0.1.", "1.2.3.4.5", "256.1.1.1", "a.0x7f",
        "example..com", ".example.com", "example.com.", "-a.com", "a-.com", "%6cocalhost", "[::1", "::1]", "[1.2.3.4]",
        "[fe80::1%25eth0]", "[v1.a]", "[]", "a.\(String(repeating: "b", count: 64))",
        Array(repeating: "a", count: 128).joined(separator: "."),
    ])
    func `a host in a doubtful spelling is refused`(host: String) throws {
        #expect(try notifyCode { _ = try WebhookURL("http://\(host)/") } == .invalidURL)
    }

    @Test func `a URL has a greatest length`() throws {
        let longest = "https://example.com/" + String(repeating: "a", count: WebhookURL.longest - 20)
        #expect(try WebhookURL(longest).description == longest)
        #expect(try notifyCode { _ = try WebhookURL(longest + "a") } == .invalidURL)
    }
}

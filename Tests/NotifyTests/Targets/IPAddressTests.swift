import Notify
import Testing

@Suite struct IPAddressTests {
    @Test(arguments: ["0.0.0.0", "127.0.0.1", "255.255.255.255", "::", "::1", "2001:db8::8:800:200c:417a", "fe80::1"])
    func `an address reads back as it is written`(text: String) throws {
        #expect(try #require(IPAddress(text)).description == text)
    }

    @Test func `one address in many spellings is one`() {
        #expect(IPAddress("2001:DB8:0:0:8:800:200C:417A") == IPAddress("2001:db8::8:800:200c:417a"))
        #expect(IPAddress("::ffff:7f00:1") == IPAddress("::ffff:127.0.0.1"))
        #expect(IPAddress("::ffff:7f00:1") != IPAddress("127.0.0.1"))
    }

    @Test(arguments: [
        "", "1", "127.1", "127.0.0.1.", "0177.0.0.1", "0x7f.0.0.1", "2130706433", "256.0.0.1", "1.2.3", " 1.2.3.4",
        "1.2.3.4/8", "fe80::1%eth0", "[::1]", "1::2::3", "12345::", "::g", "::1.2.3", "localhost",
    ])
    func `what is no plain address is none`(text: String) {
        #expect(IPAddress(text) == nil)
    }
}

@Suite struct CIDRTests {
    @Test(arguments: [
        ("10.0.0.0/8", "10.255.255.255", "11.0.0.0"), ("0.0.0.0/0", "255.255.255.255", "::"),
        ("192.0.2.7", "192.0.2.7", "192.0.2.6"), ("198.18.0.0/15", "198.19.255.255", "198.20.0.0"),
        ("fc00::/7", "fdff::1", "fe00::"), ("::/0", "ffff::", "0.0.0.0"), ("::1", "::1", "::2"),
    ])
    func `a range holds its addresses and no others`(text: String, inside: String, outside: String) throws {
        let range = try #require(CIDR(text))
        #expect(range.contains(try #require(IPAddress(inside))))
        #expect(!range.contains(try #require(IPAddress(outside))))
        #expect(CIDR(range.description) == range)
    }

    @Test(arguments: [
        "", "/8", "10.0.0.0/", "10.0.0.0/33", "10.0.0.0/-1", "10.0.0.0/08", "10.0.0.0/+8", "10.0.0.0/8/8",
        "10.0.0.0/8 ",
        "10.1.0.0/8", "::/129", "::1/127", "10/8",
    ])
    func `a text that is no range is none`(text: String) {
        #expect(CIDR(text) == nil)
    }
}

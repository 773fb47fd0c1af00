import Notify
import Testing

@Suite struct AddressPolicyTests {
    private func isOpen(_ address: String, host: String = "hooks.example", allowing list: String = "") throws -> Bool {
        let policy = AddressPolicy(allowing: try HookAllowList(list))
        let address = try #require(IPAddress(address))
        let host = try #require(WebhookURL.Host(host))
        let code = try notifyCode { try policy.check(address, ofHost: host) }
        #expect(code == nil || code == .deniedAddress)
        return code == nil
    }

    @Test(arguments: [
        "0.0.0.0", "0.1.2.3", "10.0.0.1", "100.64.0.1", "100.127.255.255", "127.0.0.1", "127.255.255.254",
        "169.254.1.1",
        "169.254.169.254", "172.16.0.1", "172.31.255.255", "192.0.0.1", "192.0.2.1", "192.88.99.1", "192.168.1.1",
        "198.18.0.1", "198.19.0.1", "198.51.100.1", "203.0.113.1", "224.0.0.1", "239.1.1.1", "240.0.0.1",
        "255.255.255.255", "168.63.129.16", "100.100.100.200",
        "::", "::1", "100::1", "2001:db8::1", "3fff::1", "5f00::1", "fc00::1", "fd00:ec2::254", "fe80::1", "fec0::1",
        "ff02::1", "2001:2::1", "64:ff9b:1::1",
    ])
    func `an address that is not public is closed`(address: String) throws {
        #expect(try !isOpen(address))
    }

    @Test(arguments: [
        "::ffff:127.0.0.1", "::ffff:10.1.2.3", "::127.0.0.1", "::ffff:169.254.169.254",
        "64:ff9b::10.0.0.1", "64:ff9b::a9fe:a9fe", "64:ff9b:1::127.0.0.1",
        "2002:7f00:1::", "2002:a9fe:a9fe::1", "2002:c0a8:101::1",
        "2001:0:7f00:1::", "2001:0:808:808::8000:ffff", "::ffff:0:127.0.0.1", "2a00:1450::5efe:127.0.0.1",
        "2a00:1450::200:5efe:a9fe:a9fe", "64:ff9b:1:7f00:0:100::", "64:ff9b:1:7f:0:1::", "64:ff9b:1:0:7f:0:100:0",
    ])
    func `an address that carries a closed one is closed`(address: String) throws {
        #expect(try !isOpen(address))
    }

    @Test(arguments: [
        "8.8.8.8", "1.1.1.1", "9.255.255.255", "11.0.0.0", "100.63.255.255", "100.128.0.0", "126.255.255.255",
        "128.0.0.0", "172.15.255.255", "172.32.0.0", "192.167.255.255", "192.169.0.0", "223.255.255.255",
        "2606:4700::1111", "2a00:1450::1", "64:ff9b::8.8.8.8", "::ffff:8.8.8.8", "2002:808:808::1",
    ])
    func `a public address is open`(address: String) throws {
        #expect(try isOpen(address))
    }

    @Test func `the operator opens ranges`() throws {
        #expect(try isOpen("10.1.2.3", allowing: "10.0.0.0/8"))
        #expect(try !isOpen("10.1.2.3", allowing: "10.2.0.0/16"))
        #expect(try isOpen("::ffff:10.1.2.3", allowing: "10.0.0.0/8"))
        #expect(try isOpen("64:ff9b::10.1.2.3", allowing: "10.0.0.0/8"))
        #expect(try isOpen("fd12::1", allowing: "10.0.0.0/8, fd00::/8"))
        #expect(try isOpen("127.0.0.1", host: "127.0.0.1", allowing: "127.0.0.1"))
    }

    @Test func `the operator opens hosts, by name and whatever their address`() throws {
        #expect(try isOpen("192.168.7.7", host: "NAS.home.arpa", allowing: "nas.home.arpa"))
        #expect(try isOpen("127.0.0.1", host: "localhost", allowing: "Localhost"))
        #expect(try !isOpen("192.168.7.7", host: "other.home.arpa", allowing: "nas.home.arpa"))
        #expect(try !isOpen("192.168.7.7", host: "a.nas.home.arpa", allowing: "nas.home.arpa"))
    }

    @Test func `an address of local NAT64 is taken apart by every length of prefix`() throws {
        for address in ["64:ff9b:1:a9fe:a9:fe00::", "64:ff9b:1:a9:fe:a9fe::", "64:ff9b:1::a9:fea9:fe00:0"] {
            #expect(try !isOpen(address, allowing: "::/0,0.0.0.0/0"), "\(address)")
        }
        #expect(try isOpen("64:ff9b:1::808:808", allowing: "::/0"))
    }

    @Test(arguments: [
        "169.254.169.254", "::ffff:169.254.169.254", "64:ff9b::169.254.169.254", "2002:a9fe:a9fe::", "fd00:ec2::254",
        "fd20:ce::254", "169.254.170.2", "100.100.100.200", "168.63.129.16", "192.0.0.192", "fe80::a9fe:a9fe",
    ])
    func `nothing opens the metadata of clouds`(address: String) throws {
        #expect(try !isOpen(address, allowing: "0.0.0.0/0,::/0,hooks.example,169.254.169.254"))
    }

    @Test(arguments: ["10.0.0.0/40", "10.1.1.1/8", "a b", "http://a", "*.example", "-a", "1.2.3", "a,,b c", "ä.de"])
    func `a bad entry of the allow list is named`(text: String) throws {
        let error = #expect(throws: NotifyError.self) { try HookAllowList("10.0.0.0/8,\(text)") }
        #expect(error?.code == .invalidAllowList)
        #expect(error?.description.contains(text.split(separator: ",").last ?? "-") == true)
    }

    @Test func `an allow list may be empty and have spaces, and may not be endless`() throws {
        #expect(try HookAllowList("") == .empty)
        #expect(try HookAllowList(" , ").ranges.isEmpty)
        let list = try HookAllowList(" 10.0.0.0/8 ,\tlocalhost , ::1")
        #expect(list.ranges.map(\.description) == ["10.0.0.0/8", "::1/128"])
        #expect(list.hosts == ["localhost"])
        let long = Array(repeating: "a", count: 1_001).joined(separator: ",")
        #expect(try notifyCode { _ = try HookAllowList(long) } == .invalidAllowList)
    }
}

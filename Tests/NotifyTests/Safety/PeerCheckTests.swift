import NIOCore
import Testing

@testable import Notify

@Suite struct PeerCheckTests {
    private func isRefused(_ peer: String?, checked address: String) throws -> Bool {
        let peer = try peer.map { try SocketAddress(ipAddress: $0, port: 80) }
        let address = try #require(IPAddress(address))
        return try notifyCode { try PeerCheck.check(peer, is: address) } == .deniedAddress
    }

    @Test(arguments: [
        ("1.1.1.1", "1.1.1.1"), ("::ffff:1.1.1.1", "1.1.1.1"), ("1.1.1.1", "::ffff:101:101"),
        ("2606:4700::1", "2606:4700:0::1"),
    ])
    func `a connection to the address that was checked is used`(peer: String, checked: String) throws {
        #expect(try !isRefused(peer, checked: checked))
    }

    @Test(arguments: [
        ("127.0.0.1", "1.1.1.1"), ("1.1.1.2", "1.1.1.1"), ("::1", "1.1.1.1"), ("169.254.169.254", "1.1.1.1"),
        ("::101:101", "1.1.1.1"), ("2606:4700::2", "2606:4700::1"), ("64:ff9b::101:101", "1.1.1.1"),
    ])
    func `a connection that leads elsewhere is not`(peer: String, checked: String) throws {
        #expect(try isRefused(peer, checked: checked))
    }

    @Test func `a connection that leads nobody knows where is not`() throws {
        #expect(try isRefused(nil, checked: "1.1.1.1"))
        let socket = try SocketAddress(unixDomainSocketPath: "/tmp/x")
        #expect(throws: NotifyError.self) { try PeerCheck.check(socket, is: #require(IPAddress("1.1.1.1"))) }
    }
}

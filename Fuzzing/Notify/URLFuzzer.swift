import Foundation

/// The reader of webhook URLs, and those of addresses, ranges and allow lists that it stands on.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzURL(_ data: UnsafePointer<UInt8>, _ size: Int) -> Int32 {
    let text = fuzzedText(data, size)
    if let range = CIDR(text) { require(CIDR(range.description) == range, "a range reads back") }
    if let address = IPAddress(text) {
        require(IPAddress(address.description) == address, "an address reads back")
        _ = address.embedded
    }
    if let list = try? HookAllowList(text) {
        require(list.hosts.allSatisfy { $0 == $0.lowercased() }, "hosts are lower case")
    }
    guard let url = try? WebhookURL(text) else { return 0 }
    check(url)
    return 0
}

private func check(_ url: WebhookURL) {
    let written = url.description
    require((try? WebhookURL(written)) == url, "a URL reads back: \(written)")
    require(written.utf8.allSatisfy { (0x21...0x7E).contains($0) }, "a URL is visible ASCII: \(written)")
    require(WebhookURL.permits(port: url.port), "a URL has a port that is permitted")
    let parts = written.split(separator: "/", maxSplits: 3, omittingEmptySubsequences: false)
    require(!parts[2].contains("@"), "a URL has no user: \(written)")
    require(url.parent.host == url.host && url.parent.port == url.port, "a parent has the same host")
    _ = url.lastSegment
    // Foundation's own reader must see the same host, or the client could be led elsewhere.
    let seen = URLComponents(string: written)
    require(seen?.host?.lowercased() == url.host.description, "both see one host: \(written)")
    switch url.host {
    case .address(let address):
        try? AddressPolicy().check(address, ofHost: url.host)
    case .name(let name):
        var legacy = in_addr()
        require(inet_aton(name, &legacy) == 0, "a name is no IPv4 address of old: \(name)")
    }
}

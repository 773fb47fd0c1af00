import Basics
import Notify

/// Whom the server answers: by which names it may be called, which proxies are believed, and which web pages may read
/// its answers.
package struct NetworkPolicy: Hashable, Sendable {
    /// What clients may call the server beside `localhost` and addresses.
    package var hosts = HostNames()
    /// Which proxies are believed who a client is.
    package var proxies = TrustedProxies()
    /// Which web pages may call it.
    package var origins = AllowedOrigins()

    /// Answers by address and `localhost`, believes no proxy, and lets no web page in.
    package init() {}
}

/// Names by which a server may be called.
///
/// A web page can have its own name lead to this machine (DNS rebinding), and a browser then takes it for one of the
/// same origin; but it sends that name along, which is none of these.
package struct HostNames: Hashable, Sendable {
    private var names: Set<String> = []
    /// Of `*.example.org`, `.example.org`.
    private var suffixes: Set<String> = []

    package init() {}

    /// Reads names with commas between them, of which each may begin with `*.`.
    ///
    /// - Returns: Nil where one is no name.
    package init?(_ text: String) {
        for entry in text.listEntries {
            let name = entry.lowercased()
            let isWildcard = name.hasPrefix("*.")
            let plain = isWildcard ? String(name.dropFirst(2)) : name
            guard !plain.isEmpty, plain.utf8.allSatisfy(Self.isOfName) else { return nil }
            if isWildcard { suffixes.insert("." + plain) } else { names.insert(plain) }
        }
    }

    /// Whether a request that was sent to an authority, as `Host` has it, is for this server.
    func contain(authority: String) -> Bool {
        var host = Substring(authority.lowercased())
        if let colon = host.lastIndex(of: ":"), !host[colon...].contains("]") {
            guard host[host.index(after: colon)...].utf8.allSatisfy((UInt8(ascii: "0")...UInt8(ascii: "9")).contains)
            else { return false }
            host = host[..<colon]
        }
        if host.hasPrefix("[") { return host.hasSuffix("]") && IPAddress(String(host.dropFirst().dropLast())) != nil }
        if host.hasSuffix(".") { host = host.dropLast() }
        if IPAddress(String(host)) != nil || host == "localhost" || host.hasSuffix(".localhost") { return true }
        return names.contains(String(host)) || suffixes.contains { host.hasSuffix($0) && host.count > $0.count }
    }

    private static func isOfName(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"),
            UInt8(ascii: "."), UInt8(ascii: "_"):
            true
        default: false
        }
    }
}

/// Proxies that say truly for whom they ask.
package struct TrustedProxies: Hashable, Sendable {
    private var ranges: [CIDR] = []
    /// Whether whoever comes through a Unix socket is one.
    private var includesUnix = false

    package init() {}

    /// Reads CIDRs, addresses and `unix` with commas between them.
    ///
    /// - Returns: Nil where one is none of them.
    package init?(_ text: String) {
        for entry in text.listEntries {
            if entry == "unix" {
                includesUnix = true
            } else if let range = CIDR(entry) {
                ranges.append(range)
            } else {
                return nil
            }
        }
    }

    /// Whether what comes from an address comes from such a proxy; nil stands for a Unix socket.
    private func contain(_ address: IPAddress?) -> Bool {
        guard let address else { return includesUnix }
        return ranges.contains { $0.contains(address.unmapped) || $0.contains(address) }
    }

    /// Who asks: the other end of the connection or, where that is one of these proxies, the last address in what the
    /// proxies pass on (`X-Forwarded-For`) that is none.
    ///
    /// - Parameters:
    ///   - peer: The other end of the connection; nil for a Unix socket.
    ///   - forwarded: The values of the header fields, in order.
    /// - Returns: The address; nil for a Unix socket.
    func client(peer: IPAddress?, forwarded: [String]) -> IPAddress? {
        var client = peer
        var hops = forwarded.flatMap { $0.split(separator: ",") }[...]
        while contain(client), let hop = hops.popLast() {
            guard let address = Self.address(of: hop) else { break }
            client = address
        }
        return client
    }

    /// The address of an entry, of which some proxies write the port too.
    private static func address(of entry: Substring) -> IPAddress? {
        let text = String(entry.filter { $0 != " " && $0 != "\t" })
        if let address = IPAddress(text) { return address }
        if text.hasPrefix("["), let end = text.firstIndex(of: "]") {
            return IPAddress(String(text[text.index(after: text.startIndex)..<end]))
        }
        return text.split(separator: ":").first.flatMap { IPAddress(String($0)) }
    }
}

/// Web pages whose scripts may call a server of another origin (the CORS protocol of the Fetch standard).
package struct AllowedOrigins: Hashable, Sendable {
    private var origins: Set<String> = []
    private var areAll = false

    package init() {}

    /// Reads origins such as `https://app.example.org` with commas between them, or `*` for all.
    ///
    /// - Returns: Nil where one is no origin.
    package init?(_ text: String) {
        for entry in text.listEntries {
            if entry == "*" {
                areAll = true
                continue
            }
            let parts = entry.lowercased().split(separator: "/", omittingEmptySubsequences: false)
            guard parts.count == 3, ["http:", "https:"].contains(parts[0]), parts[1].isEmpty, !parts[2].isEmpty else {
                return nil
            }
            origins.insert(entry.lowercased())
        }
    }

    /// Whether the pages of an origin may read what is answered.
    func contain(_ origin: String) -> Bool { areAll || origins.contains(origin.lowercased()) }
}

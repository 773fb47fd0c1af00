/// Where a server listens: an address and a port, or the path of a Unix socket.
package enum ListenAddress: Hashable, Sendable {
    /// A TCP socket; port 0 takes one that is free.
    case tcp(host: String, port: Int)
    /// A Unix socket.
    case unix(path: String)

    /// The longest path that a socket's address has room for on Linux, with the zero at its end.
    private static let maxPath = 107

    /// Whether only this machine reaches it.
    ///
    /// A name other than `localhost` may lead anywhere.
    package var isOfThisMachine: Bool {
        switch self {
        case .unix: true
        case .tcp(let host, _): host.lowercased() == "localhost" || host == "::1" || host.hasPrefix("127.")
        }
    }
}

extension ListenAddress: LosslessStringConvertible {
    /// Reads `HOST:PORT`, with brackets about an IPv6 address, or `unix:/PATH`.
    package init?(_ text: String) {
        if text.hasPrefix("unix:") {
            let path = String(text.dropFirst("unix:".count))
            guard path.hasPrefix("/"), path.utf8.count <= Self.maxPath, !path.utf8.contains(0) else { return nil }
            self = .unix(path: path)
            return
        }
        guard let colon = text.lastIndex(of: ":"), let port = Int(text[text.index(after: colon)...]),
            (0...65_535).contains(port)
        else { return nil }
        var host = text[..<colon]
        let isBracketed = host.hasPrefix("[") && host.hasSuffix("]")
        if isBracketed { host = host.dropFirst().dropLast() }
        guard !host.isEmpty, !host.contains(where: { "/[] *".contains($0) }), isBracketed || !host.contains(":") else {
            return nil
        }
        self = .tcp(host: String(host), port: port)
    }

    package var description: String {
        switch self {
        case .unix(let path): "unix:\(path)"
        case .tcp(let host, let port): host.contains(":") ? "[\(host)]:\(port)" : "\(host):\(port)"
        }
    }
}

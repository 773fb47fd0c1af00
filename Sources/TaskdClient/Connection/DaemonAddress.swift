import Basics
import Foundation

/// Where a daemon listens: an `http` or `https` URL without query, fragment and user, or a Unix socket, `unix:/PATH`.
public struct DaemonAddress: Hashable, Sendable, CustomStringConvertible {
    /// Where a daemon listens that is not configured otherwise.
    public static let standard = "http://127.0.0.1:7373"
    private static let maxLength = 2_048

    /// The address, without a slash at its end.
    public let description: String
    /// The host's name or address, which of IPv6 has no brackets; `localhost` for a Unix socket.
    public let host: String
    /// What the URLs of requests begin with.
    let base: String
    /// The header `Host` of requests.
    let authority: String
    /// The port at which the daemon listens; 0 for a Unix socket.
    let port: Int
    /// What the paths of requests begin with: that of the URL, without a slash at its end.
    let path: String
    /// The path of a Unix socket; nil for a URL.
    let socketPath: String?
    /// Whether the connection is encrypted (`https`), so that nobody on the way can read the token.
    public let isEncrypted: Bool

    /// Reads an address.
    ///
    /// - Parameter text: The URL, of at most 2,048 bytes; a path is kept, so that a proxy may add one.
    /// - Throws: ``DaemonError/invalidAddress(_:)``.
    public init(_ text: String = standard) throws(DaemonError) {
        if text.hasPrefix("unix:/"), text.utf8.count <= Self.maxLength {
            description = text
            (host, isEncrypted) = ("localhost", false)
            let socketPath = String(text.dropFirst("unix:".count))
            base = "http+unix://\(socketPath.percentEncoded)"
            (authority, port, path, self.socketPath) = (host, 0, "", socketPath)
            return
        }
        guard text.utf8.count <= Self.maxLength, let url = URL(string: text), let scheme = url.scheme?.lowercased(),
            scheme == "http" || scheme == "https", let host = url.host(), !host.isEmpty,
            url.query() == nil, url.fragment() == nil, url.user() == nil, Self.hasPossiblePort(text)
        else { throw .invalidAddress(String(text.prefix(200))) }
        var address = text
        while address.hasSuffix("/") { address.removeLast() }
        description = address
        base = address
        isEncrypted = scheme == "https"
        self.host = host.hasPrefix("[") ? String(host.dropFirst().dropLast()) : host
        port = url.port ?? (isEncrypted ? 443 : 80)
        authority = (self.host.contains(":") ? "[\(self.host)]" : self.host) + (url.port.map { ":\($0)" } ?? "")
        var path = url.path(percentEncoded: true)
        while path.hasSuffix("/") { path.removeLast() }
        (self.path, socketPath) = (path, nil)
    }

    /// Whether the port of a URL is one that there can be, or it names none.
    private static func hasPossiblePort(_ text: String) -> Bool {
        let authority = text.drop { $0 != "/" }.drop { $0 == "/" }.prefix { $0 != "/" }
        guard let colon = authority.lastIndex(of: ":"), authority.last != "]" else { return true }
        let port = authority[authority.index(after: colon)...]
        return port.isEmpty || Int(port).map { (1...65_535).contains($0) } ?? false
    }
}

/// The URL of a webhook, checked for what is certain without asking anybody.
///
/// It is read by one strict parser and written out again from its parts, so that the client that connects cannot take
/// another host from it than the one that was checked.
public struct WebhookURL: Hashable, Sendable, CustomStringConvertible {
    /// The schemes that webhooks use.
    public enum Scheme: String, Hashable, Sendable {
        /// Without TLS.
        case http
        /// With TLS.
        case https

        var defaultPort: Int { self == .http ? 80 : 443 }
    }

    /// The longest URL that is taken, in bytes.
    public static let longest = 2_048

    /// How the host is spoken to.
    public let scheme: Scheme
    /// The host.
    public let host: Host
    /// The port, 1 to 65,535; the scheme's own where the URL names none.
    public let port: Int
    /// The path with the query; at least `/`.
    public internal(set) var pathAndQuery: String

    /// The URL, written from its parts: the host in lower case, the port only where it is not the scheme's own.
    public var description: String {
        "\(scheme.rawValue)://\(host)\(port == scheme.defaultPort ? "" : ":\(port)")\(pathAndQuery)"
    }

    /// Reads an absolute `http` or `https` URL.
    ///
    /// - Throws: ``NotifyError`` with code `.invalidURL`, saying what is wrong: another scheme, a user name or
    ///   password, a fragment, a host or a port that cannot be used, a character that a URL does not have.
    public init(_ text: String) throws {
        guard text.utf8.count <= Self.longest else { throw Self.invalid("it is longer than \(Self.longest) bytes") }
        guard !text.isEmpty else { throw Self.invalid("it is empty") }
        if let complaint = Self.complaint(aboutCharacters: text) { throw Self.invalid(complaint) }
        guard let separator = text.firstRange(of: "://"),
            let scheme = Scheme(rawValue: text[..<separator.lowerBound].lowercased())
        else { throw Self.invalid("it must begin with https:// or http://") }
        let rest = text[separator.upperBound...]
        guard !rest.contains("#") else { throw Self.invalid("it must not have a fragment (#)") }
        let authority = rest.prefix { $0 != "/" && $0 != "?" }
        let tail = rest[authority.endIndex...]
        guard !tail.contains(where: { $0 == "[" || $0 == "]" }) else {
            throw Self.invalid("brackets in its path must be percent-encoded")
        }
        self.scheme = scheme
        (host, port) = try Self.hostAndPort(authority, defaultPort: scheme.defaultPort)
        pathAndQuery = tail.hasPrefix("/") ? String(tail) : "/" + tail
    }

    private static func hostAndPort(_ authority: Substring, defaultPort: Int) throws -> (Host, Int) {
        guard !authority.contains("@") else { throw invalid("it must not hold a user name or password") }
        var hostText = authority
        var portText: Substring?
        let afterBracket = authority.lastIndex(of: "]") ?? authority.startIndex
        if let colon = authority[afterBracket...].firstIndex(of: ":") {
            hostText = authority[..<colon]
            portText = authority[authority.index(after: colon)...]
        }
        guard !hostText.isEmpty else { throw invalid("it has no host") }
        guard let host = Host(String(hostText)) else {
            throw invalid("'\(hostText)' is no host: \(Host.complaint(about: String(hostText)))")
        }
        return (host, try portText.map(port) ?? defaultPort)
    }

    static func invalid(_ reason: String) -> NotifyError {
        NotifyError(.invalidURL, "the URL cannot be used: \(reason)")
    }
}

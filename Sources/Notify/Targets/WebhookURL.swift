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
        guard text.utf8.count <= Self.longest else { throw Self.invalid("is longer than \(Self.longest) bytes") }
        guard !text.isEmpty else { throw Self.invalid("must not be empty") }
        if let complaint = Self.complaint(aboutCharacters: text) { throw Self.invalid(complaint) }
        guard let separator = text.firstRange(of: "://"),
            let scheme = Scheme(rawValue: text[..<separator.lowerBound].lowercased())
        else { throw Self.invalid("must begin with https:// or http://") }
        let rest = text[separator.upperBound...]
        guard !rest.contains("#") else { throw Self.invalid("must not have a fragment (#)") }
        let authority = rest.prefix { $0 != "/" && $0 != "?" }
        let tail = rest[authority.endIndex...]
        guard !tail.contains(where: { $0 == "[" || $0 == "]" }) else {
            throw Self.invalid("brackets in the path must be percent-encoded")
        }
        self.scheme = scheme
        (host, port) = try Self.hostAndPort(authority, defaultPort: scheme.defaultPort)
        pathAndQuery = tail.hasPrefix("/") ? String(tail) : "/" + tail
    }

    private static func hostAndPort(_ authority: Substring, defaultPort: Int) throws -> (Host, Int) {
        guard !authority.contains("@") else { throw invalid("must not contain a user name or password; use headers") }
        var hostText = authority
        var portText: Substring?
        let afterBracket = authority.lastIndex(of: "]") ?? authority.startIndex
        if let colon = authority[afterBracket...].firstIndex(of: ":") {
            hostText = authority[..<colon]
            portText = authority[authority.index(after: colon)...]
        }
        guard !hostText.isEmpty else { throw invalid("must have a host") }
        guard let host = Host(String(hostText)) else {
            throw invalid("'\(hostText)' is not a valid host: \(Host.complaint(about: String(hostText)))")
        }
        return (host, try portText.map(port) ?? defaultPort)
    }

    static func invalid(_ reason: String) -> NotifyError {
        NotifyError(.invalidURL, reason)
    }
}

extension WebhookURL {
    /// Ports above 1,023 where no web server is expected but something that could take the lines of a request for its
    /// own: mail, chat, telephony, X11 (the Fetch standard's list), databases, caches, container engines.
    public static let deniedPorts: Set<Int> = [
        1719, 1720, 1723, 2049, 2375, 2376, 3306, 3389, 3659, 4045, 4190, 5060, 5061, 5432, 6000, 6379, 6566, 6665,
        6666, 6667, 6668, 6669, 6679, 6697, 9092, 10_080, 11_211, 27_017,
    ]

    /// Whether a URL may name a port: 80, 443, and 1,024 to 65,535 but for ``deniedPorts``.
    public static func permits(port: Int) -> Bool {
        port == 80 || port == 443 || (1_024...65_535).contains(port) && !deniedPorts.contains(port)
    }

    static func port(_ text: Substring) throws -> Int {
        guard let port = Int(text), "\(port)" == text, (1...65_535).contains(port) else {
            throw invalid("the port must be a number from 1 to 65535")
        }
        guard permits(port: port) else {
            throw invalid(
                """
                port \(port) is not allowed; use 80, 443, or one above 1023 that is not the well-known port of \
                another service
                """)
        }
        return port
    }

    /// What follows the last slash of the path, without the query.
    var lastSegment: String {
        String(path.suffix(from: path.lastIndex(of: "/").map { path.index(after: $0) } ?? path.startIndex))
    }

    /// The URL without the last segment of its path, and without its query.
    var parent: WebhookURL {
        var parent = self
        parent.pathAndQuery = path.lastIndex(of: "/").map { String(path[...$0]) } ?? "/"
        return parent
    }

    private var path: Substring {
        pathAndQuery.prefix { $0 != "?" }
    }

    /// What is wrong with the characters of a URL; nil when nothing is.
    static func complaint(aboutCharacters text: String) -> String? {
        if text.utf8.contains(where: { $0 < 0x20 || $0 == 0x7F }) {
            return "contains a line break or control character, which must be percent-encoded"
        }
        if text.utf8.contains(where: { $0 > 0x7F }) {
            return "contains a non-ASCII character; percent-encode it, or write the host as xn--…"
        }
        return text.utf8.allSatisfy(isURLCharacter) ? nil : "contains a character that must be percent-encoded"
    }

    /// The characters of RFC 3986, which are visible ASCII but for nine.
    private static func isURLCharacter(_ unit: UInt8) -> Bool {
        (0x21...0x7E).contains(unit) && !"\"<>\\^`{|}".utf8.contains(unit)
    }
}

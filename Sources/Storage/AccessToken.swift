import Crypto
public import Recurrence

/// What a token may do.
public enum AccessScope: String, CaseIterable, Hashable, Sendable {
    /// Look at everything.
    case read
    /// Change tasks and reminders.
    case write
    /// Look at hooks, with what may be secret in their URLs and headers, change them, and send deliveries again.
    case hooks
    /// All that the others allow, and what concerns the server itself.
    case admin
}

/// A right of access; the secret itself is never stored.
public struct AccessToken: Hashable, Sendable {
    /// The SHA-256 of the secret, 32 bytes.
    ///
    /// The secret has 256 random bits, so it needs no salt.
    public let digest: [UInt8]
    /// What people call it.
    public var name: String
    /// What it may do.
    public var scopes: Set<AccessScope>
    /// When it was made.
    public let createdAt: UTCInstant

    /// Makes a token from its parts.
    public init(digest: [UInt8], name: String, scopes: Set<AccessScope>, createdAt: UTCInstant) {
        self.digest = digest
        self.name = name
        self.scopes = scopes
        self.createdAt = createdAt
    }

    /// Whether it may do what one of some scopes allows; the scope admin allows everything.
    public func allows(anyOf needed: [AccessScope]) -> Bool {
        scopes.contains(.admin) || needed.contains { scopes.contains($0) }
    }

    /// Makes a new secret: `taskd_` and 64 hexadecimal digits.
    public static func makeSecret() -> String {
        var generator = SystemRandomNumberGenerator()
        let digits = (0..<4).map { _ in
            let text = String(generator.next(), radix: 16)
            return String(repeating: "0", count: 16 - text.count) + text
        }
        return "taskd_" + digits.joined()
    }

    /// The digest under which a secret's token is kept.
    public static func digest(ofSecret secret: String) -> [UInt8] {
        Array(SHA256.hash(data: Array(secret.utf8)))
    }
}

/// The answer that a request with an `Idempotency-Key` got, kept so that the same request gets it again.
public struct IdempotencyRecord: Hashable, Sendable {
    /// The SHA-256 of the request: method, path and body.
    public var requestDigest: [UInt8]
    /// The HTTP status of the answer.
    public var status: Int
    /// The answer's headers that belong to it, such as `Location`.
    public var headers: [String: String]
    /// The answer's body.
    public var body: [UInt8]
    /// When it was given.
    public var answeredAt: UTCInstant

    /// Makes an answer from its parts.
    public init(
        requestDigest: [UInt8],
        status: Int,
        headers: [String: String],
        body: [UInt8],
        answeredAt: UTCInstant
    ) {
        self.requestDigest = requestDigest
        self.status = status
        self.headers = headers
        self.body = body
        self.answeredAt = answeredAt
    }
}

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

/// A right of access; of its secrets only the digests are kept.
public struct AccessToken: Hashable, Sendable {
    /// A secret by which the token is shown.
    public struct Secret: Hashable, Sendable {
        /// Its SHA-256, 32 bytes.
        ///
        /// A secret has 256 random bits, so it needs no salt.
        public let digest: [UInt8]
        /// When it ends, since another one took its place; nil for the one that lasts.
        public var until: UTCInstant?

        /// Makes a secret from its parts.
        public init(digest: [UInt8], until: UTCInstant? = nil) {
            (self.digest, self.until) = (digest, until)
        }
    }

    /// How many tokens there may be.
    public static let maxCount = 1_000
    /// How many secrets a token may have at the same time.
    public static let maxSecrets = 5

    /// Its id.
    public let id: TokenID
    /// Counts the changes that people make, from 1.
    public var version = 1
    /// What people call it, in Unicode's normal form C; no two tokens have one name.
    public var name: String
    /// What it may do.
    public var scopes: Set<AccessScope>
    /// What it may do that to.
    public package(set) var reach: TokenReach
    /// When it was made.
    public let createdAt: UTCInstant
    /// When somebody last changed it.
    public var updatedAt: UTCInstant
    /// The instant from which on it lets nobody in; nil for none.
    public var expiresAt: UTCInstant?
    /// The minute in which it last let somebody in, as far as that was noted; nil for never.
    public var lastUsedAt: UTCInstant?
    /// Its secrets: the one that lasts, then those that end.
    public package(set) var secrets: [Secret]

    /// Makes a token with one secret.
    ///
    /// - Parameters:
    ///   - id: Its id; nil for a new one.
    ///   - digest: The SHA-256 of its secret.
    ///   - name: What people call it.
    ///   - scopes: What it may do.
    ///   - reach: What it may do that to.
    ///   - expiresAt: The instant from which on it lets nobody in; nil for none.
    ///   - createdAt: When it is made.
    public init(
        id: TokenID? = nil, digest: [UInt8], name: String, scopes: Set<AccessScope>, reach: TokenReach = .everything,
        expiresAt: UTCInstant? = nil, createdAt: UTCInstant
    ) {
        self.init(
            id: id ?? TokenID(madeAt: createdAt), name: name, scopes: scopes, reach: reach, createdAt: createdAt,
            secrets: [Secret(digest: digest)])
        self.expiresAt = expiresAt
    }

    /// Makes a token as a store has kept it.
    package init(
        id: TokenID, name: String, scopes: Set<AccessScope>, reach: TokenReach, createdAt: UTCInstant, secrets: [Secret]
    ) {
        (self.id, self.name, self.scopes, self.reach) = (id, name, scopes, reach)
        (self.createdAt, updatedAt, self.secrets) = (createdAt, createdAt, secrets)
    }

    /// Whether it may do what one of some scopes allows; the scope admin allows everything.
    public func allows(anyOf needed: [AccessScope]) -> Bool {
        scopes.contains(.admin) || needed.contains { scopes.contains($0) }
    }

    /// Whether it may always do everything, so that whoever has it is never locked out.
    public var isLastingAdmin: Bool { scopes.contains(.admin) && reach == .everything && expiresAt == nil }

    /// Whether it has expired at an instant: the instant that it names is the first at which it has.
    public func isExpired(at now: UTCInstant) -> Bool { expiresAt.map { $0 <= now } ?? false }

    /// When one of its secrets ended; nil where it has not, or there is none with the digest.
    public func end(ofSecret digest: [UInt8], at now: UTCInstant) -> UTCInstant? {
        secrets.first { $0.digest == digest }?.until.flatMap { $0 <= now ? $0 : nil }
    }

    /// Whether a secret that somebody shows lets in at an instant.
    public func letsIn(by digest: [UInt8], at now: UTCInstant) -> Bool {
        !isExpired(at: now) && end(ofSecret: digest, at: now) == nil && secrets.contains { $0.digest == digest }
    }

    /// Gives it another secret.
    ///
    /// Those before end after a time, and none of them later than it would have.
    ///
    /// - Parameters:
    ///   - digest: The SHA-256 of the new secret.
    ///   - overlap: How long those before go on.
    ///   - now: The current time.
    public mutating func rotate(to digest: [UInt8], overlap: Swift.Duration, at now: UTCInstant) {
        let end = now.advanced(by: overlap)
        let old = secrets.map { Secret(digest: $0.digest, until: min($0.until ?? end, end)) }
        secrets = [Secret(digest: digest)] + old.filter { secret in secret.until.map { now < $0 } ?? false }
        (version, updatedAt) = (version + 1, now)
    }

    /// When the last of the secrets ends that another one took the place of; nil where none is left.
    public var oldSecretsUntil: UTCInstant? { secrets.compactMap(\.until).max() }
}

/// The id of a token.
public typealias TokenID = Identifier<AccessToken>

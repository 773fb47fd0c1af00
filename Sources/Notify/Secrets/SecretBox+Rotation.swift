public import Recurrence
public import Storage

extension SecretBox {
    /// How long an old secret signs beside the new one, unless told otherwise: a day.
    public static let defaultOverlap = Swift.Duration.seconds(86_400)
    /// How many secrets of a hook sign at the same time, at most.
    public static let maxSecrets = 4

    /// The secrets that sign for a hook at an instant, in the order in which they are kept.
    ///
    /// - Throws: ``NotifyError`` with code `.unopenableSecret`.
    public func signingSecrets(of hook: Hook, at now: UTCInstant) throws -> [SigningSecret] {
        try hook.sealedSecrets.map { try open($0, for: hook.id) }.filter { $0.isValid(at: now) }.map(\.secret)
    }

    /// What a hook's sealed secrets become when a new secret takes over: the new one first, the old ones for a while.
    ///
    /// Those that are no longer valid, or cannot be opened any more, are dropped.
    ///
    /// - Parameters:
    ///   - hook: The hook whose secret is rotated.
    ///   - secret: The new secret.
    ///   - now: The current time.
    ///   - overlap: How long the old ones still sign, so that receivers can change over.
    /// - Returns: The new value of ``Hook/sealedSecrets``.
    /// - Throws: An error of the cryptographic library, which has no cause that a caller could mend.
    public func rotatedSecrets(
        of hook: Hook,
        to secret: SigningSecret,
        at now: UTCInstant,
        overlap: Swift.Duration = defaultOverlap
    ) throws -> [[UInt8]] {
        let end = now.advanced(by: overlap)
        let old = hook.sealedSecrets.compactMap { try? open($0, for: hook.id) }.filter { $0.isValid(at: now) }
        let kept = try old.prefix(Self.maxSecrets - 1).map { opened in
            try seal(opened.secret, for: hook.id, validUntil: opened.validUntil.map { min($0, end) } ?? end)
        }
        return [try seal(secret, for: hook.id)] + kept
    }
}

/// Reads tokens and remembered answers.
public protocol AccessReader {
    /// The token with a digest; nil when there is none.
    func accessToken(digest: [UInt8]) throws -> AccessToken?

    /// Whether there is any token.
    func hasAccessTokens() throws -> Bool

    /// The answer that a key got from a token's requests; nil when there is none.
    func rememberedAnswer(forKey key: String, token: [UInt8]) throws -> IdempotencyRecord?
}

/// Writes tokens and remembered answers.
public protocol AccessWriter {
    /// Writes a token.
    func save(_ token: AccessToken) throws

    /// Deletes the tokens of a name: nobody is let in by them any more.
    func deleteAccessTokens(named name: String) throws

    /// Keeps the answer that a key got.
    func remember(_ answer: IdempotencyRecord, forKey key: String, token: [UInt8]) throws
}

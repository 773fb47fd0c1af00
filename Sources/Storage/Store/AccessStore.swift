public import Recurrence

/// Reads tokens and remembered answers.
public protocol AccessReader {
    /// The token that has or had a secret with a digest; nil when there is none.
    func accessToken(digest: [UInt8]) throws -> AccessToken?

    /// The digests of the secrets of all tokens, also of those that have ended.
    func tokenDigests() throws -> Set<[UInt8]>

    /// The token with an id; nil when there is none.
    func accessToken(_ id: TokenID) throws -> AccessToken?

    /// The token of a name, by its UTF-8 bytes; nil when there is none.
    func accessToken(named name: String) throws -> AccessToken?

    /// Tokens in the order of their ids.
    ///
    /// - Parameters:
    ///   - last: The last one of an earlier page; nil for the first page.
    ///   - limit: How many at most.
    /// - Returns: The tokens, in that order.
    /// - Throws: ``StoreError``.
    func accessTokens(after last: TokenID?, limit: Int) throws -> [AccessToken]

    /// Whether there is any token.
    func hasAccessTokens() throws -> Bool

    /// The answer that a key got from a token's requests; nil when there is none.
    func rememberedAnswer(forKey key: String, token: TokenID) throws -> IdempotencyRecord?
}

/// Writes tokens and remembered answers.
public protocol AccessWriter {
    /// Writes a token whole with its secrets, new or not, but for when it was last used.
    ///
    /// - Throws: ``StoreError`` with code `.conflict` when another token has its name or one of its secrets.
    func save(_ token: AccessToken) throws

    /// Deletes a token: nobody is let in by it any more. Does nothing when there is none.
    func deleteAccessToken(_ id: TokenID) throws

    /// Notes when tokens were last used; a time that is not later than the one noted, and a token that is not there,
    /// are passed over. That is no change of the tokens.
    func noteUses(_ uses: [TokenID: UTCInstant]) throws

    /// Forgets secrets that had ended at an instant.
    func forgetSecrets(endedBy instant: UTCInstant) throws

    /// Keeps the answer that a key got.
    func remember(_ answer: IdempotencyRecord, forKey key: String, token: TokenID) throws
}

extension DaemonClient {
    /// Lists tokens in the order in which they were made; it needs a token with the scope `admin`.
    ///
    /// - Parameter query: `limit`, `cursor`.
    /// - Returns: One page.
    /// - Throws: ``DaemonError``.
    public func tokens(_ query: [QueryItem] = []) async throws -> ListPage<TokenView> {
        try await get("tokens", query).decode()
    }

    /// The token that the client itself shows.
    ///
    /// - Returns: The token, without its secret.
    /// - Throws: ``DaemonError``.
    public func ownToken() async throws -> TokenView {
        try await get("tokens/self").decode()
    }
}

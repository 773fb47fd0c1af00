/// How long the parts of an attempt may take.
public struct WebhookTimeouts: Hashable, Sendable {
    /// Until the host's addresses are known.
    public var resolution = Swift.Duration.seconds(5)
    /// Until there is a connection, and again until its TLS stands.
    public var connection = Swift.Duration.seconds(5)
    /// From there until the head of the answer has come.
    public var firstByte = Swift.Duration.seconds(15)
    /// All of it together, to the end of the answer.
    public var total = Swift.Duration.seconds(15)

    /// Makes the usual ones: 5 s, 5 s, 15 s, and 15 s for all.
    public init() {}
}

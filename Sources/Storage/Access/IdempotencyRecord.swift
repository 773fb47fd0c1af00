public import Recurrence

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

public import Recurrence

/// One try at a delivery, and what came of it.
public struct DeliveryAttempt: Hashable, Sendable {
    /// How long the parts of a try took, in whole milliseconds, each from the end of the one before.
    public struct Phases: Hashable, Sendable {
        /// Finding and checking the host's addresses; nil when it did not come to an end.
        public var lookUp: Int?
        /// Making the connection, with TLS; nil when one was used again, or none was made.
        public var connection: Int?
        /// From then until the answer began; nil when there was none.
        public var firstByte: Int?

        /// Makes phases from their parts.
        public init(lookUp: Int? = nil, connection: Int? = nil, firstByte: Int? = nil) {
            self.lookUp = lookUp
            self.connection = connection
            self.firstByte = firstByte
        }
    }

    /// Counts the tries, from 1.
    public var number: Int
    /// When it began.
    public var startedAt: UTCInstant
    /// How long it took in all, in whole milliseconds.
    public var durationMilliseconds: Int
    /// What came of it, one word such as `delivered`, `status`, `timeout`, `connection`, `denied`.
    public var outcome: String
    /// The receiver's HTTP status; nil when there was no answer.
    public var statusCode: Int?
    /// What went wrong, for people; nil when nothing did.
    public var detail: String?
    /// The beginning of the receiver's answer, at most 4 KiB; nil when there was none.
    public var responseExcerpt: String?
    /// The address that was connected to; nil when it did not come to that.
    public var address: String?
    /// How long its parts took.
    public var phases = Phases()

    /// Makes an attempt from its parts.
    public init(
        number: Int,
        startedAt: UTCInstant,
        durationMilliseconds: Int,
        outcome: String,
        statusCode: Int? = nil,
        detail: String? = nil,
        responseExcerpt: String? = nil
    ) {
        self.number = number
        self.startedAt = startedAt
        self.durationMilliseconds = durationMilliseconds
        self.outcome = outcome
        self.statusCode = statusCode
        self.detail = detail
        self.responseExcerpt = responseExcerpt
    }
}

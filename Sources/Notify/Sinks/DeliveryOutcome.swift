import NIOHTTP1
public import Storage

/// What came of one attempt to deliver an event.
public struct DeliveryOutcome: Hashable, Sendable {
    /// What came of it, in one word that the attempt log keeps.
    public enum Kind: String, CaseIterable, Hashable, Sendable {
        /// The receiver took it: HTTP 2xx, or the whole line was written.
        case delivered
        /// The receiver is gone for good: HTTP 410.
        case gone
        /// The receiver answered with another HTTP status; redirects are not followed.
        case status
        /// There was no answer in time.
        case timeout
        /// There was no connection, or it broke.
        case connection
        /// The host has an address that taskd does not connect to.
        case denied
        /// The host has no address.
        case unresolved
        /// The hook itself is at fault: its URL or its secret cannot be used.
        case misconfigured
        /// The line could not be written.
        case output
        /// The program ended with another status than 0, or could not be run.
        case exit
        /// The program asks to be run again later: status 75 (`EX_TEMPFAIL`).
        case later
        /// taskd ended while it was in flight, and is not to do so again.
        case crashed
    }

    /// What came of it.
    public var kind: Kind
    /// The receiver's HTTP status, or the program's exit status; nil when there was no answer.
    public var statusCode: Int?
    /// The address that was connected to; nil for no connection.
    public var address: String?
    /// What went wrong, for people; nil when nothing did.
    public var detail: String?
    /// The beginning of the receiver's answer, at most 4 KiB; nil when there was none.
    public var responseExcerpt: String?
    /// How long the receiver asks to wait before the next attempt; nil when it does not.
    public var retryAfter: Swift.Duration?
    /// How long the parts of the attempt took.
    public var phases = DeliveryAttempt.Phases()

    /// Makes an outcome from its parts.
    public init(
        _ kind: Kind,
        statusCode: Int? = nil,
        detail: String? = nil,
        responseExcerpt: String? = nil,
        retryAfter: Swift.Duration? = nil
    ) {
        self.kind = kind
        self.statusCode = statusCode
        self.detail = detail
        self.responseExcerpt = responseExcerpt
        self.retryAfter = retryAfter
    }

    /// The receiver took it.
    public static let delivered = DeliveryOutcome(.delivered)

    /// What an HTTP status means: 2xx is taken, 410 is gone, anything else is to be tried again.
    ///
    /// - Parameter statusCode: The status of the receiver's final answer, 200 to 599.
    public init(statusCode: Int) {
        switch statusCode {
        case 200..<300:
            self.init(.delivered, statusCode: statusCode)
        case 300..<400:
            let answer = Self.answer(of: statusCode)
            self.init(.status, statusCode: statusCode, detail: "\(answer); redirects are not followed")
        default:
            let kind: Kind = statusCode == 410 ? .gone : .status
            self.init(kind, statusCode: statusCode, detail: Self.answer(of: statusCode))
        }
    }

    /// A status with its name, such as `410 Gone`, where it has one (RFC 9110 §15).
    private static func answer(of statusCode: Int) -> String {
        let status = HTTPResponseStatus(statusCode: statusCode)
        let name = if case .custom = status { "" } else { " \(status.reasonPhrase)" }
        return "the receiver responded with \(statusCode)\(name)"
    }

    /// Adds what else went wrong.
    mutating func remark(_ text: String) {
        detail = detail.map { "\($0); \(text)" } ?? text
    }
}

extension Swift.Duration {
    /// The duration in words for a detail, such as `15 s` or `0.5 s`.
    var inSeconds: String {
        let (seconds, attoseconds) = components
        return attoseconds == 0 ? "\(seconds) s" : "\(Double(seconds) + Double(attoseconds) * 1e-18) s"
    }
}

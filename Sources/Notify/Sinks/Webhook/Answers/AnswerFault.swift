/// Why an answer is refused that a receiver sent, though it may be well-formed in part.
enum AnswerFault: Error, Hashable {
    /// The status is none of HTTP's: below 100 or above 599 (RFC 9110 §15).
    case invalidStatus(Int)
    /// The answer began before the request was sent.
    case early
    /// Something came that no request asked for.
    case unasked
    /// There were more interim answers than are read.
    case endlessInterim
    /// The head is longer than is read.
    case longHead
    /// The answer as a whole is longer than is read.
    case long
}

import NIOHTTP1

/// Decides which parts of what a receiver sends the HTTP client is given: those of one answer for each request that was
/// sent, in their order, within bounds.
///
/// The client relies on that order and traps where it is broken. Its decoder keeps most of it, but for a status below
/// 100 it reports an answer that the client does not know of.
struct AnswerSequence {
    /// How many interim answers (1xx) are read before the final one.
    static let maxInterim = 16
    /// How many bytes may come before the head of the final answer has ended.
    static let maxHead = 65_536
    /// How many bytes of an answer are read in all, with the frames of its chunks.
    static let longest = 1_048_576

    private enum State {
        /// Nothing was sent yet.
        case fresh
        /// An answer has ended, and the client may send another request.
        case idle
        /// The head of a request was sent, its end was not.
        case sending
        /// A request was sent.
        case waiting
        /// The head of the answer was passed on.
        case answering
        /// The end of the answer has come, and is not passed on yet.
        case ended
        case broken
    }

    private var state = State.fresh
    private var interimCount = 0
    private var byteCount = 0

    /// Whether nothing is passed on any more.
    var isBroken: Bool { state == .broken }

    /// Notes that the client sends the head of a request.
    mutating func beginRequest() {
        guard state != .broken else { return }
        state = .sending
        interimCount = 0
        byteCount = 0
    }

    /// Notes that the client has sent a request.
    mutating func endRequest() {
        if state == .sending { state = .waiting }
    }

    /// Notes that the client is given the end of the answer, and may use the connection again.
    mutating func passOnEnd() {
        if state == .ended { state = .idle }
    }

    /// Notes that nothing is passed on any more.
    mutating func breakOff() {
        state = .broken
    }

    /// Takes bytes, before they are decoded.
    mutating func take(_ count: Int) throws(AnswerFault) {
        // They would be taken for the answer to the next request.
        if state == .idle || state == .ended, count > 0 { throw .unasked }
        byteCount += count
        if byteCount > Self.longest { throw .long }
    }

    /// Returns if the head of the answer may still come, once the bytes taken so far are decoded.
    func checkHead() throws(AnswerFault) {
        if state == .waiting, byteCount > Self.maxHead { throw .longHead }
    }

    /// Takes a part of an answer.
    ///
    /// - Returns: Whether the client is to be given it; the end only once nothing more has come with it.
    mutating func take(_ part: HTTPClientResponsePart) throws(AnswerFault) -> Bool {
        switch (state, part) {
        case (.broken, _): return false
        case (.sending, _): throw .early
        case (.waiting, .head(let head)): return try take(head)
        case (.answering, .body): return true
        case (.answering, .end):
            state = .ended
            return true
        case (.fresh, _), (.idle, _), (.ended, _), (.waiting, _), (.answering, .head): throw .unasked
        }
    }

    private mutating func take(_ head: HTTPResponseHead) throws(AnswerFault) -> Bool {
        switch head.status.code {
        // Who switches protocols says nothing more in this one: it is final.
        case 101, 200...599:
            state = .answering
            return true
        case 100...199:
            interimCount += 1
            if interimCount > Self.maxInterim { throw .endlessInterim }
            return false
        case let code: throw .invalidStatus(Int(code))
        }
    }
}

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

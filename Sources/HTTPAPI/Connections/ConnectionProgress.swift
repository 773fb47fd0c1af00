import NIOCore

/// What a connection waits for, and since when: decides which client has kept the server waiting for too long.
struct ConnectionProgress {
    /// Why a connection is closed.
    enum Overdue: String {
        case idle
        case slowHead
        case slowBody
        case stalledReader
    }

    private enum Inbound {
        case nothing
        case head
        case body
    }

    private let limits: ConnectionLimits
    private var inbound = Inbound.nothing
    /// When the head or the body that is being read began.
    private var inboundSince: NIODeadline
    private var lastByteAt: NIODeadline
    /// Since when there is neither a request nor an answer.
    private var idleSince: NIODeadline
    private var sent = 0
    private var lastSentAt: NIODeadline
    /// How many requests were begun and not answered yet.
    private(set) var requestsInProgress = 0
    /// Whether the answer to the request that is being read has been begun.
    private(set) var isAnswering = false

    init(limits: ConnectionLimits, now: NIODeadline) {
        self.limits = limits
        inboundSince = now
        lastByteAt = now
        idleSince = now
        lastSentAt = now
    }

    /// Whether nothing can be done until the client sends more: such a connection makes room for others.
    var waitsForClient: Bool { requestsInProgress == 0 || inbound == .body }

    mutating func received(at now: NIODeadline) {
        lastByteAt = now
        guard inbound == .nothing else { return }
        inbound = .head
        inboundSince = now
    }

    mutating func receivedHead(at now: NIODeadline) {
        inbound = .body
        inboundSince = now
        requestsInProgress += 1
    }

    mutating func receivedEnd() {
        inbound = .nothing
    }

    mutating func beganAnswer() {
        isAnswering = true
    }

    mutating func endedAnswer(at now: NIODeadline) {
        isAnswering = false
        // What is no request at all is answered too.
        requestsInProgress = max(0, requestsInProgress - 1)
        idleSince = now
        // A head that came in meanwhile could not be read on.
        if inbound == .head { inboundSince = now }
    }

    /// Notes how many bytes of answers the client's side has taken so far, and how many wait for it.
    mutating func sent(_ count: Int, unsent: Int, at now: NIODeadline) {
        if count != sent || unsent == 0 { lastSentAt = now }
        sent = count
    }

    /// Why the client has kept the server waiting for too long; nil when it has not.
    func overdue(at now: NIODeadline) -> Overdue? {
        if now - lastSentAt >= limits.stallTime { return .stalledReader }
        switch inbound {
        case .head where requestsInProgress == 0:
            return now - inboundSince >= limits.headTime ? .slowHead : nil
        case .body where requestsInProgress <= 1:
            let isStill = now - max(lastByteAt, inboundSince) >= limits.bodyIdleTime
            return isStill || now - inboundSince >= limits.bodyTime ? .slowBody : nil
        case .nothing where requestsInProgress == 0:
            return now - max(idleSince, lastByteAt) >= limits.idleTime ? .idle : nil
        default:
            return nil
        }
    }
}

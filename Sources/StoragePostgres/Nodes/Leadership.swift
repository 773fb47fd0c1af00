import Basics

/// Whether this node does what only one of them may do, as it was last seen.
final class Leadership: Sendable {
    /// Who does it.
    enum Standing: Hashable, Sendable {
        /// This node, as the how manieth; all that it writes so has this as its fence.
        case leads(term: Int64)
        /// Another node, which is there.
        case follows
        /// Nobody, as far as is known.
        case unknown
    }

    /// What was seen, each time that somebody looked; only the latest of it waits.
    let standings: AsyncStream<Standing>
    private let continuation: AsyncStream<Standing>.Continuation
    private let wanted = Locked(false)

    init() {
        (standings, continuation) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1))
    }

    /// Whether this node is to do it where nobody does.
    var isWanted: Bool {
        get { wanted.withLock { $0 } }
        set { wanted.withLock { $0 = newValue } }
    }

    func note(_ standing: Standing) {
        continuation.yield(standing)
    }
}

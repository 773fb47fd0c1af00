import Basics
import CoreMetrics
import HTTPTypes
import Logging

/// Slows those who guess tokens: each address may try so many that let nobody in, and then few a minute.
///
/// The table of addresses is bounded: when it is full, the half that has been idle longest is dropped. A dropped address has
/// no more tries than a new one.
final class WrongTries: Sendable {
    /// Counts requests with a wrong token.
    static let wrongTokens = "taskd_wrong_tokens_total"
    /// Counts requests that were refused since there were too many wrong ones before.
    static let slowedTries = "taskd_slowed_tokens_total"

    /// What the limit is called.
    private static let limitName = "wrong-tokens"
    /// How many tries an address has at once.
    static let burst = 20
    /// How many more it gets in a second: twelve a minute.
    private static let perSecond = 0.2
    /// How many addresses are known for certain; up to twice as many are.
    static let capacity = 4_096

    fileprivate struct State {
        /// The addresses that tried lately, and those that did before these were too many.
        var recent: [PeerAddress: TokenBucket] = [:]
        var former: [PeerAddress: TokenBucket] = [:]
        /// How many lines of the log there may be.
        var lines: TokenBucket?
        /// How many tries the log has left out since its last line.
        var unlogged = 0
    }

    private let state = Locked(State())
    private let logger: Logger
    private let wrong: Counter
    private let slowed: Counter

    init(metrics: MetricsRegistry, logger: Logger) {
        self.logger = logger
        wrong = Counter(label: Self.wrongTokens, factory: metrics)
        slowed = Counter(label: Self.slowedTries, factory: metrics)
    }

    /// Counts a try, unless the address has had too many.
    ///
    /// - Throws: A 429 ``Problem``.
    func take(from address: PeerAddress, at now: SteadyInstant) throws {
        let (wait, bucket) = state.withLock { state in
            var bucket = state.bucket(of: address, at: now)
            let wait = bucket.wait(at: now)
            if wait == .zero { bucket.take(1, at: now) }
            state.keep(bucket, of: address)
            return (wait, bucket)
        }
        guard wait > .zero else { return }
        slowed.increment()
        log("a client that showed too many wrong tokens is slowed", address, at: now)
        let seconds = RateLimit.seconds(wait)
        throw Problem(
            .tooManyRequests,
            "too many wrong tokens came from this address; retry in \(seconds) s with the right one"
        ).limited(by: RateLimit(Self.limitName, bucket, at: now), retryAfter: seconds)
    }

    /// How many tries an address has left.
    func limit(of address: PeerAddress, at now: SteadyInstant) -> RateLimit {
        RateLimit(Self.limitName, state.withLock { $0.bucket(of: address, at: now) }, at: now)
    }

    /// Notes that a try was a wrong one.
    func note(_ address: PeerAddress, _ reason: String, at now: SteadyInstant) {
        wrong.increment()
        log("a request had a wrong token", address, reason, at: now)
    }

    /// How many addresses are known.
    var count: Int { state.withLock { $0.recent.count + $0.former.count } }

    /// Writes a line, unless there were too many of late.
    private func log(
        _ message: Logger.Message, _ address: PeerAddress, _ reason: String? = nil, at now: SteadyInstant
    ) {
        let unlogged = state.withLock { state -> Int? in
            var lines = state.lines ?? TokenBucket(perSecond: 0.1, burst: 10, at: now)
            defer { state.lines = lines }
            guard lines.wait(at: now) == .zero else {
                state.unlogged += 1
                return nil
            }
            lines.take(1, at: now)
            defer { state.unlogged = 0 }
            return state.unlogged
        }
        guard let unlogged else { return }
        var metadata: Logger.Metadata = ["address": "\(address)"]
        if let reason { metadata["reason"] = "\(reason)" }
        if unlogged > 0 { metadata["unlogged"] = "\(unlogged)" }
        logger.warning(message, metadata: metadata)
    }
}

extension WrongTries.State {
    fileprivate func bucket(of address: PeerAddress, at now: SteadyInstant) -> TokenBucket {
        recent[address] ?? former[address]
            ?? TokenBucket(perSecond: WrongTries.perSecond, burst: WrongTries.burst, at: now)
    }

    fileprivate mutating func keep(_ bucket: TokenBucket, of address: PeerAddress) {
        if recent[address] == nil, recent.count >= WrongTries.capacity { (former, recent) = (recent, [:]) }
        recent[address] = bucket
    }
}

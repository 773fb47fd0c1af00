import Recurrence
import Storage

/// Tokens that fill up with time; each delivery that is begun takes one.
struct TokenBucket: Hashable, Sendable {
    let limit: Hook.RateLimit
    private var tokens: Double
    private var filledAt: UTCInstant

    /// Makes a full bucket.
    init(_ limit: Hook.RateLimit, at now: UTCInstant) {
        self.limit = limit
        tokens = Double(limit.burst)
        filledAt = now
    }

    /// What rounding may take from a whole token, which must not keep it back.
    private static let grain = 1e-9

    /// How many deliveries may be begun now.
    func available(at now: UTCInstant) -> Int {
        Int(level(at: now) + 2 * Self.grain)
    }

    /// When the next delivery may be begun; now when one may.
    func nextToken(at now: UTCInstant) -> UTCInstant {
        let missing = 1 - Self.grain - level(at: now)
        guard missing > 0 else { return now }
        return now.advanced(by: .milliseconds(Int64((missing / limit.perSecond * 1_000).rounded(.up))))
    }

    /// Takes tokens that were available.
    mutating func take(_ count: Int, at now: UTCInstant) {
        tokens = max(0, level(at: now) - Double(count))
        filledAt = now
    }

    /// The level; when the clock was set back, it is what it was.
    private func level(at now: UTCInstant) -> Double {
        let seconds = max(.zero, filledAt.duration(to: now)) / .seconds(1)
        return min(Double(limit.burst), tokens + seconds * limit.perSecond)
    }
}

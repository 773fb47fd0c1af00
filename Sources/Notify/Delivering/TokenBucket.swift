import Recurrence
import Storage

/// Tokens that fill up with time; each delivery that is begun takes one.
struct TokenBucket: Hashable, Sendable {
    let limit: Hook.RateLimit
    private var tokens: Double
    private var filledAt: SteadyInstant

    /// Makes a full bucket.
    init(_ limit: Hook.RateLimit, at now: SteadyInstant) {
        self.limit = limit
        tokens = Double(limit.burst)
        filledAt = now
    }

    /// What rounding may take from a whole token, which must not keep it back.
    private static let grain = 1e-9

    /// How many deliveries may be begun now.
    func available(at now: SteadyInstant) -> Int {
        Int(level(at: now) + 2 * Self.grain)
    }

    /// After how long the next delivery may be begun; zero when one may now.
    func wait(at now: SteadyInstant) -> Swift.Duration {
        let missing = 1 - Self.grain - level(at: now)
        return missing > 0 ? .milliseconds(Int64((missing / limit.perSecond * 1_000).rounded(.up))) : .zero
    }

    /// Takes tokens that were available.
    mutating func take(_ count: Int, at now: SteadyInstant) {
        tokens = max(0, level(at: now) - Double(count))
        filledAt = now
    }

    /// The level.
    private func level(at now: SteadyInstant) -> Double {
        let seconds = max(.zero, filledAt.duration(to: now)) / .seconds(1)
        return min(Double(limit.burst), tokens + seconds * limit.perSecond)
    }
}

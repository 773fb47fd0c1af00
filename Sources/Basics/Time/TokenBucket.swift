/// Tokens that fill up with time, of which each thing that a rate limits takes one.
package struct TokenBucket: Hashable, Sendable {
    /// How many tokens are added in a second.
    private let perSecond: Double
    /// How many it holds at most.
    package let burst: Int
    private var tokens: Double
    private var filledAt: SteadyInstant

    /// Makes a full bucket.
    ///
    /// - Parameters:
    ///   - perSecond: How many tokens are added in a second; above zero.
    ///   - burst: How many it holds at most; at least one.
    ///   - now: The current reading of the clock by which it fills.
    package init(perSecond: Double, burst: Int, at now: SteadyInstant) {
        (self.perSecond, self.burst) = (perSecond, burst)
        tokens = Double(burst)
        filledAt = now
    }

    /// What rounding may take from a whole token, which must not keep it back.
    private static let grain = 1e-9

    /// How many whole tokens there are now.
    package func available(at now: SteadyInstant) -> Int {
        Int(level(at: now) + 2 * Self.grain)
    }

    /// After how long an empty one is full.
    package var timeToFill: Swift.Duration { .milliseconds(Int64((Double(burst) / perSecond * 1_000).rounded(.up))) }

    /// After how long there is a token; zero when there is one now.
    package func wait(at now: SteadyInstant) -> Swift.Duration { wait(for: 1, at: now) }

    /// After how long there are as many tokens, which it can hold; zero when there are now.
    package func wait(for count: Int, at now: SteadyInstant) -> Swift.Duration {
        let missing = Double(count) - Self.grain - level(at: now)
        return missing > 0 ? .milliseconds(Int64((missing / perSecond * 1_000).rounded(.up))) : .zero
    }

    /// Takes tokens that were available.
    package mutating func take(_ count: Int, at now: SteadyInstant) {
        tokens = max(0, level(at: now) - Double(count))
        filledAt = now
    }

    /// Puts tokens back that were taken and not needed.
    package mutating func putBack(_ count: Int, at now: SteadyInstant) {
        tokens = min(Double(burst), level(at: now) + Double(count))
        filledAt = now
    }

    /// Whether it fills as fast as another, and holds as much.
    package func hasLimits(of other: TokenBucket) -> Bool {
        perSecond == other.perSecond && burst == other.burst
    }

    private func level(at now: SteadyInstant) -> Double {
        let seconds = max(.zero, filledAt.duration(to: now)) / .seconds(1)
        return min(Double(burst), tokens + seconds * perSecond)
    }
}

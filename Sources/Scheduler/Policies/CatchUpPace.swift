import Basics

/// How fast what was left behind is caught up: a bucket that fills steadily and is emptied by each reminder.
///
/// New reminders do not wait for it.
struct CatchUpPace: Sendable {
    /// How late a reminder must be to count as left behind.
    static let backlogAge = Swift.Duration.seconds(60)
    /// How many times a second a loop that waits for the bucket looks into it.
    private static let looksPerSecond = 10

    private let rate: Int?
    private var milliTokens: Int
    private var filledAt: SteadyInstant

    /// Makes a full bucket.
    ///
    /// - Parameters:
    ///   - rate: Reminders a second, at least 1; nil for no bound.
    ///   - now: The reading of the steady clock: a wall clock that is set must neither stop the catching up nor hasten it.
    init(rate: Int?, now: SteadyInstant) {
        self.rate = rate
        milliTokens = (rate ?? 0) * 1_000
        filledAt = now
    }

    /// How many may be caught up now; nil for no bound.
    mutating func allowance(at now: SteadyInstant) -> Int? {
        guard let rate else { return nil }
        let elapsed = min(1_000, max(0, (now.nanoseconds - filledAt.nanoseconds) / 1_000_000))
        filledAt = filledAt.advanced(by: .milliseconds(elapsed))
        if elapsed == 1_000 { filledAt = now }
        milliTokens = min(rate * 1_000, milliTokens + Int(elapsed) * rate)
        return milliTokens / 1_000
    }

    /// Takes out what was caught up.
    mutating func spend(_ count: Int) {
        if rate != nil { milliTokens -= count * 1_000 }
    }

    /// After how long a loop that found the bucket empty is to look again.
    var pause: Swift.Duration {
        .milliseconds(rate.map { max(1_000 / Self.looksPerSecond, (1_000 + $0 - 1) / $0) } ?? 0)
    }
}

public import Recurrence

/// How long something is kept, and how many of it: what is older, or beyond the count, is removed.
public struct RetentionLimit: Hashable, Sendable {
    /// How old it may become; nil for any age.
    public var age: Swift.Duration?
    /// How many of the latest are kept; nil for all.
    public var count: Int?

    /// The largest count that can be written.
    private static let maxCount = 1_000_000_000_000
    /// The ages that can be written: an hour to a hundred years, in seconds.
    private static let ageRange = 3_600...36_525 * 86_400

    /// Keeps everything.
    public static let forever = RetentionLimit()

    /// Makes a limit; what is nil does not bound.
    public init(age: Swift.Duration? = nil, count: Int? = nil) {
        (self.age, self.count) = (age, count)
    }

    /// The instant before which things are too old at `now`; nil for any age.
    public func cutoff(at now: UTCInstant) -> UTCInstant? {
        age.map { now.advanced(by: .zero - $0) }
    }
}

extension RetentionLimit: LosslessStringConvertible {
    /// What the text must be, for messages.
    public static let form =
        """
        an age in days or hours such as P90D (PT1H to 100 years; a year is P365D), a count such as 100000, both with a comma \
        between them, or forever
        """

    /// `P90D,100000`, either part alone, or `forever`.
    public var description: String {
        let seconds = age.map { Int($0.components.seconds) }
        let days = seconds.map { $0 % 86_400 == 0 ? "P\($0 / 86_400)D" : "PT\($0)S" }
        let parts = [days, count.map(String.init)].compactMap(\.self)
        return parts.isEmpty ? "forever" : parts.joined(separator: ",")
    }

    /// Reads what `description` writes, also with spaces behind the comma, and `0` for forever.
    public init?(_ text: String) {
        self.init()
        if text == "forever" || text == "0" { return }
        let parts = text.split(separator: ",", omittingEmptySubsequences: false)
        guard parts.count <= 2 else { return nil }
        for part in parts.map({ $0.drop { $0 == " " } }) {
            if let count = Int(part) {
                guard self.count == nil, (1...Self.maxCount).contains(count) else { return nil }
                self.count = count
            } else {
                guard age == nil, let duration = try? CalendarDuration(String(part)) else { return nil }
                let (days, isTooLong) = duration.days.multipliedReportingOverflow(by: 86_400)
                guard !isTooLong, case let (seconds, false) = days.addingReportingOverflow(duration.seconds),
                    Self.ageRange.contains(seconds)
                else { return nil }
                age = .seconds(seconds)
            }
        }
    }
}

/// What of the history is kept for how long.
///
/// Tasks, series, hooks and tokens are no history: they are only ever removed by who owns them.
public struct RetentionPolicy: Hashable, Sendable {
    /// The event log.
    ///
    /// Its latest event is always kept, and what a delivery still needs.
    public var events = RetentionLimit(age: .seconds(90 * 86_400), count: 50_000)
    /// Deliveries that are done with, and their attempts; the count is of events, so each hook has at most as many.
    public var deliveries = RetentionLimit(age: .seconds(30 * 86_400), count: 50_000)
    /// Firings, misses and the notes on reminders.
    public var firings = RetentionLimit(age: .seconds(90 * 86_400), count: 500_000)
    /// Answers that are remembered for an `Idempotency-Key`; after a day they are not given again in any case.
    public var answers = RetentionLimit(age: .seconds(86_400))

    /// What undoing needs: a change that is older cannot be undone.
    public var changes = RetentionLimit(age: .seconds(30 * 86_400))

    /// Makes the default policy.
    public init() {}
}

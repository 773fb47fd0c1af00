/// What of the history is kept for how long.
///
/// Tasks, series, hooks and tokens are no history: they are only ever removed by who owns them.
public struct RetentionPolicy: Hashable, Sendable {
    /// The event log. Its latest event is always kept, and what a delivery still needs.
    public var events = RetentionLimit(age: .seconds(90 * 86_400), count: 50_000)
    /// Deliveries that are done with, and their attempts; the count is of events, so each hook has at most as many.
    public var deliveries = RetentionLimit(age: .seconds(30 * 86_400), count: 50_000)
    /// Firings, misses and the notes on reminders.
    public var firings = RetentionLimit(age: .seconds(90 * 86_400), count: 500_000)
    /// Answers that are remembered for an `Idempotency-Key`; after a day they are not given again in any case.
    public var answers = RetentionLimit(age: .seconds(86_400))

    /// Makes the default policy.
    public init() {}
}

/// How a ``DeliveryLoop`` goes about its work.
public struct DeliveryConfiguration: Hashable, Sendable {
    /// When deliveries that failed are tried again.
    public var schedule = RetrySchedule.standard
    /// How many batches may be claimed at once, over all hooks, being sent or waiting to be; at least 1.
    ///
    /// Beyond it, a hook that has none may still send one.
    public var flightLimit = 1_024
    /// How long a claim holds if its outcome is never recorded; longer than any attempt takes.
    public var lease = Swift.Duration.seconds(60)
    /// How long an outcome may wait to be recorded with others, while more of the same hook is claimed and sent.
    public var gatheringTime = Swift.Duration.milliseconds(5)
    /// How long what is on its way may take to finish when the loop is stopped.
    public var drainTime = Swift.Duration.seconds(8)

    /// Makes the default configuration.
    public init() {}
}

extension Hook {
    /// How the deliveries of a hook follow each other, and for how long they are tried.
    public struct Traffic: Hashable, Sendable {
        /// As the sinks and the contract have it: in parallel, without a limit of rate, ten attempts, no deadline.
        public static let standard = Traffic()
        /// The numbers that ``concurrency`` may have.
        public static let permittedConcurrency = 1...64
        /// How many waits ``retryWaits`` may have.
        public static let permittedWaitCount = 1...32
        /// The longest wait between two attempts, and the longest deadline.
        public static let (maxWait, maxExpiry): (Swift.Duration, Swift.Duration) =
            (.seconds(2 * 86_400), .seconds(366 * 86_400))

        /// What must wait for what.
        public var ordering = Ordering.parallel
        /// How many deliveries may be begun in a time; nil for no limit.
        public var rateLimit: RateLimit?
        /// How many deliveries may be in flight at once; nil leaves it to the sink.
        public var concurrency: Int?
        /// How long to wait before each attempt, the first included; nil for the contract's schedule.
        public var retryWaits: [Swift.Duration]?
        /// How long after its event a delivery is worth sending; nil for ever.
        public var expiry: Swift.Duration?

        /// Makes the standard traffic.
        public init() {}
    }

    /// What must wait for what.
    public enum Ordering: String, CaseIterable, Hashable, Sendable {
        /// Nothing waits.
        case parallel
        /// The deliveries of one task go in the order of the log, each when the one before is done with; those of
        /// different tasks do not wait for each other.
        case perTask
    }

    /// A token bucket: so many deliveries a second in the long run, and so many at once after a pause.
    public struct RateLimit: Hashable, Sendable {
        /// The rates that ``perSecond`` may have: from ten a day.
        public static let permittedRates = 0.0001...10_000
        /// The numbers that ``burst`` may have.
        public static let permittedBursts = 1...10_000

        /// How many deliveries may be begun in a second, in the long run.
        public var perSecond: Double
        /// How many may be begun at once after a pause.
        public var burst: Int

        /// Makes a limit from its parts.
        public init(perSecond: Double, burst: Int = 1) {
            self.perSecond = perSecond
            self.burst = burst
        }
    }
}

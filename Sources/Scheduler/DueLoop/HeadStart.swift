import Basics
import Recurrence

/// How long before their time many reminders are begun to be recorded, so that only the commit is left to be done then.
///
/// It is learned: the transaction is to be done a little before the instant that its commit waits for.
struct HeadStart: Sendable {
    /// From how long before an instant on it is looked how much is due then; nothing is begun earlier.
    private static let longest = Duration.milliseconds(100)
    /// How long before the instant a transaction should be done.
    private static let margin = Duration.milliseconds(10)
    /// What a firing takes at least and at most, as far as that is believed.
    private static let (least, most) = (Duration.microseconds(5), Duration.milliseconds(1))

    /// What a firing takes, as was seen so far.
    private var perFiring = Duration.microseconds(80)
    /// An instant at which that much is due, and when to begin.
    private var plan: (instant: UTCInstant, begin: UTCInstant)?

    /// Whether it is known when to begin what is due at an instant.
    func isPlanned(_ instant: UTCInstant) -> Bool { plan?.instant == instant }

    /// When to begin what is due at an instant, or to look how much that is.
    func begin(of instant: UTCInstant) -> UTCInstant {
        if let plan, plan.instant == instant { return plan.begin }
        return instant.advanced(by: .zero - Self.longest)
    }

    /// Plans what is due at an instant: so few firings that a second thread is not worth it begin when they are due.
    mutating func plan(_ instant: UTCInstant, count: Int) {
        let lead = count < FiringPipeline.minCount ? .zero : min(Self.longest, Self.margin + perFiring * count)
        plan = (instant, instant.advanced(by: .zero - lead))
    }

    /// Learns from a transaction.
    ///
    /// - Parameters:
    ///   - left: How long it waited for its instant; nil where it was done after that.
    ///   - count: How many firings it recorded.
    mutating func note(left: Duration?, of count: Int) {
        guard count >= FiringPipeline.minCount else { return }
        let change = left.map { (Self.margin - $0) / (8 * count) } ?? perFiring
        perFiring = min(max(perFiring + change, Self.least), Self.most)
    }
}

public import Recurrence

/// The id of a delivery, such as `dlv_42`.
///
/// It is opaque: what its bits mean, and whether their order means anything, is known to the back end that made it.
public struct DeliveryID: Hashable, Sendable, LosslessStringConvertible {
    /// The bits, for the back end alone; positive.
    public let number: Int64

    /// Makes an id of a back end's bits, which must be positive.
    public init(number: Int64) {
        self.number = number
    }

    /// Reads what `description` writes.
    public init?(_ text: String) {
        guard text.hasPrefix("dlv_"), let number = Int64(text.dropFirst(4)), number > 0 else { return nil }
        self.init(number: number)
        guard text == description else { return nil }
    }

    /// `dlv_` and digits.
    public var description: String { "dlv_\(number)" }
}

/// One event for one hook.
public struct Delivery: Hashable, Sendable {
    /// Where a delivery stands.
    public enum State: String, CaseIterable, Hashable, Sendable {
        /// Waits for its next attempt.
        case pending
        /// The receiver took it.
        case delivered
        /// Every attempt of the schedule failed, or the receiver refused it for good.
        case failed
        /// It was not taken while it was worth sending.
        case expired
    }

    /// The delivery's id.
    public let id: DeliveryID
    /// Where it goes.
    public let hook: HookID
    /// The ``Event/sequence`` of its event.
    public let eventSequence: Int64
    /// The id of its event.
    public let eventID: EventID
    /// The type of its event.
    public let eventType: EventType
    /// Where it stands.
    public var state: State
    /// When the next attempt is due; nil when there is none.
    public var nextAttemptAt: UTCInstant?
    /// The attempts made, first to last.
    public var attempts: [DeliveryAttempt]

    /// Makes a delivery from its parts.
    public init(
        id: DeliveryID,
        hook: HookID,
        eventSequence: Int64,
        eventID: EventID,
        eventType: EventType,
        state: State,
        nextAttemptAt: UTCInstant?,
        attempts: [DeliveryAttempt]
    ) {
        self.id = id
        self.hook = hook
        self.eventSequence = eventSequence
        self.eventID = eventID
        self.eventType = eventType
        self.state = state
        self.nextAttemptAt = nextAttemptAt
        self.attempts = attempts
    }
}

/// What an attempt leaves a claimed delivery in; recording it ends the claim.
public struct DeliveryResult: Sendable {
    /// What becomes of the delivery.
    public enum Verdict: Hashable, Sendable {
        /// The receiver took it.
        case delivered
        /// It is tried again at an instant.
        case retry(at: UTCInstant)
        /// It is not tried again.
        case failed
        /// It is not worth sending any more.
        case expired
    }

    /// The delivery that was tried.
    public var delivery: DeliveryID
    /// The try; nil when there was none, since the delivery had expired.
    public var attempt: DeliveryAttempt?
    /// What becomes of it.
    public var verdict: Verdict

    /// Makes a result from its parts.
    public init(delivery: DeliveryID, attempt: DeliveryAttempt?, verdict: Verdict) {
        self.delivery = delivery
        self.attempt = attempt
        self.verdict = verdict
    }
}

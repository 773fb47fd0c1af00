public import Recurrence

/// The id of a delivery: its number in the store, written `dlv_42`.
public struct DeliveryID: Hashable, Comparable, Sendable, LosslessStringConvertible {
    /// The number.
    public let number: Int64

    /// Wraps a number of the store.
    public init(number: Int64) {
        self.number = number
    }

    /// Reads what `description` writes.
    public init?(_ text: String) {
        guard text.hasPrefix("dlv_"), let number = Int64(text.dropFirst(4)), number > 0 else { return nil }
        self.init(number: number)
        guard text == description else { return nil }
    }

    /// `dlv_` and the number.
    public var description: String { "dlv_\(number)" }

    /// Orders by the number: for the deliveries of one hook, the order of their events.
    public static func < (left: DeliveryID, right: DeliveryID) -> Bool {
        left.number < right.number
    }
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
    /// The place of its event in the log.
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

/// A delivery that was claimed: until its lease ends nobody else may send it.
public struct ClaimedDelivery: Hashable, Sendable {
    /// The delivery's id.
    public let id: DeliveryID
    /// Where it goes.
    public let hook: HookID
    /// What is sent.
    public let event: Event
    /// How many attempts were made before.
    public let attemptsMade: Int
    /// How many of them were made before it was last replayed: the schedule begins again after them.
    public let attemptsBeforeReplay: Int
    /// When its hook began to owe it: the event's time, or that of the last replay.
    public let owedSince: UTCInstant
    /// What is sent, as far as an attempt that was begun has settled it.
    public let body: DeliveryBody

    /// Makes a claim from its parts.
    public init(
        id: DeliveryID,
        hook: HookID,
        event: Event,
        attemptsMade: Int,
        attemptsBeforeReplay: Int = 0,
        replayedAt: UTCInstant? = nil,
        body: DeliveryBody = .open
    ) {
        self.id = id
        self.hook = hook
        self.event = event
        self.attemptsMade = attemptsMade
        self.attemptsBeforeReplay = attemptsBeforeReplay
        owedSince = replayedAt ?? event.timestamp
        self.body = body
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

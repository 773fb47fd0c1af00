public import Basics
public import Recurrence

/// Who claims deliveries: one opening of a store by one process.
///
/// It is opaque, and no two openings share one: what a process claimed before it was restarted is not its own any more.
public struct ClaimOwner: Hashable, Sendable {
    /// The bits, for the back end alone.
    public let rawValue: Int64

    /// Makes an owner of a back end's bits, such as the number that a shared store gives a node.
    public init(rawValue: Int64) {
        self.rawValue = rawValue
    }

    /// Makes an owner that is none of those before, but for a chance of one in 2⁶⁴.
    public static func random() -> ClaimOwner {
        ClaimOwner(rawValue: .random(in: .min ... .max))
    }
}

/// How many deliveries of a hook are to be claimed.
public struct DeliveryClaimRequest: Hashable, Sendable {
    /// Whose deliveries.
    public var hook: HookID
    /// How many at most.
    public var limit: Int

    /// Makes a request.
    public init(hook: HookID, limit: Int) {
        (self.hook, self.limit) = (hook, limit)
    }
}

/// A delivery that was claimed: until its lease ends only the owner of the claim may send it.
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
    /// The trace that the event was recorded in; nil for none.
    public let trace: TraceParent?

    /// Makes a claim from its parts.
    public init(
        id: DeliveryID,
        hook: HookID,
        event: Event,
        attemptsMade: Int,
        attemptsBeforeReplay: Int = 0,
        replayedAt: UTCInstant? = nil,
        body: DeliveryBody = .open,
        trace: TraceParent? = nil
    ) {
        self.id = id
        self.hook = hook
        self.event = event
        self.attemptsMade = attemptsMade
        self.attemptsBeforeReplay = attemptsBeforeReplay
        owedSince = replayedAt ?? event.timestamp
        self.body = body
        self.trace = trace
    }
}

/// What processes that are gone had claimed.
public struct AbandonedClaims: Hashable, Sendable {
    /// After how many deaths in a row that nothing is known of what was in flight each time is suspect.
    public static let deathsToSuspect = 3
    /// After how many more of them, in a row and each with it as the only suspect in flight, a delivery is to blame.
    ///
    /// Many, since whoever kills a daemon again and again just after its start meets the same suspect each time.
    public static let deathsToBlame = 10

    /// How many claims there were.
    public var count: Int
    /// How many of them are suspect now, those to blame included.
    public var suspectCount: Int
    /// Those that are to blame; they are still claimed.
    public var blamed: [ClaimedDelivery]

    /// Makes a summary of claims.
    public init(count: Int, suspectCount: Int, blamed: [ClaimedDelivery]) {
        self.count = count
        self.suspectCount = suspectCount
        self.blamed = blamed
    }
}

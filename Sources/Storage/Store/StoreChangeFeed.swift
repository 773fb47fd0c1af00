package import Basics

/// What a commit has changed, as far as anybody waits for it.
public struct StoreChanges: OptionSet, Hashable, Sendable {
    /// The bits.
    public let rawValue: UInt8

    /// Takes the bits.
    public init(rawValue: UInt8) {
        self.rawValue = rawValue
    }

    /// Something the due loop waits for was planned, moved or withdrawn.
    public static let dueQueue = StoreChanges(rawValue: 1)
    /// Events were appended.
    public static let events = StoreChanges(rawValue: 2)
    /// Deliveries became due, or hooks changed.
    public static let deliveries = StoreChanges(rawValue: 4)
    /// Tokens were made, changed or revoked.
    public static let accessTokens = StoreChanges(rawValue: 8)
    /// Tasks were written or deleted, or what they show: their reminders, their series, that they are set aside.
    public static let tasks = StoreChanges(rawValue: 16)
    /// Anything at all was written, be it of one of the other kinds or of none.
    public static let anything = StoreChanges(rawValue: 32)
    /// Owners of claims have gone without releasing them, or who does what only one node may do has; told by stores that
    /// several nodes have open.
    public static let owners = StoreChanges(rawValue: 64)
}

/// Wakes those who wait for commits.
public final class StoreChangeFeed: Sendable {
    private struct Subscriber {
        var wakeSignal: WakeSignal
        var interest: StoreChanges
    }

    private let subscribers = Locked<[ObjectIdentifier: Subscriber]>([:])
    private let tokenChanges = Locked(0)
    private let observers = Locked(ObserverQueue())

    /// Makes a feed that nobody listens to yet.
    public init() {}

    /// Signals everybody who waits for one of `changes`.
    ///
    /// Call it after the commit.
    public func publish(_ changes: StoreChanges) {
        guard !changes.isEmpty else { return }
        if changes.contains(.accessTokens) { tokenChanges.withLock { $0 += 1 } }
        let wakeSignals = subscribers.withLock { subscribers in
            subscribers.values.filter { !$0.interest.isDisjoint(with: changes) }.map(\.wakeSignal)
        }
        for wakeSignal in wakeSignals { wakeSignal.signal() }
        queueOfObservers { $0.note(changes) }
    }

    /// Changes the queue of those who observe values, and wakes those whose turn it then is.
    func queueOfObservers(_ change: (inout ObserverQueue) -> Void) {
        let signals = observers.withLock { queue in
            change(&queue)
            return queue.takeTurns()
        }
        for signal in signals { signal.signal() }
    }

    /// Whether nobody observes a value, and nothing is left of those who did.
    package var hasNoObservers: Bool { observers.withLock { $0.isEmpty } }

    /// Counts the commits that changed tokens: what was read of them holds for as long as this stays the same.
    package var tokenVersion: Int { tokenChanges.withLock { $0 } }

    /// Signals after each commit that changed one of `interest`, until it is unsubscribed.
    package func subscribe(_ wakeSignal: WakeSignal, to interest: StoreChanges) {
        subscribers.withLock {
            $0[ObjectIdentifier(wakeSignal)] = Subscriber(wakeSignal: wakeSignal, interest: interest)
        }
    }

    /// Signals it no more.
    package func unsubscribe(_ wakeSignal: WakeSignal) {
        _ = subscribers.withLock { $0.removeValue(forKey: ObjectIdentifier(wakeSignal)) }
    }
}

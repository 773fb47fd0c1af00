import Basics

/// Where lists of tasks are read, by how long they take: none waits for those that take longer.
enum ListLane: CaseIterable {
    /// Reads what an index serves as a whole, and hands on the rest before anything of it is read.
    case served
    /// Reads what takes no more than a moment, and hands on the rest.
    case brief
    /// Reads a list as long as one may take.
    case long
}

/// One who reads lists, on the way through the lanes.
///
/// What a list takes is known when it is read: a body begins in the first lane, and begins again in the next one where
/// it takes longer than its lane has time for.
final class ListTurn: Sendable {
    private struct State {
        var lane = ListLane.served
        var start = Swift.Duration.zero
        var isHandedOn = false
        var isKnownAsLong = false
        var isNotedAsLong = false
        var isCancelled = false
    }

    private let known: LongLists
    private let state = Locked(State())

    /// - Parameter known: Which lists are known to take long.
    init(_ known: LongLists) {
        self.known = known
    }

    /// The lane that it has come to.
    var lane: ListLane { state.withLock { $0.lane } }

    /// When it began in its lane, by the watch's clock.
    var start: Swift.Duration { state.withLock { $0.start } }

    /// Whether it takes longer than its lane has time for, whatever the body made of that.
    var isHandedOn: Bool { state.withLock { $0.isHandedOn } }

    /// Whether it reads what is known to take longer than a moment.
    var isKnownAsLong: Bool { state.withLock { $0.isKnownAsLong } }

    /// Whether nobody waits for it any more, and it is not about to end by itself.
    var isGivenUp: Bool { state.withLock { $0.isCancelled && $0.lane == .long } }

    /// Whether nobody waits for it any more.
    var isCancelled: Bool { state.withLock { $0.isCancelled } }

    /// Begins in a lane, at a time by the watch's clock.
    func begin(in lane: ListLane, at start: Swift.Duration) {
        state.withLock { ($0.lane, $0.start, $0.isHandedOn) = (lane, start, false) }
    }

    /// Notes that it takes longer than its lane has time for.
    ///
    /// - Returns: Whether there is another lane for it.
    func handOn() -> Bool {
        state.withLock { state in
            state.isHandedOn = state.lane != .long
            return state.isHandedOn
        }
    }

    /// Hands on what its lane does not begin with: what no index serves, or is known to take long.
    ///
    /// - Parameter form: By what the list is known; nil where it is not.
    /// - Returns: Whether it was handed on.
    func passesOn(_ form: ListForm?) -> Bool {
        let (lane, start) = state.withLock { ($0.lane, $0.start) }
        guard lane != .long else { return false }
        if let form, known.contains(form, at: start, isBegun: lane == .brief) {
            state.withLock { $0.isKnownAsLong = true }
        } else if lane == .brief {
            return false
        }
        return handOn()
    }

    /// Notes how long a list took.
    ///
    /// - Parameters:
    ///   - form: By what it is known again; nil where it is not to be.
    ///   - duration: How long it took, or has taken so far.
    func note(_ form: ListForm?, after duration: Swift.Duration) {
        guard let form else { return }
        // One that took long in one lane takes long in the next; it did so once.
        let (isNoted, start) = state.withLock { ($0.isNotedAsLong, $0.start) }
        guard known.note(form, after: duration, at: start + duration, unlessLong: isNoted) else { return }
        state.withLock { $0.isNotedAsLong = true }
    }

    /// Notes that nobody waits for it any more.
    func cancel() {
        state.withLock { $0.isCancelled = true }
    }
}

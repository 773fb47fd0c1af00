public import Basics
public import Recurrence
public import Storage

/// When the due loop last came round: passed to the loop, which says so, and to who asks whether it is well.
public final class LoopHeartbeat: Sendable {
    private struct State {
        var lastBeat: SteadyInstant
        /// When nothing was left to do but what waits for its time or its pace.
        var doneAt: SteadyInstant
        var isPaced = false
        var firedAt: SteadyInstant?
    }

    /// Within how long the loop comes round.
    public static let maxRound = Swift.Duration.seconds(10)
    /// How long the loop may stand still before it is given up; a disk may keep it waiting for long.
    public static let maxStandstill = Swift.Duration.seconds(60)
    /// How long something that is due, and that nothing holds, may wait.
    public static let maxDelay = Swift.Duration.seconds(30)

    private let state: Locked<State>

    /// Makes the heartbeat of a loop that is about to begin.
    public init(startingAt now: SteadyInstant) {
        state = Locked(State(lastBeat: now, doneAt: now))
    }

    /// Notes that the loop has come round.
    ///
    /// - Parameters:
    ///   - instant: The reading of the steady clock.
    ///   - isDone: Whether nothing is left to do now.
    ///   - isPaced: Whether some of what it was behind with waits for the pace of catching up.
    public func beat(at instant: SteadyInstant, isDone: Bool, isPaced: Bool) {
        state.withLock { state in
            state.lastBeat = instant
            if isDone { state.doneAt = instant }
            state.isPaced = isPaced
        }
    }

    /// Notes that reminders have just gone off.
    func noteFiring(at instant: SteadyInstant) {
        state.withLock { $0.firedAt = instant }
    }

    /// When reminders last went off; nil where none has.
    var firedAt: SteadyInstant? { state.withLock { $0.firedAt } }

    /// Whether the loop has not come round for so long that only a restart may help.
    public func hasStopped(at steady: SteadyInstant) -> Bool {
        state.withLock { $0.lastBeat.duration(to: steady) > Self.maxStandstill }
    }

    /// Why the loop cannot be relied on, in words that tell nothing of the machine; nil when all is well.
    ///
    /// - Parameters:
    ///   - reader: Where what is due stands.
    ///   - now: The wall clock's time.
    ///   - steady: The reading of the steady clock.
    /// - Returns: The reason.
    /// - Throws: `StoreError`.
    public func complaint(_ reader: any StoreReader, at now: UTCInstant, _ steady: SteadyInstant) throws -> String? {
        let state = state.withLock { $0 }
        guard state.lastBeat.duration(to: steady) <= Self.maxRound else {
            return "the due loop has not completed a turn for more than 10 s"
        }
        // What was due already when it was written, or when the clock was set, has not been waiting since then.
        guard state.doneAt.duration(to: steady) > Self.maxDelay else { return nil }
        let edge = now.advanced(by: .zero - Self.maxDelay)
        let oldest: UTCInstant?
        if state.isPaced {
            // What is left behind waits for its pace; what is new does not.
            let backlog = now.advanced(by: .zero - CatchUpPace.backlogAge)
            oldest = try reader.plannedFirings(from: backlog, before: edge, after: nil, limit: 1).first?.fireAt
        } else {
            oldest = try reader.nextDueInstant()
        }
        guard let oldest, oldest < edge else { return nil }
        return "a due reminder has been waiting for more than 30 s"
    }
}

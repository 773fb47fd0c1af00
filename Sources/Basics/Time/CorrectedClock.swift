public import Recurrence

/// A UTC clock that goes by another machine's, as far as that one was read: what several machines do together by one clock
/// is due at the same moment for all, whatever the clock of each says.
///
/// Until it is first corrected it is the machine's own. From then on it is the machine's steady clock and what the other one
/// was ahead of it when it was last read, so that nobody who sets this machine's wall clock moves it. It is never ahead of
/// the other one, and goes back only where that one was set back by more than 10 seconds; for less it stands still.
public struct CorrectedClock: UTCClock {
    /// For how many milliseconds the other clock is waited for where it is behind what was told already.
    private static let maxHold: Int64 = 10_000

    private struct State {
        /// What the other clock is ahead of the steady one, in milliseconds; nil before it was read.
        var lead: Int64?
        var lastTold: Int64 = .min
    }

    private let machine: WallClock
    private let state = Locked(State())

    /// Makes one that is the machine's own until it is corrected.
    public init(_ machine: WallClock) {
        self.machine = machine
    }

    /// The machine's continuous clock.
    public var steady: ContinuousTime { machine.steady }

    /// The current time.
    public var now: UTCInstant {
        let steady = steady.now.nanoseconds / 1_000_000
        return state.withLock { state in
            guard let lead = state.lead else { return machine.now }
            let now = steady + lead
            // What was told a moment ago is not taken back for a reading that came out a little lower.
            let isHeld = now < state.lastTold && state.lastTold - now <= Self.maxHold
            if !isHeld { state.lastTold = now }
            return UTCInstant(millisecondsSinceEpoch: state.lastTold)
        }
    }

    /// The smallest step between two instants: one millisecond.
    public var minimumResolution: Swift.Duration { .milliseconds(1) }

    /// How far this clock is ahead of the machine's own wall clock; nil before the other one was read.
    public var offset: Swift.Duration? {
        guard state.withLock({ $0.lead }) != nil else { return nil }
        return machine.now.duration(to: now)
    }

    /// Goes by the other clock from now on.
    ///
    /// - Parameters:
    ///   - time: What the other clock told.
    ///   - end: When that was known at the latest, by ``steady``.
    public func correct(to time: UTCInstant, knownBy end: SteadyInstant) {
        let lead = time.millisecondsSinceEpoch - (end.nanoseconds + 999_999) / 1_000_000
        state.withLock { $0.lead = lead }
    }

    /// Returns when `deadline` is reached on this clock, and never before it.
    ///
    /// - Throws: `CancellationError` when the task is cancelled first.
    public func sleep(until deadline: UTCInstant, tolerance: Swift.Duration?) async throws {
        while true {
            let remaining = now.duration(to: deadline)
            if remaining <= .zero { return }
            // In pieces, since the other clock may be set meanwhile.
            let end = steady.now.advanced(by: min(remaining, WallClock.maxPiece))
            try await steady.sleep(until: end, tolerance: tolerance)
        }
    }
}

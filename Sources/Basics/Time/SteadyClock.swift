#if canImport(Darwin)
    import Darwin
#else
    import Glibc
#endif

/// A reading of a clock that nobody sets: good for how long something took or is to wait, and for nothing else.
public struct SteadyInstant: InstantProtocol, Hashable, Sendable {
    /// Nanoseconds since an origin that is the same for as long as the process lives.
    public var nanoseconds: Int64

    /// Makes a reading from nanoseconds since the clock's origin.
    public init(nanoseconds: Int64) {
        self.nanoseconds = nanoseconds
    }

    /// The reading that much later; it saturates and never traps.
    public func advanced(by duration: Duration) -> SteadyInstant {
        let (seconds, attoseconds) = duration.components
        let (whole, overflow) = seconds.multipliedReportingOverflow(by: 1_000_000_000)
        let (sum, overflows) = nanoseconds.addingReportingOverflow(whole)
        guard !overflow, !overflows else { return SteadyInstant(nanoseconds: seconds < 0 ? .min : .max) }
        return SteadyInstant(nanoseconds: sum &+ attoseconds / 1_000_000_000)
    }

    /// How much later the other reading is.
    public func duration(to other: SteadyInstant) -> Duration {
        .nanoseconds(other.nanoseconds) - .nanoseconds(nanoseconds)
    }

    /// Whether `lhs` comes first.
    public static func < (lhs: SteadyInstant, rhs: SteadyInstant) -> Bool {
        lhs.nanoseconds < rhs.nanoseconds
    }
}

/// A clock that only goes forward, at the pace of time, whatever is done to the wall clock: the one for back-offs, time
/// limits, rates and every other wait that is about "for how long", not about "when".
public protocol SteadyClock: Clock, Sendable where Instant == SteadyInstant, Duration == Swift.Duration {}

/// The machine's continuous clock, which goes on while the machine is suspended (CLOCK_BOOTTIME on Linux).
///
/// CLOCK_MONOTONIC stands still while the machine sleeps, and so would every wait: a receiver's rate limit has refilled
/// meanwhile, a back-off is over, and the other end of a connection has long given it up.
public struct ContinuousTime: SteadyClock {
    /// Makes the clock; it has no state.
    public init() {}

    /// The current reading.
    public var now: SteadyInstant {
        var time = timespec()
        #if os(Linux)
            clock_gettime(CLOCK_BOOTTIME, &time)
        #else
            // Darwin's name for the one that goes on.
            clock_gettime(CLOCK_MONOTONIC, &time)
        #endif
        return SteadyInstant(nanoseconds: Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec))
    }

    /// The smallest step between two readings: one nanosecond.
    public var minimumResolution: Swift.Duration { .nanoseconds(1) }

    /// Returns when `deadline` is reached, and never before it.
    ///
    /// - Throws: `CancellationError` when the task is cancelled first.
    public func sleep(until deadline: SteadyInstant, tolerance: Swift.Duration?) async throws {
        while true {
            let remaining = now.duration(to: deadline)
            if remaining <= .zero { return }
            // In pieces: a timer of the system may count without the time that the machine was suspended.
            try await Task.sleep(
                for: min(remaining, WallClock.maxPiece), tolerance: tolerance, clock: .continuous)
        }
    }
}

extension SteadyClock {
    /// Returns after a time.
    ///
    /// - Throws: `CancellationError` when the task is cancelled first.
    package func wait(for duration: Swift.Duration) async throws {
        try await sleep(until: now.advanced(by: duration), tolerance: nil)
    }
}

package import Dispatch
public import Recurrence

#if canImport(Darwin)
    import Darwin
#else
    import Glibc
#endif

/// A clock that tells UTC, the one that everything in taskd is passed, with the steady clock that goes with it.
///
/// Wall time says when a reminder is due and what stands in a record. How long something waits or took is measured by
/// ``steady``, which nobody can set. ``WallClock`` is the machine's; tests pass one that they move by hand.
public protocol UTCClock: Clock, Sendable where Instant == UTCInstant, Duration == Swift.Duration {
    /// The type of the clock for waits.
    associatedtype Steady: SteadyClock
    /// The clock for waits that are not about wall time.
    var steady: Steady { get }
}

/// The machine's UTC clock.
///
/// Wall time can jump: it is set, it is slewed, the machine sleeps. So a sleeper looks at it again every few seconds
/// and never trusts the length of a sleep it asked for.
public struct WallClock: UTCClock {
    /// The longest time for which a step of the clock can go unseen by a sleeper.
    static let maxPiece = Swift.Duration.seconds(5)

    /// Makes the clock; it has no state.
    public init() {}

    /// The machine's continuous clock.
    public var steady: ContinuousTime { ContinuousTime() }

    /// The current time.
    public var now: UTCInstant {
        var time = timespec()
        clock_gettime(CLOCK_REALTIME, &time)
        return UTCInstant(millisecondsSinceEpoch: Int64(time.tv_sec) * 1_000 + Int64(time.tv_nsec) / 1_000_000)
    }

    /// The smallest step between two instants: one millisecond.
    public var minimumResolution: Swift.Duration { .milliseconds(1) }

    /// Returns when `deadline` is reached on the wall clock, and never before it.
    ///
    /// - Throws: `CancellationError` when the task is cancelled first.
    public func sleep(until deadline: UTCInstant, tolerance: Swift.Duration?) async throws {
        while true {
            let remaining = now.duration(to: deadline)
            if remaining <= .zero { return }
            try await Task.sleep(for: min(remaining, Self.maxPiece), tolerance: tolerance, clock: .continuous)
        }
    }
}

extension WallClock {
    /// Makes what tells how long ago it was made, by a clock that no step of wall time moves.
    package static func stopwatch() -> @Sendable () -> Swift.Duration {
        let clock = ContinuousClock()
        let start = clock.now
        return { start.duration(to: clock.now) }
    }

    /// The reading of the machine's monotonic clock, as other processes of the machine have it.
    package static func monotonicMicroseconds() -> Int {
        var time = timespec()
        clock_gettime(CLOCK_MONOTONIC, &time)
        return time.tv_sec * 1_000_000 + time.tv_nsec / 1_000
    }

    /// Blocks the thread until a semaphore is signalled or a time is over; not for Swift's own threads.
    ///
    /// - Parameters:
    ///   - signal: The semaphore.
    ///   - longest: How long to wait at most.
    /// - Returns: Whether it was signalled.
    package static func wait(for signal: DispatchSemaphore, atMost longest: Swift.Duration) -> Bool {
        signal.wait(timeout: .now() + .nanoseconds(Int(longest / .nanoseconds(1)))) == .success
    }
}

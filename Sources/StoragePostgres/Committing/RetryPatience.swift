import Basics
import Storage

#if canImport(Darwin)
    import Darwin
#else
    import Glibc
#endif

/// For how long what was lost is tried again: at once where another transaction was in the way, on new connections that
/// come later and later where the server is away.
struct RetryPatience: Sendable {
    let clock: any SteadyClock
    /// How long the server may be away.
    var whole = Swift.Duration.seconds(30)

    /// How often a transaction is run again that lost against others.
    private static let maxConflicts = 5
    private static let shortest = Swift.Duration.milliseconds(50)
    /// With what chance adds, under a quarter of a second: so soon a server that is back is used again.
    private static let longest = Swift.Duration.milliseconds(160)

    /// Begins to count.
    func start() -> Tries { Tries(patience: self, end: clock.now.advanced(by: whole)) }

    /// What is left of it.
    struct Tries {
        fileprivate let patience: RetryPatience
        fileprivate let end: SteadyInstant
        private var conflicts = 0
        private var pause = shortest

        fileprivate init(patience: RetryPatience, end: SteadyInstant) {
            (self.patience, self.end) = (patience, end)
        }

        /// Waits before the next try, on a thread that nobody else needs.
        ///
        /// - Throws: ``StoreError`` with code `.unavailable` when there is to be none.
        mutating func wait(after error: PostgresError) throws {
            if error.kind == .retryable {
                conflicts += 1
                if conflicts <= maxConflicts { return }
                throw StoreError(error)
            }
            guard patience.clock.now < end else { throw StoreError(error) }
            rest()
        }

        /// Waits before it is asked again whether a transaction was committed.
        ///
        /// - Throws: ``StoreError`` with code `.unavailable` when there is no time left.
        mutating func waitForOutcome() throws(StoreError) {
            guard patience.clock.now < end else {
                throw StoreError(
                    .unavailable, "the server went away during a commit; it is not known whether the change was kept")
            }
            rest()
        }

        /// The same after a pause, on a thread that nobody else needs.
        func rested() -> Tries {
            var tries = self
            tries.rest()
            return tries
        }

        /// Sleeps, twice as long the next time; by chance a little more or less, so that not all come back at once.
        private mutating func rest() {
            let milliseconds =
                Double(pause.components.seconds * 1_000)
                + Double(pause.components.attoseconds / 1_000_000_000_000_000)
            _ = poll(nil, 0, Int32(milliseconds * .random(in: 0.5...1.5)))
            pause = min(pause * 2, longest)
        }
    }
}

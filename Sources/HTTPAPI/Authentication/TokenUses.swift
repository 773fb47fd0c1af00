package import Basics
package import Logging
import Recurrence
package import Storage

/// The minutes in which tokens let somebody in, until they are written down.
///
/// Noting one costs no write and holds up no request: a ``TokenUseLoop`` writes what came together, each minute.
package final class TokenUses: Sendable {
    private struct State {
        /// The latest minute of each token that was used since the start.
        var latest: [TokenID: UTCInstant] = [:]
        /// The tokens whose latest minute is not written down.
        var unwritten: Set<TokenID> = []
    }

    private let state = Locked(State())

    /// Makes a list on which nothing stands.
    package init() {}

    /// Notes that a token was used.
    func note(_ token: TokenID, at now: UTCInstant) {
        let minute = now.millisecondsSinceEpoch - Int64(floorRemainder(Int(now.millisecondsSinceEpoch), 60_000))
        let used = UTCInstant(millisecondsSinceEpoch: minute)
        state.withLock { state in
            if let latest = state.latest[token], latest >= used { return }
            state.latest[token] = used
            state.unwritten.insert(token)
        }
    }

    /// The minute in which a token was last used since the start; nil where it was not.
    func latest(of token: TokenID) -> UTCInstant? { state.withLock { $0.latest[token] } }

    /// What is to be written down, which then counts as written.
    fileprivate func take() -> [TokenID: UTCInstant] {
        state.withLock { state in
            defer { state.unwritten = [] }
            return state.latest.filter { state.unwritten.contains($0.key) }
        }
    }

    /// Says that something could not be written down.
    fileprivate func putBack(_ uses: [TokenID: UTCInstant]) {
        state.withLock { $0.unwritten.formUnion(uses.keys) }
    }
}

/// Writes down when tokens were used, and forgets secrets that have ended.
package struct TokenUseLoop<Time: UTCClock>: Sendable {
    /// How long it waits between two writes, which is as much as a kill loses.
    package static var interval: Swift.Duration { .seconds(60) }

    private let store: any Store
    private let uses: TokenUses
    private let clock: Time
    private let logger: Logger

    /// Makes a loop.
    ///
    /// - Parameters:
    ///   - store: Where they are written down.
    ///   - uses: What is to be written down.
    ///   - clock: The clock that it waits on.
    ///   - logger: Where it says what could not be written.
    package init(store: any Store, uses: TokenUses, clock: Time, logger: Logger) {
        (self.store, self.uses, self.clock, self.logger) = (store, uses, clock, logger)
    }

    /// Runs until the task is cancelled; what is left then is written too.
    package func run() async {
        await PeriodicLoop(every: Self.interval, afterFailure: Self.interval, on: clock.steady).run {
            try await write()
        } onFailure: { error in
            logger.warning("the last uses of tokens were not written; retrying", metadata: ["error": "\(error)"])
        }
        // The process ends; what cannot be written now is a minute at most.
        try? await write()
    }

    private func write() async throws {
        let (taken, now) = (uses.take(), clock.now)
        guard !taken.isEmpty else { return }
        do {
            try await store.write(named: "token uses") { transaction in
                try transaction.noteUses(taken)
                try transaction.forgetSecrets(endedBy: now)
            }
        } catch {
            uses.putBack(taken)
            throw error
        }
    }
}

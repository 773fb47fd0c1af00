package import Basics
import Recurrence
package import Storage

/// Where changes that hold the store's one writer for long find room: one at a time, and each when no reminder will be
/// due meanwhile, so that a large batch makes none late.
///
/// A gap is not waited for without end: where one reminder after the other is due, a change goes ahead after
/// ``maxWait`` and delays reminders by as long as it takes. What has been due for longer than that is not waited
/// for: it is paced, or the due loop fails; nor is other work of that loop, which makes nobody wait for a reminder.
package struct DueGap<Time: UTCClock>: Sendable {
    /// How long a gap must be: what a change within the limits takes at most.
    package static var length: Swift.Duration { .milliseconds(350) }
    /// How long a change waits for a gap at most.
    package static var maxWait: Swift.Duration { .seconds(1) }
    /// After what is due has been due for so long, it is looked whether it was recorded; and so long after it was
    /// recorded it is on its way, for which the writer is needed once more.
    package static var look: Swift.Duration { .milliseconds(50) }

    private let store: any Store
    private let clock: Time
    private let heartbeat: LoopHeartbeat
    /// The end of the change that came last.
    private let last = Locked<Task<Void, Never>?>(nil)

    /// - Parameters:
    ///   - store: Where reminders are due.
    ///   - clock: The clock that they are due by.
    ///   - heartbeat: The heartbeat of the loop that fires them.
    package init(store: any Store, clock: Time, heartbeat: LoopHeartbeat) {
        (self.store, self.clock, self.heartbeat) = (store, clock, heartbeat)
    }

    /// Makes a change after those that came before it, in a gap.
    ///
    /// It is made even when who asked for it is cancelled: others wait for its turn to end.
    ///
    /// - Parameters:
    ///   - length: How long the gap must be.
    ///   - change: The change.
    /// - Returns: What `change` returns.
    /// - Throws: What `change` throws.
    package func run<Value: Sendable>(
        lasting length: Swift.Duration = Self.length, _ change: @escaping @Sendable () async throws -> Value
    ) async throws -> Value {
        let turn = last.withLock { last in
            let turn = Task { [previous = last] in
                await previous?.value
                await wait(for: length)
                return try await change()
            }
            last = Task { _ = await turn.result }
            return turn
        }
        return try await turn.value
    }

    private func wait(for length: Swift.Duration) async {
        let latest = clock.steady.now.advanced(by: Self.maxWait)
        while clock.steady.now < latest, let pause = await pause(before: length) {
            let until = min(latest, clock.steady.now.advanced(by: pause))
            try? await clock.steady.sleep(until: until, tolerance: nil)
        }
    }

    /// After how long to look again; nil where there is a gap now.
    private func pause(before length: Swift.Duration) async -> Swift.Duration? {
        let now = clock.now
        let (from, end) = (now.advanced(by: .zero - Self.maxWait), now.advanced(by: length))
        let soon = try? await store.readFirst { reader in
            try reader.plannedFirings(from: from, before: end, after: nil, limit: 1).first?.fireAt
        }
        // A store that cannot be read says so to the change itself.
        if let soon { return max(.zero, now.duration(to: soon)) + Self.look }
        guard let firedAt = heartbeat.firedAt else { return nil }
        let passed = firedAt.duration(to: clock.steady.now)
        return passed < Self.look ? Self.look - passed : nil
    }
}

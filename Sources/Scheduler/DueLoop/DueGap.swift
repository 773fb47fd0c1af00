import Recurrence
package import Storage

/// Where changes that hold the store's one writer for long find room: one at a time, and each when no reminder will be
/// due meanwhile, so that a large batch makes none late.
///
/// A gap is not waited for without end: where one reminder after the other is due, a change goes ahead after
/// ``longestWait`` and delays reminders by as long as it takes. What has been due for longer than that is not waited
/// for: it is paced, or the due loop fails; nor is other work of that loop, which makes nobody wait for a reminder.
package struct DueGap<Time: UTCClock>: Sendable {
    /// How long a gap must be: what a change within the limits takes at most.
    package static var length: Swift.Duration { .milliseconds(250) }
    /// How long a change waits for a gap at most.
    package static var longestWait: Swift.Duration { .seconds(1) }
    /// After what is due has been due for so long, it is looked whether it was recorded; then it is on its way too, for
    /// which the writer is needed once more.
    package static var look: Swift.Duration { .milliseconds(50) }

    private let store: any Store
    private let clock: Time
    /// The end of the change that came last.
    private let last = Locked<Task<Void, Never>?>(nil)

    /// - Parameters:
    ///   - store: Where reminders are due.
    ///   - clock: The clock that they are due by.
    package init(store: any Store, clock: Time) {
        (self.store, self.clock) = (store, clock)
    }

    /// Makes a change after those that came before it, in a gap.
    ///
    /// It is made even when who asked for it is cancelled: others wait for its turn to end.
    ///
    /// - Returns: What `change` returns.
    /// - Throws: What `change` throws.
    package func run<Value: Sendable>(_ change: @escaping @Sendable () async throws -> Value) async throws -> Value {
        let turn = last.withLock { last in
            let turn = Task { [previous = last] in
                await previous?.value
                await wait()
                return try await change()
            }
            last = Task { _ = await turn.result }
            return turn
        }
        return try await turn.value
    }

    private func wait() async {
        let latest = clock.steady.now.advanced(by: Self.longestWait)
        while clock.steady.now < latest {
            let now = clock.now
            let (from, end) = (now.advanced(by: .zero - Self.longestWait), now.advanced(by: Self.length))
            let soon = try? await store.read { reader in
                try reader.plannedFirings(from: from, before: end, after: nil, limit: 1).first?.fireAt
            }
            // A store that cannot be read says so to the change itself.
            guard let next = soon ?? nil else { return }
            let pause = max(.zero, now.duration(to: next)) + Self.look
            let until = min(latest, clock.steady.now.advanced(by: pause))
            try? await clock.steady.sleep(until: until, tolerance: nil)
        }
    }
}

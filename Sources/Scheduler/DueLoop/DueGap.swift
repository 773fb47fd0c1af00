import Recurrence
package import Storage

/// Where changes that hold the store's one writer for long find room: one at a time, and each when no reminder will be
/// due meanwhile, so that a large batch makes none late.
///
/// A gap is not waited for without end: where one reminder after the other is due, or what is due stays so since it is
/// paced or the due loop fails, a change goes ahead after ``longestWait`` and delays reminders by as long as it takes.
package struct DueGap<Time: UTCClock>: Sendable {
    /// How long a gap must be: what a change within the limits takes at most.
    package static var length: Swift.Duration { .milliseconds(250) }
    /// How long a change waits for a gap at most.
    package static var longestWait: Swift.Duration { .seconds(1) }
    /// After what is due has been due for so long, it is looked whether it was recorded.
    private static var look: Swift.Duration { .milliseconds(20) }

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
        let end = clock.steady.now.advanced(by: Self.longestWait)
        while clock.steady.now < end {
            // A store that cannot be read says so to the change itself.
            guard let next = try? await store.read({ try $0.nextDueInstant() }) else { return }
            let now = clock.now
            guard next < now.advanced(by: Self.length) else { return }
            let pause = max(.zero, now.duration(to: next)) + Self.look
            let until = min(end, clock.steady.now.advanced(by: pause))
            try? await clock.steady.sleep(until: until, tolerance: nil)
        }
    }
}

public import Basics
public import Recurrence
public import Storage

/// Runs commands, each in a transaction, so that a change of a whole series may reach any number of open occurrences, and an
/// undo any number of tasks.
///
/// One transaction makes such a change and reaches as many of them as ``SchedulerConfiguration/editBatchSize`` says;
/// the rest stays pending, and is carried on with in further transactions before ``run(named:_:)`` returns. So nothing
/// else waits for the store for long. What a crash leaves pending a ``PendingEditLoop`` carries on with, or whoever next
/// changes the series, or what is taken back.
public struct CommandRunner<Time: UTCClock>: Sendable {
    /// How long a transaction takes at most that carries on with a change.
    private static var partLength: Swift.Duration { .milliseconds(50) }
    /// How often commands are run that each time meet what another change has left.
    private static var maxRuns: Int { 100 }
    /// How many series are asked for at once that have pending edits.
    private static var pageSize: Int { 100 }
    /// How many tasks whose tag has another name are indexed in one transaction.
    private static var indexedAtOnce: Int { 500 }

    private let store: any Store
    private let commands: TaskCommands
    private let clock: Time
    private let gap: DueGap<Time>?

    /// Makes a runner.
    ///
    /// - Parameters:
    ///   - store: The store.
    ///   - commands: The commands.
    ///   - clock: The clock that tells when a command is carried out.
    public init(store: any Store, commands: TaskCommands, clock: Time) {
        self.init(store: store, commands: commands, clock: clock, gap: nil)
    }

    /// - Parameters:
    ///   - store: The store.
    ///   - commands: The commands.
    ///   - clock: The clock that tells when a command is carried out.
    ///   - gap: Where long changes find room; nil where nothing is fired.
    package init(store: any Store, commands: TaskCommands, clock: Time, gap: DueGap<Time>?) {
        (self.store, self.commands, self.clock, self.gap) = (store, commands.inParts, clock, gap)
    }

    /// Runs commands in one transaction, and carries on with what they left until nothing of it is left.
    ///
    /// Where they meet what another change has left, that is carried on with first, and they are run again. So they are where
    /// something is not there and an undo is pending, which may be to bring it back.
    ///
    /// - Parameters:
    ///   - name: What they are called where they hold the writer for too long.
    ///   - body: Carries out commands, in the transaction, at the time passed; it may run more than once.
    /// - Returns: What `body` returns.
    /// - Throws: What `body` throws, or a `StoreError`; nothing of `body` is kept then. ``SchedulerError`` with
    ///   `.notPossible` where others change the series again and again.
    public func run<Value: Sendable>(
        named name: String,
        _ body: @escaping @Sendable (TaskCommands, any StoreTransaction, UTCInstant) throws -> Value
    ) async throws -> Value {
        try await run(named: name, isLong: false, body)
    }

    /// Does what ``run(named:_:)`` says.
    ///
    /// - Parameters:
    ///   - name: What the commands are called where they hold the writer for too long.
    ///   - isLong: Whether they may hold it for so long that they must not begin just before a reminder is due.
    ///   - body: Carries them out.
    /// - Returns: What `body` returns.
    /// - Throws: What `body` throws, or a ``StoreError``.
    package func run<Value: Sendable>(
        named name: String,
        isLong: Bool,
        _ body: @escaping @Sendable (TaskCommands, any StoreTransaction, UTCInstant) throws -> Value
    ) async throws -> Value {
        let (commands, clock) = (commands, clock)
        var runs = 0
        while true {
            do {
                runs += 1
                let (value, left) = try await write(named: name, in: isLong ? DueGap<Time>.length : nil) {
                    transaction in
                    let value = try transaction.unlessUndoing { try body(commands, transaction, clock.now) }
                    return (value, transaction.pendingWork)
                }
                await finish(left)
                return value
            } catch let unfinished as UnfinishedEdit {
                guard runs < Self.maxRuns else { throw SchedulerError(.notPossible, unfinished.description) }
                try await carryOn(with: unfinished.series)
            } catch let unfinished as UnfinishedUndo {
                guard runs < Self.maxRuns else { throw SchedulerError(.notPossible, unfinished.description) }
                try await carryOnWithUndo()
            }
        }
    }

    /// Reads what a command is to change; where it is not there and an undo is pending, that is finished first.
    ///
    /// - Parameter body: Reads it, on a snapshot; it may run more than once.
    /// - Returns: What `body` returns.
    /// - Throws: What `body` throws, or a ``StoreError``.
    package func read<Value: Sendable>(
        _ body: @escaping @Sendable (any StoreReader) throws -> Value
    ) async throws -> Value {
        var runs = 0
        while true {
            do {
                runs += 1
                return try await store.read { reader in try reader.unlessUndoing { try body(reader) } }
            } catch let unfinished as UnfinishedUndo {
                guard runs < Self.maxRuns else { throw SchedulerError(.notPossible, unfinished.description) }
                try await carryOnWithUndo()
            }
        }
    }

    /// Carries on with whatever any change has left, until nothing is left.
    ///
    /// - Throws: The `StoreError` of the last series for which that failed, after it was done for the others.
    public func carryOn() async throws {
        var isLeft = try await store.read { try $0.hasRenamedTags() }
        while isLeft {
            isLeft = try await write(named: "renamed tags", in: Self.partLength) {
                try $0.indexRenamedTags(limit: Self.indexedAtOnce)
            }
        }
        if try await store.read({ try $0.pendingUndo() != nil }) { try await carryOnWithUndo() }
        while true {
            let left = try await store.read { try $0.seriesWithPendingEdits(limit: Self.pageSize) }
            guard !left.isEmpty else { return }
            var failure: (any Error)?
            for series in left {
                do { try await carryOn(with: series) } catch { failure = error }
            }
            if let failure { throw failure }
        }
    }

    /// Carries on with what is done already as far as anybody can tell.
    ///
    /// It goes on when who asked for it is cancelled. Where it fails it is not what was asked for that failed, and the loop
    /// carries on later.
    private func finish(_ left: PendingWork) async {
        guard !left.isEmpty else { return }
        // A shield against the cancellation of the request.
        await Task {
            if left.isUndoing { try? await carryOnWithUndo() }
            for id in left.series { try? await carryOn(with: id) }
        }.value
    }

    private func carryOnWithUndo() async throws {
        let (commands, clock) = (commands, clock)
        var isLeft = true
        while isLeft {
            isLeft = try await write(named: "pending undo", in: Self.partLength) {
                try commands.carryOnWithUndo(in: $0, now: clock.now)
            }
        }
    }

    private func carryOn(with series: SeriesID) async throws {
        let (commands, clock) = (commands, clock)
        var isLeft = true
        while isLeft {
            do {
                isLeft = try await write(named: "pending edits", in: Self.partLength) {
                    try commands.carryOn(with: series, in: $0, now: clock.now)
                }
            } catch is UnfinishedUndo {
                try await carryOnWithUndo()
            }
        }
    }

    /// Writes, in a gap that is long enough where there is to be one.
    private func write<Value: Sendable>(
        named name: String, in length: Swift.Duration?,
        _ body: @escaping @Sendable (any StoreTransaction) throws -> Value
    ) async throws -> Value {
        let store = store
        guard let length, let gap else { return try await store.write(named: name, body) }
        return try await gap.run(lasting: length) { try await store.write(named: name, body) }
    }
}

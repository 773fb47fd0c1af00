import Basics
import Storage

/// Keeps a node's lease, and hears what other nodes commit, on a session of its own.
///
/// What is told while the session is lost is not heard, so that everybody is woken each time that it is there again.
final class NodeKeeper: Sendable {
    /// How long it waits for something at a time, and so how long it takes to end.
    private static let patience = Swift.Duration.milliseconds(500)

    private let session: PostgresSession
    private let lease: NodeLease
    private let channel: String
    private let changes: StoreChangeFeed
    private let patience: RetryPatience

    init(
        _ session: PostgresSession, _ lease: NodeLease, channel: String, changes: StoreChangeFeed,
        patience: RetryPatience
    ) {
        (self.session, self.lease, self.channel) = (session, lease, channel)
        (self.changes, self.patience) = (changes, patience)
    }

    /// Wakes whoever waits in this node after each commit of another one, until its task is cancelled.
    ///
    /// - Parameter ownProcess: Gives the server's process of the session whose commits this node knows of already.
    func run(besides ownProcess: @Sendable () async -> Int32?) async {
        var tries = patience.start()
        while !Task.isCancelled {
            do {
                try await listen()
                tries = patience.start()
                changes.publish(.everything)
                try await hear(besides: ownProcess)
            } catch {
                tries = await session.run { [tries] _ in tries.rested() }
            }
        }
        await session.close()
    }

    private func listen() async throws {
        try await session.open()
        _ = try await session.run(Statement("LISTEN \(channel)"), within: PostgresTransaction.patience)
    }

    private func hear(besides ownProcess: @Sendable () async -> Int32?) async throws {
        var renewed: SteadyInstant?
        while !Task.isCancelled {
            let now = patience.clock.now
            if renewed.map({ $0.duration(to: now) > NodeLease.renewal }) ?? true {
                try await renew()
                renewed = now
            }
            let notes = try await session.takeNotes(within: Self.patience)
            let own = notes.isEmpty ? nil : await ownProcess()
            let told = notes.filter { $0.sender != own }.compactMap { CommitNote($0.payload)?.changes }
            changes.publish(told.reduce([]) { $0.union($1) })
        }
    }

    /// Renews the lease, and asks whether the server has the session as a listener: what lies between may have lost it
    /// silently.
    private func renew() async throws {
        try await session.run { [lease] in try lease.renew(on: $0) }
        let ask = Statement("SELECT count(*) FROM pg_listening_channels()")
        let answer = try await session.run(ask, within: PostgresTransaction.patience)
        guard try answer.value(Int.self, 0, 0) ?? 0 > 0 else {
            throw PostgresError(.connection, "the session does not listen any more")
        }
    }
}

extension StoreChanges {
    /// Whatever there can be.
    fileprivate static let everything: StoreChanges = [
        .dueQueue, .events, .deliveries, .accessTokens, .tasks, .anything,
    ]
}

import Basics
import Storage

/// Keeps a node's lease, hears what other nodes commit, looks who leads, and measures the clock of the database, on a session
/// of its own.
///
/// What is told while the session is lost is not heard, so that everybody is woken each time that it is there again.
final class NodeKeeper: Sendable {
    /// How long it waits for something at a time, and so how long it takes to end, and to see that nobody leads.
    private static let patience = Swift.Duration.milliseconds(500)
    /// For how long a lease is relied on that could not be renewed, from when this was last begun with success: a little
    /// less than others wait.
    private static let trust = Swift.Duration.seconds(8)

    private let session: PostgresSession
    private let lease: NodeLease
    private let leadership: Leadership
    private let room: LogRoom
    private let home: StoreHome
    private let channel: String
    private let changes: StoreChangeFeed
    private let patience: RetryPatience
    private let clock: CorrectedClock?
    private let parts: LogPartsWatch?

    /// - Parameters:
    ///   - session: The session.
    ///   - lease: What is renewed.
    ///   - leadership: Is told who leads.
    ///   - room: Is told for which places in the log there is a part.
    ///   - home: Tells whether the store is still the one that this node knows.
    ///   - channel: Where commits are told.
    ///   - changes: Is rung for commits of other nodes.
    ///   - patience: For how long what is lost is tried again.
    ///   - clock: Goes by the clock of the database.
    ///   - parts: Is told how it goes to keep the log in parts.
    init(
        _ session: PostgresSession, _ lease: NodeLease, _ leadership: Leadership, _ room: LogRoom, _ home: StoreHome,
        channel: String, changes: StoreChangeFeed, patience: RetryPatience, clock: CorrectedClock?,
        parts: LogPartsWatch?
    ) {
        (self.session, self.lease, self.leadership) = (session, lease, leadership)
        (self.room, self.home, self.channel, self.changes) = (room, home, channel, changes)
        (self.patience, self.clock, self.parts) = (patience, clock, parts)
    }

    /// How often it sees to the parts of the log: well within the time in which the fastest could fill one.
    private static let tendingInterval = Swift.Duration.seconds(10)
    /// After how long it tries again to drop a part that was in use.
    private static let giveUpPause = Swift.Duration.seconds(60)

    /// How long its session may be gone before the server counts as unreachable; a single lost session is reopened sooner.
    private static let maxAbsence = Swift.Duration.seconds(2)

    /// When it was last in touch with the server.
    private struct Contact {
        /// When a renewal of the lease was last begun with success; nil before the first.
        var renewed: SteadyInstant?
        /// Since when its session has been away; nil while it is there.
        var lostAt: SteadyInstant?
    }

    private let contact = Locked(Contact())

    /// Whether the server is out of reach, as far as is known.
    var isAway: Bool {
        let now = patience.clock.now
        return contact.withLock { contact in
            contact.lostAt.map { $0.duration(to: now) > Self.maxAbsence } ?? false
                || contact.renewed.map { $0.duration(to: now) > Self.trust } ?? false
        }
    }

    /// What it knows from one moment to the next.
    private struct Course {
        var tries: RetryPatience.Tries
        var time = ServerTime()
        var renewed: SteadyInstant?
        var looked: SteadyInstant?
        /// Whether this node leads.
        var leads = false
        /// When it last saw to the parts of the log, and when it last tried in vain to drop one.
        var tended: SteadyInstant?
        var gaveUp: SteadyInstant?
        /// The nodes that were awake when it last looked.
        var awake: [Int64] = []
        /// The nodes among which this one, as the leader, has shared the hooks out.
        var sharedAmong: (term: Int64, nodes: [Int64])?
    }

    /// Wakes whoever waits in this node after each commit of another one, until its task is cancelled.
    ///
    /// - Parameter ownProcess: Gives the server's process of the session whose commits this node knows of already.
    func run(besides ownProcess: @Sendable () async -> Int32?) async {
        var course = Course(tries: patience.start())
        while !Task.isCancelled {
            do {
                try await listen()
                contact.withLock { $0.lostAt = nil }
                course.tries = patience.start()
                // A server that recovered may have lost what this session, which waits for no disk, had made last.
                (course.renewed, course.looked, course.tended, course.gaveUp) = (nil, nil, nil, nil)
                changes.publish(.everything)
                try await hear(&course, besides: ownProcess)
            } catch {
                let now = patience.clock.now
                let renewed = contact.withLock { contact in
                    contact.lostAt = contact.lostAt ?? now
                    return contact.renewed
                }
                if renewed.map({ $0.duration(to: now) > Self.trust }) ?? true { leadership.note(.unknown) }
                course.tries = await session.run { [tries = course.tries] _ in tries.rested() }
            }
        }
        await session.close()
    }

    private func listen() async throws {
        try await session.open()
        _ = try await session.run(Statement("LISTEN \(channel)"), within: NodeLease.patience)
    }

    private func hear(_ course: inout Course, besides ownProcess: @Sendable () async -> Int32?) async throws {
        while !Task.isCancelled {
            let now = patience.clock.now
            if home.refusal == nil, course.renewed.map({ $0.duration(to: now) > NodeLease.renewal }) ?? true {
                try await renew(&course)
                course.renewed = now
                contact.withLock { $0.renewed = now }
            }
            if course.looked.map({ $0.duration(to: now) >= Self.patience }) ?? true {
                try await look(&course)
                course.looked = now
            }
            if course.tended.map({ $0.duration(to: now) >= Self.tendingInterval }) ?? true {
                try await tend(&course, at: now)
                course.tended = now
            }
            let notes = try await session.takeNotes(within: Self.patience)
            let own = notes.isEmpty ? nil : await ownProcess()
            let told = notes.filter { $0.sender != own }.compactMap { CommitNote($0.payload)?.changes }
            let all: StoreChanges = told.reduce([]) { $0.union($1) }
            // Somebody has gone, whose work waits.
            if all.contains(.owners) { course.looked = nil }
            changes.publish(all.subtracting(.owners))
        }
    }

    /// Renews the lease, and asks whether the server has the session as a listener: what lies between may have lost it
    /// silently.
    private func renew(_ course: inout Course) async throws {
        let begin = patience.clock.now
        let offset = clock?.offset.map { Double($0.components.seconds) + Double($0.components.attoseconds) / 1e18 }
        let time = try await session.run { [lease] in try lease.renew(on: $0, clockOffset: offset, staysOpen: true) }
        if let clock { course.time.note(time, from: begin, to: patience.clock.now, correcting: clock) }
        let ask = Statement("SELECT count(*) FROM pg_listening_channels()")
        let answer = try await session.run(ask, within: NodeLease.patience)
        guard try answer.value(Int.self, 0, 0) ?? 0 > 0 else {
            throw PostgresError(.connection, "the session does not listen any more")
        }
    }

    /// Looks who leads, takes the lead where nobody does, and does then what belongs to it: sees who has gone, and shares
    /// the hooks out among those that are there.
    private func look(_ course: inout Course) async throws {
        let (owner, wants) = (lease.owner, leadership.isWanted)
        let seen = try await session.run { [home, lease, channel] connection -> (HeadLook, Int64?) in
            let look = try HeadLook(on: connection, by: owner)
            guard home.refusal(copy: look.marks.copy, home: look.marks.home) == nil else {
                // What it does there is for others.
                if look.isOwn || look.nodes.contains(owner.rawValue) {
                    try lease.end(on: connection, channel: channel)
                }
                return (look, nil)
            }
            guard wants, look.isVacant else { return (look, look.isOwn && wants ? look.term : nil) }
            return (look, try HeadLook.takeLead(on: connection, as: owner))
        }
        let (look, term) = (seen.0, seen.1)
        // Who has lost a session has another one within moments: that is not to cost it its hooks.
        let areSettled = course.awake == look.nodes
        (course.leads, course.awake) = (term != nil, look.nodes)
        guard let term else { return leadership.note(look.isVacant ? .unknown : .follows) }
        leadership.note(.leads(term: term))
        if look.hasLost { changes.publish(.owners) }
        if areSettled, course.sharedAmong.map({ $0 != (term, look.nodes) }) ?? true {
            try await session.run { [channel] in
                try HookShares.share(on: $0, among: look.nodes, term: term, channel: channel)
            }
            course.sharedAmong = (term, look.nodes)
        }
    }

    /// Sees for which places in the log there is a part, and as the leader makes further ones in time and drops old ones.
    private func tend(_ course: inout Course, at now: SteadyInstant) async throws {
        let leads = course.leads
        try await work(.make) { [room] in try EventParts.see(room, on: $0, makes: leads) }
        guard leads, course.gaveUp.map({ $0.duration(to: now) >= Self.giveUpPause }) ?? true else { return }
        let dropping = try await work(.drop) { try EventParts.dropOne(on: $0) }
        course.gaveUp = dropping == .dropped || dropping == .nothing ? nil : now
    }

    /// Does something about the parts of the log, and tells what came of it.
    ///
    /// - Returns: What `body` returns; nil where it failed: the lease goes on whatever is wrong there, and a commit that finds
    ///   no part makes one.
    @discardableResult
    private func work<Value: Sendable>(
        _ work: LogPartsWatch.Work, _ body: @Sendable (PostgresConnection) throws -> Value
    ) async throws -> Value? {
        do {
            let value = try await session.run(body)
            parts?.note(work)
            return value
        } catch let error as PostgresError where error.kind != .connection {
            // Who has a table locked lets go of it again.
            if error.kind != .retryable { parts?.note(work, failedBy: "\(error)") }
            return nil
        }
    }
}

extension StoreChanges {
    /// Whatever there can be of commits.
    fileprivate static let everything: StoreChanges = [
        .dueQueue, .events, .deliveries, .accessTokens, .tasks, .anything,
    ]
}

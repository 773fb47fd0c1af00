import Basics
import Recurrence
import Storage
import StoreFixtures
import TestSupport
import Testing

@testable import StoragePostgres

/// Several nodes on one store, of which one does what only one may do, against a real server.
@Suite(.timeLimit(.minutes(2)))
struct LeadershipTests {
    /// A node that takes part, with what it does as the leader.
    private final class Node: Sendable {
        let store: PostgresStore
        /// The store as the leader has it, while it leads.
        let led = Locked<[any Store]>([])
        private let tasks = Locked<[Task<Void, Never>]>([])
        private let signal = WakeSignal()

        init(_ configuration: PostgresStore.Configuration, clock: CorrectedClock? = nil) async throws {
            store = try await PostgresStore.open(configuration, clock: ContinuousTime(), serverClock: clock)
            let keeping = Task { [store] in await store.run() }
            let leading = Task { [self] in
                await store.lead { [self] store in
                    led.withLock { $0.append(store) }
                    signal.signal()
                    await WakeSignal().wait()
                } whileAnotherDoes: {
                }
            }
            tasks.withLock { $0 = [keeping, leading] }
        }

        /// The store as the leader has it, once this node leads for the so manieth time.
        func lead(_ count: Int = 1) async -> any Store {
            while true {
                if let store = led.withLock({ $0.count >= count ? $0.last : nil }) { return store }
                await signal.wait()
            }
        }

        /// Leaves in good order.
        func leave() async {
            for task in tasks.withLock({ $0.reversed() }) {
                task.cancel()
                await task.value
            }
            await store.close()
        }
    }

    @Test
    func `one node leads, and when it leaves another one does, with the next term`() async throws {
        try await FreshStores.withConfiguration { configuration in
            let first = try await Node(configuration)
            let store = await first.lead()
            let second = try await Node(configuration)
            _ = try await store.write { try $0.append([.fixture(1)]) }
            #expect(second.led.withLock { $0.isEmpty })
            await first.leave()
            let successor = await second.lead()
            _ = try await successor.write { try $0.append([.fixture(2)]) }
            #expect(try await successor.read { try $0.events(after: 0, limit: 9) }.map(\.sequence) == [1, 2])
            await second.leave()
        }
    }

    @Test
    func `what a leader writes is refused from the moment that another one leads`() async throws {
        try await FreshStores.withConfiguration { configuration in
            let first = try await Node(configuration)
            let store = await first.lead()
            let second = try await PostgresStore.open(configuration, clock: ContinuousTime())
            // As another node does that takes the first for gone.
            let owner = second.claimOwner.rawValue
            try await second.writer.run { connection in
                try connection.runScript("UPDATE log_head SET leader = \(owner), term = term + 1;")
            }
            await #expect(throws: StoreError.self) { _ = try await store.write { try $0.append([.fixture(1)]) } }
            // It may still do what any node does.
            _ = try await first.store.write { try $0.append([.fixture(2)]) }
            #expect(try await second.read { try $0.events(after: 0, limit: 9) }.map(\.id) == [EventDraft.fixture(2).id])
            await second.close()
            await first.leave()
        }
    }

    @Test
    func `the nodes that are there are listed, with who leads`() async throws {
        try await FreshStores.withConfiguration { configuration in
            var configuration = configuration
            (configuration.node, configuration.version) = ("one", "1.2")
            let first = try await Node(configuration)
            _ = await first.lead()
            configuration.node = "two"
            let second = try await Node(configuration)
            let nodes = try await second.store.nodes()
            #expect(nodes.map(\.name) == ["one", "two"] && nodes.map(\.isLeader) == [true, false])
            #expect(nodes.map(\.isOwn) == [false, true] && nodes.allSatisfy { $0.version == "1.2" })
            await first.leave()
            await second.leave()
            #expect(nodes.allSatisfy { $0.leaseEnd != nil })
        }
    }

    @Test
    func `of a hook only its owner claims, and a new owner not before the old one has said what came of its claims`()
        async throws
    {
        try await FreshStores.withConfiguration { configuration in
            let nodes = [
                try await PostgresStore.open(configuration, clock: ContinuousTime()),
                try await PostgresStore.open(configuration, clock: ContinuousTime()),
            ]
            _ = try await nodes[0].write { transaction in
                try transaction.save(Hook.webhook(1))
                try transaction.append([.fixture(1), .fixture(2), .fixture(3)])
            }
            let claim = { @Sendable (node: PostgresStore) in
                try await node.write { transaction in
                    try transaction.claimDeliveries(
                        of: .numbered(1), by: node.claimOwner, dueAt: .noon(plus: 60), leaseUntil: .noon(plus: 120),
                        limit: 1)
                }
            }
            let move = { @Sendable (node: PostgresStore, former: PostgresStore) in
                try await node.writer.run { connection in
                    try connection.runScript(
                        """
                        UPDATE hook_owner SET owner = \(node.claimOwner.rawValue), former = \(former.claimOwner.rawValue);
                        """)
                }
            }
            let first = try await claim(nodes[0])
            #expect(first.count == 1)
            #expect(try await claim(nodes[1]).isEmpty)
            #expect(try await nodes[1].read { try $0.nextAttempts() } == [:])
            try await move(nodes[1], nodes[0])
            for node in nodes { #expect(try await claim(node).isEmpty) }
            _ = try await nodes[0].write { transaction in
                try transaction.release(first.map(\.id), claimedBy: nodes[0].claimOwner, at: .noon)
            }
            #expect(try await claim(nodes[1]).map(\.id) == first.map(\.id))
            #expect(try await claim(nodes[0]).isEmpty)
            for node in nodes { await node.close() }
        }
    }

    @Test
    func `hooks are shared out among the nodes that are there, and those of one that leaves go to the others`()
        async throws
    {
        try await FreshStores.withConfiguration { configuration in
            let first = try await Node(configuration)
            _ = await first.lead()
            _ = try await first.store.write { transaction in
                for number in 1...4 { try transaction.save(Hook.webhook(number)) }
            }
            let second = try await Node(configuration)
            try await eventually { try await first.store.nodes().map(\.hooks.count) == [2, 2] }
            await first.leave()
            try await eventually { try await second.store.nodes().map(\.hooks.count) == [4] }
            await second.leave()
        }
    }

    @Test
    func `hooks of a node that was killed go to the others at once; those with limits wait for what it had claimed`()
        async throws
    {
        try await FreshStores.withConfiguration { configuration in
            let node = try await Node(configuration)
            _ = await node.lead()
            let store = node.store
            _ = try await store.write { transaction in
                for number in 1...3 {
                    var hook = Hook.webhook(number)
                    if number == 2 { hook.traffic.concurrency = 4 }
                    if number == 3 { hook.traffic.rateLimit = Hook.RateLimit(perSecond: 5) }
                    try transaction.save(hook)
                }
                try transaction.append([.fixture(1), .fixture(2)])
            }
            let claim = { @Sendable in
                try await store.write { transaction in
                    try (1...3).flatMap { number in
                        try transaction.claimDeliveries(
                            of: .numbered(number), by: store.claimOwner, dueAt: .noon(plus: 60),
                            leaseUntil: .noon(plus: 120), limit: 1)
                    }
                }
            }
            let run = { @Sendable (script: String) in
                try await store.writer.run { try $0.runScript(script) }
            }
            try await run(
                """
                INSERT INTO node (owner, name, version, seen_until)
                VALUES (7, 'other', '1', clock_timestamp() + interval '1 hour');
                """)
            try await eventually { try await store.nodes().first { !$0.isOwn }?.hooks.isEmpty == false }
            // It has all of them and has claimed one of each, and its session is gone while its lease goes on.
            try await run(
                """
                INSERT INTO hook_owner (hook_key, owner) SELECT key, 7 FROM hook
                ON CONFLICT (hook_key) DO UPDATE SET owner = 7, former = NULL;
                UPDATE delivery SET is_claimed = true, claim_owner = 7, next_attempt_at = next_attempt_at + 60000
                WHERE event_seq = (SELECT min(event_seq) FROM delivery);
                UPDATE node SET process = 1 WHERE owner = 7;
                """)
            try await eventually { try await store.nodes().first { $0.isOwn }?.hooks.count == 3 }
            #expect(try await claim().map(\.hook) == [.numbered(1)])
            #expect(try await store.read { try $0.nextAttempts() }.keys.allSatisfy { $0 == .numbered(1) })
            try await run("UPDATE node SET seen_until = 'epoch' WHERE owner = 7;")
            #expect(try await claim().map(\.hook).contains(.numbered(3)))
            await node.leave()
        }
    }

    @Test
    func `a node that slept while its database was replaced by a backup changes nothing in it, and leads no more`()
        async throws
    {
        try await FreshStores.withConfiguration { configuration in
            let first = try await Node(configuration)
            #expect(try await first.store.standing() == .original)
            let led = await first.lead()
            try await first.store.writer.run {
                try $0.runScript("UPDATE identity SET value = 'of the backup taskd.dump' WHERE name = 'home';")
            }
            for store in [led, first.store] {
                do {
                    _ = try await store.write { try $0.append([.fixture(1)]) }
                    Issue.record("it was changed")
                } catch let error as StoreError {
                    #expect(error.code == .moved && "\(error)".contains("of the backup taskd.dump"))
                }
            }
            try await eventually { try await first.store.nodes().isEmpty }
            #expect(first.store.refusal != nil)
            let second = try await Node(configuration)
            try await second.store.adopt()
            let adopted = await second.lead()
            _ = try await adopted.write { try $0.append([.fixture(1)]) }
            #expect(try await second.store.standing() == .original && second.store.refusal == nil)
            await second.leave()
            await first.leave()
        }
    }

    /// Waits until something holds.
    private func eventually(_ condition: () async throws -> Bool) async throws {
        while !(try await condition()) { try await ContinuousTime().wait(for: .milliseconds(50)) }
    }

    @Test
    func `the clock of the database counts, whatever the machine's says`() async throws {
        try await FreshStores.withConfiguration { configuration in
            let clock = CorrectedClock(WallClock())
            clock.correct(to: .noon, knownBy: clock.steady.now)
            let node = try await Node(configuration, clock: clock)
            let difference = WallClock().now.duration(to: clock.now)
            #expect(difference <= .zero && difference > .milliseconds(-1_000))
            await node.leave()
        }
    }
}

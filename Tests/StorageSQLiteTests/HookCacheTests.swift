import Storage
import TestSupport
import Testing

@testable import StorageSQLite

@Suite(.timeLimit(.minutes(10))) struct HookCacheTests {
    private struct Refusal: Error {}

    private enum Step: CaseIterable { case save, delete, append, saveAndFail, saveAppendAndFail }

    /// Saves, deletes and appends in a random order, many waiting for one commit; some transactions fail.
    @Test(arguments: 1...8)
    func `an event is owed to the hooks that the store holds at its turn`(seed: UInt64) async throws {
        var generator = SeededGenerator(seed: seed)
        let temporary = try TemporaryStore()
        let store = temporary.store
        let steps = (1...120).map { number in
            (
                number: number, step: Step.allCases.randomElement(using: &generator) ?? .append,
                hook: Int.random(in: 1...3, using: &generator)
            )
        }
        let seen = await withTaskGroup { group in
            for (number, step, hook) in steps {
                group.addTask {
                    try? await store.write { try Self.take(step, hook: hook, number: number, in: $0) }
                }
            }
            return await group.reduce(into: [Owed]()) { seen, event in
                if let event { seen.append(event) }
            }
        }
        #expect(seen.count == steps.count { $0.step == .append })
        for event in seen { #expect(event.deliveries == event.hooks, "event \(event.number) with seed \(seed)") }
    }

    /// - Returns: What an event that was appended is owed to; nil where none was.
    private static func take(
        _ step: Step, hook: Int, number: Int, in transaction: any StoreTransaction
    ) throws -> Owed? {
        switch step {
        case .save, .saveAndFail: try transaction.save(.webhook(hook))
        case .delete: try transaction.deleteHook(.numbered(hook))
        case .append: break
        case .saveAppendAndFail:
            try transaction.save(.webhook(hook))
            try transaction.append([.fixture(number)])
        }
        if step == .saveAndFail || step == .saveAppendAndFail { throw Refusal() }
        guard step == .append else { return nil }
        try transaction.append([.fixture(number)])
        // The tables are asked past every cache.
        return Owed(
            number: number,
            hooks: try transaction.ids("SELECT id FROM hook"),
            deliveries: try transaction.ids(
                "SELECT id FROM hook WHERE key IN (SELECT hook_key FROM delivery WHERE event_seq = (SELECT max(seq) FROM event))"
            )
        )
    }
}

/// What an event is owed to, and what it should be owed to.
private struct Owed: Sendable {
    var number: Int
    var hooks: Set<HookID>
    var deliveries: Set<HookID>
}

extension StoreReader {
    fileprivate func ids(_ sql: String) throws -> Set<HookID> {
        let own = try #require(self as? SQLiteTransaction)
        return Set(try own.rows(sql) { try $0.next(HookID.self) })
    }
}

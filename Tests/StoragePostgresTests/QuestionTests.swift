import Basics
import Recurrence
import Storage
import StoreFixtures
import Testing

@testable import StoragePostgres

/// What closures ask ahead of the lock, where many of them share commits.
@Suite(.timeLimit(.minutes(2)))
struct QuestionTests {
    private static let count = 60

    /// Runs a closure for each number, all at the same time, and again, so that it is known by then what closures of the name
    /// ask.
    private func writeTogether(
        to store: PostgresStore, _ body: @escaping @Sendable (Int, any StoreTransaction) throws -> Void
    ) async throws -> [any Error] {
        var errors: [any Error] = []
        for part in 0..<3 {
            errors += await withTaskGroup(of: (any Error)?.self, returning: [any Error].self) { group in
                for number in 0..<Self.count {
                    group.addTask {
                        do { try await store.write(named: "asks") { try body(part * Self.count + number, $0) } } catch {
                            return error
                        }
                        return nil
                    }
                }
                return await group.reduce(into: []) { errors, error in if let error { errors.append(error) } }
            }
        }
        return errors
    }

    private func flights(of store: PostgresStore) async throws -> Int {
        try await store.write(named: "flights") { ($0 as? PostgresTransaction)?.connection.flightCount ?? 0 }
    }

    private static func task(_ number: Int, title: String = "t") -> TaskItem {
        .fixture(number) { task in
            task.title = title
            task.tags = ["a", "b"]
        }
    }

    @Test
    func `what many ask goes in a few round trips`() async throws {
        try await FreshStores.withStore { store in
            let begin = try await flights(of: store)
            let errors = try await writeTogether(to: store) { number, transaction in
                try transaction.recording(Change(.create, id: .numbered(number + 1), at: .noon)) {
                    // Two questions, of which the second follows from the answer to the first.
                    let tags = try transaction.tagNames(["a"])
                    var task = Self.task(number + 1)
                    task.tags = tags
                    try transaction.insert(task)
                }
                try transaction.append([.fixture(number + 1)])
            }
            #expect(errors.isEmpty, "\(errors)")
            // Each asks twice.
            let sent = try await flights(of: store) - begin
            #expect(sent < 3 * Self.count, "\(sent)")
            let count = try await store.read { try $0.count(of: TaskQuery()).count }
            #expect(count == 3 * Self.count)
        }
    }

    @Test
    func `keys cost many that share a commit no round trips`() async throws {
        try await FreshStores.withStore { store in
            let begin = try await flights(of: store)
            let errors = try await writeTogether(to: store) { number, transaction in
                guard try transaction.rememberedAnswer(forKey: "\(number)", token: .numbered(1)) == nil else { return }
                try transaction.append([.fixture(number + 1)])
                let answer = IdempotencyRecord(
                    requestDigest: [1], status: 201, headers: [:], body: [], answeredAt: .noon)
                try transaction.remember(answer, forKey: "\(number)", token: .numbered(1))
            }
            #expect(errors.isEmpty, "\(errors)")
            // Each asks and writes.
            let sent = try await flights(of: store) - begin
            #expect(sent < Self.count, "\(sent)")
            let last = 3 * Self.count - 1
            #expect(try await store.read { try $0.rememberedAnswer(forKey: "\(last)", token: .numbered(1)) } != nil)
        }
    }

    @Test
    func `of those that make the same task one does, and the others are told`() async throws {
        try await FreshStores.withStore { store in
            let errors = try await writeTogether(to: store) { number, transaction in
                guard try transaction.task(.numbered(1)) == nil else {
                    throw StoreError(.conflict, "there is one")
                }
                try transaction.save(Self.task(1, title: "\(number)"))
            }
            #expect(errors.count == 3 * Self.count - 1)
            let task = try #require(try await store.read { try $0.task(.numbered(1)) })
            #expect(Int(task.title).map { $0 < Self.count } == true)
        }
    }

    @Test
    func `who takes an id that was not made by chance is refused alone`() async throws {
        try await FreshStores.withStore { store in
            let errors = try await writeTogether(to: store) { number, transaction in
                try transaction.insert(Self.task(number % 7 == 3 ? 4 : number + 1))
            }
            #expect(errors.count == (0..<3 * Self.count).count { $0 % 7 == 3 } - 1)
            #expect(errors.allSatisfy { ($0 as? StoreError)?.code == .conflict }, "\(errors.prefix(3))")
        }
    }

    @Test
    func `of those with the same key one is carried out`() async throws {
        try await FreshStores.withStore { store in
            let token = TokenID.numbered(1)
            let errors = try await writeTogether(to: store) { number, transaction in
                guard try transaction.rememberedAnswer(forKey: "k\(number % 5)", token: token) == nil else { return }
                try transaction.save(Self.task(number + 1))
                let answer = IdempotencyRecord(
                    requestDigest: [1], status: 201, headers: [:], body: [], answeredAt: .noon)
                try transaction.remember(answer, forKey: "k\(number % 5)", token: token)
            }
            #expect(errors.isEmpty, "\(errors)")
            #expect(try await store.read { try $0.count(of: TaskQuery()).count } == 5)
        }
    }

    @Test
    func `what one has changed the next one sees`() async throws {
        try await FreshStores.withStore { store in
            _ = try await store.write { try $0.save(Self.task(1, title: "0")) }
            let errors = try await writeTogether(to: store) { _, transaction in
                guard var task = try transaction.task(.numbered(1)), let count = Int(task.title) else { return }
                task.title = "\(count + 1)"
                try transaction.save(task)
            }
            #expect(errors.isEmpty, "\(errors)")
            #expect(try await store.read { try $0.task(.numbered(1))?.title } == "\(3 * Self.count)")
        }
    }

    @Test
    func `a closure that goes on in spite of an error writes nothing while it is only begun`() async throws {
        try await FreshStores.withStore { store in
            let errors = try await writeTogether(to: store) { number, transaction in
                // Ended, and gone on with all the same.
                _ = try? transaction.task(.numbered(number + 1))
                try transaction.save(Self.task(number + 1))
                _ = try transaction.asUnit { try transaction.append([.fixture(number + 1)]) }
            }
            #expect(errors.isEmpty, "\(errors)")
            let (tasks, events) = try await store.read { reader in
                (try reader.count(of: TaskQuery()).count, try reader.lastEventSequence())
            }
            #expect(tasks == 3 * Self.count && events == Int64(3 * Self.count))
        }
    }
}

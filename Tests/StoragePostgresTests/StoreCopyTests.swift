import Basics
import Foundation
import Recurrence
import Storage
import StorageSQLite
import StoreConformance
import StoreFixtures
import TestSupport
import Testing

@testable import StoragePostgres

/// Stores that are moved between a file and a server, against a real one.
@Suite(.timeLimit(.minutes(10)))
struct StoreCopyTests {
    private static let clock = ContinuousTime()

    private func place(_ configuration: PostgresStore.Configuration) async throws -> PostgresCopyPlace {
        try await .target(configuration, clock: Self.clock)
    }

    /// Moves a store, both ends of which are closed behind it.
    @discardableResult
    private func move(
        _ source: any CopyPlace, _ target: any CopyPlace, breaksOff: Bool = false
    ) async throws -> [StoreCopy.Verified] {
        try await moved(source, target, breaksOff: breaksOff).tables
    }

    private func moved(
        _ source: any CopyPlace, _ target: any CopyPlace, breaksOff: Bool = false
    ) async throws -> StoreCopy.Moved {
        let ends: [any CopyPlace] = breaksOff ? [source, target].map { BreakingPlace(whole: $0) } : [source, target]
        let result = await Result.of {
            try await StoreCopy(from: ends[0], to: ends[1]).run(at: .noon, keyPrint: nil)
        }
        try await source.close()
        try await target.close()
        return try result.get()
    }

    @Test
    func `every table and every column goes over, or is left out for a reason`() async throws {
        let folder = try TemporaryFolder()
        let file = try SQLiteCopyPlace.target(folder.path("taskd.db"))
        try await FreshStores.withConfiguration { configuration in
            let server = try await place(configuration)
            let (there, here) = (try file.columns(), server.columns())
            let copied = Set(CopiedTable.all.map(\.name))
            #expect(Set(there.keys).union(here.keys) == copied.union(CopiedTable.leftOut.keys))
            #expect(copied.isDisjoint(with: CopiedTable.leftOut.keys) && copied.count == CopiedTable.all.count)
            var leftOut: Set<String> = []
            for table in copied {
                let difference = Set(there[table] ?? []).symmetricDifference(here[table] ?? [])
                leftOut.formUnion(difference.map { "\(table).\($0)" })
            }
            #expect(leftOut == Set(CopiedTable.columnsLeftOut.keys))
            await server.close()
        }
        try file.close()
    }

    @Test(arguments: MovedCases.all)
    func `whatever is in a file is on the server afterwards, and in a file again`(_ example: ConformanceSuite.Case)
        async throws
    {
        let folder = try TemporaryFolder()
        let (first, second) = (folder.path("first.db"), folder.path("second.db"))
        let store = try SQLiteStore(path: first)
        try await example.check(store)
        try store.close()
        try await FreshStores.withConfiguration { configuration in
            let source = try SQLiteCopyPlace.source(first, stateFolder: nil)
            let there = try await move(source, try await place(configuration))
            let back = try await move(
                try await PostgresCopyPlace.source(configuration, clock: Self.clock),
                try SQLiteCopyPlace.target(second))
            #expect(there == back)
            #expect(try faults(in: first) == faults(in: second))
        }
    }

    @Test(arguments: MovedCases.all)
    func `whatever is on a server is in a file afterwards, and on a server again`(_ example: ConformanceSuite.Case)
        async throws
    {
        let folder = try TemporaryFolder()
        let there = try await FreshStores.withConfiguration { configuration in
            let store = try await PostgresStore.open(configuration, clock: Self.clock)
            try await example.check(store)
            await store.close()
            let source = try await PostgresCopyPlace.source(configuration, clock: Self.clock)
            return try await move(source, try SQLiteCopyPlace.target(folder.path("taskd.db")))
        }
        try await FreshStores.withConfiguration { configuration in
            let back = try await move(
                try SQLiteCopyPlace.source(folder.path("taskd.db"), stateFolder: nil), try await place(configuration))
            #expect(there == back)
        }
    }

    /// What is wrong with a file, besides what tasks are found by, which is derived anew.
    private func faults(in file: String) throws -> [StoreFault] {
        let snapshot = try StoreSnapshot(path: file)
        let faults = try snapshot.faults() + snapshot.statisticsFaults()
        try snapshot.close()
        return faults
    }

    /// Writes contents of some sizes, and has a store know them, also one whose bytes are missing.
    private func fill(_ contents: any ContentStore, of store: any Store) async throws -> [StoredContent] {
        var all: [StoredContent] = []
        for size in [1, 262_144, 300_000] {
            let bytes = [UInt8](repeating: UInt8(size % 251), count: size)
            var hasher = ContentHasher()
            bytes.withUnsafeBytes { hasher.update($0) }
            let content = StoredContent(hasher.digest(), size: size)
            var draft = try await contents.draft()
            try await draft.write(bytes)
            try await draft.publish(as: content) { try await store.write { try $0.keep(content) } }
            await draft.remove()
            all.append(content)
        }
        let missing = StoredContent(try #require(ContentDigest(String(repeating: "a", count: 64))), size: 9)
        try await store.write { try $0.keep(missing) }
        return all
    }

    @Test(arguments: [false, true])
    func `contents go over with their store and come back, also where each one is the last before a crash`(
        breaksOff: Bool
    ) async throws {
        let folder = try TemporaryFolder()
        let (file, back) = (folder.path("taskd.db"), folder.path("back.db"))
        let store = try SQLiteStore(path: file)
        let all = try await fill(FolderContents(ContentFolder(ofStoreAt: file), on: CallingThread()), of: store)
        try store.close()
        try await FreshStores.withConfiguration { configuration in
            func over(_ source: () async throws -> any CopyPlace, _ target: () async throws -> any CopyPlace)
                async throws
                -> (moved: StoreCopy.Moved, tries: Int)
            {
                for tries in 1...100 {
                    do {
                        return (try await moved(try await source(), try await target(), breaksOff: breaksOff), tries)
                    } catch is BreakingPlace.Broken {}
                }
                throw BreakingPlace.Broken()
            }
            let there = try await over(
                { try SQLiteCopyPlace.source(file, stateFolder: nil) }, { try await place(configuration) })
            #expect(there.moved.missingContents == 1 && (there.tries > all.count) == breaksOff)
            let node = try await PostgresStore.open(configuration, clock: Self.clock)
            for content in all { #expect(try await node.contents.open(content)?.forEachPiece() == content) }
            await node.close()
            let again = try await over(
                { try await PostgresCopyPlace.source(configuration, clock: Self.clock) },
                { try SQLiteCopyPlace.target(back) })
            #expect(again.moved == there.moved)
            #expect(again.moved.tables.first { $0.table == "content" }?.rows == all.count + 1)
            let contents = ContentFolder(ofStoreAt: back)
            #expect(all.allSatisfy { contents.digestOfFile($0.digest) == $0.digest })
            #expect(contents.shards().flatMap(contents.digests).count == all.count)
        }
    }

    /// A store with some rows in many tables, more of them than are written at a time.
    private func fill(_ store: any Store) async throws {
        try await store.write { transaction in
            try transaction.save(Hook.webhook(1))
            try transaction.saveFixture(.filledFixture(1))
            try transaction.append((1...250).map { .fixture($0) })
        }
        try await store.write { transaction in
            for number in 2...150 { try transaction.save(TaskItem.fixture(number)) }
        }
    }

    @Test
    func `a move that is broken off after each thing that it writes goes on where it was`() async throws {
        let folder = try TemporaryFolder()
        let file = folder.path("taskd.db")
        let store = try SQLiteStore(path: file)
        try await fill(store)
        try store.close()
        try await FreshStores.withConfiguration { configuration in
            var (verified, tries): ([StoreCopy.Verified]?, Int) = (nil, 0)
            while verified == nil, tries < 200 {
                tries += 1
                do {
                    verified = try await move(
                        try SQLiteCopyPlace.source(file, stateFolder: nil), try await place(configuration),
                        breaksOff: true)
                } catch is BreakingPlace.Broken {
                    let node = try await PostgresStore.open(configuration, clock: Self.clock)
                    let left = try SQLiteStore(path: file)
                    // Nobody serves the copy, and from the second step on nothing fires from the source.
                    #expect(try await node.copyMark()?.state == .arriving)
                    #expect((try left.copyMark() == nil) == (tries == 1))
                    try left.close()
                    await node.close()
                }
            }
            #expect(tries > 10)
            let once = try await move(
                try await PostgresCopyPlace.source(configuration, clock: Self.clock),
                try SQLiteCopyPlace.target(folder.path("once.db")))
            #expect(once == verified)
            #expect(once.first { $0.table == "event" }?.rows == 250)
            #expect(once.first { $0.table == "task" }?.rows == 150)
        }
    }

    @Test
    func `what is made at the target gets keys that nothing has had`() async throws {
        let folder = try TemporaryFolder()
        let store = try SQLiteStore(path: folder.path("taskd.db"))
        try await fill(store)
        try store.close()
        try await FreshStores.withConfiguration { configuration in
            try await move(
                try SQLiteCopyPlace.source(folder.path("taskd.db"), stateFolder: nil),
                try await place(configuration))
            let node = try await PostgresStore.open(configuration, clock: Self.clock)
            try await node.write { transaction in
                try transaction.save(TaskItem.fixture(900) { $0.content.tags = ["fresh"] })
                try transaction.save(Hook.webhook(2))
            }
            let appended = try await node.write { try $0.append([.fixture(900)]) }
            #expect(appended.map(\.sequence) == [251])
            #expect(try await node.read { try $0.task(.numbered(1)) } != nil)
            await node.close()
        }
    }

    @Test
    func `what cannot be moved is refused, and both places are as they were`() async throws {
        let folder = try TemporaryFolder()
        let file = folder.path("taskd.db")
        let store = try SQLiteStore(path: file)
        try await fill(store)
        // A daemon that could write has it open.
        #expect { try SQLiteCopyPlace.source(file, stateFolder: nil) } throws: {
            ($0 as? StoreError)?.code == .inUse
        }
        try store.close()
        try await FreshStores.withConfiguration { configuration in
            let node = try await PostgresStore.open(configuration, clock: Self.clock)
            let served = await Result.of {
                try await move(try SQLiteCopyPlace.source(file, stateFolder: nil), try await place(configuration))
            }
            #expect((served.failure as? StoreError)?.code == .inUse)
            try await node.write { try $0.save(TaskItem.fixture(1)) }
            await node.close()
            let full = await Result.of {
                try await move(try SQLiteCopyPlace.source(file, stateFolder: nil), try await place(configuration))
            }
            #expect((full.failure as? StoreError)?.description.contains("is not empty") == true)
            let untouched = try SQLiteStore(path: file)
            #expect(try untouched.copyMark() == nil)
            try untouched.close()
        }
    }

    @Test
    func `two copies never write to one place, also where one of them was frozen`() async throws {
        try await FreshStores.withConfiguration { configuration in
            let first = try await place(configuration)
            let second = await Result.of { try await place(configuration) }
            #expect((second.failure as? StoreError)?.code == .inUse)
            await first.close()
            await (try await place(configuration)).close()
        }
    }

    @Test
    func `a store that is adopted while it is copied stays, and its copy is never completed`() async throws {
        let folder = try TemporaryFolder()
        let file = folder.path("taskd.db")
        let store = try SQLiteStore(path: file)
        try await fill(store)
        try store.close()
        try await FreshStores.withConfiguration { configuration in
            for _ in 1...5 {
                await #expect(throws: BreakingPlace.Broken.self) {
                    try await move(
                        try SQLiteCopyPlace.source(file, stateFolder: nil), try await place(configuration),
                        breaksOff: true)
                }
            }
            let adopted = try SQLiteStore(path: file)
            try adopted.removeCopyMark()
            _ = try await adopted.write { try $0.append([.fixture(999)]) }
            try adopted.close()
            let again = await Result.of {
                try await move(try SQLiteCopyPlace.source(file, stateFolder: nil), try await place(configuration))
            }
            #expect((again.failure as? StoreError)?.description.contains("unfinished copy") == true)
        }
    }
}

/// What cases of the suite leave behind, which has all that a store can have: a share of them, or all.
enum MovedCases {
    private static let share =
        ProcessInfo.processInfo.environment["TASKD_TEST_MOVED_SHARE"].flatMap { Int($0) } ?? 6

    static let all = ConformanceSuite.cases.enumerated().filter { $0.offset % share == 0 }.map(\.element)
}

/// A place that is lost right after something was written in it.
private struct BreakingPlace: CopyPlace {
    struct Broken: Error {}

    let whole: any CopyPlace

    var place: String { whole.place }

    func columns() async throws -> [String: [String]] { try await whole.columns() }

    func rows(
        of table: CopiedTable, _ columns: [String], after key: CopiedRow?, limit: Int
    ) async throws -> [CopiedRow] {
        try await whole.rows(of: table, columns, after: key, limit: limit)
    }

    func mark() async throws -> CopyMark? { try await whole.mark() }

    func checkIsIdle() async throws { try await whole.checkIsIdle() }

    var contents: any ContentStore { whole.contents }

    func highestTagKey() async throws -> Int64 { try await whole.highestTagKey() }

    func lastKey(of table: CopiedTable) async throws -> CopiedRow? { try await whole.lastKey(of: table) }

    func close() async throws { try await whole.close() }

    func leave(_ mark: CopyMark) async throws {
        try await whole.leave(mark)
        throw Broken()
    }

    func settle(_ mark: CopyMark) async throws {
        let isSettled = try await whole.mark()?.state == .left
        try await whole.settle(mark)
        if !isSettled { throw Broken() }
    }

    func begin(_ mark: CopyMark) async throws {
        let isBegun = try await whole.mark() != nil
        try await whole.begin(mark)
        if !isBegun { throw Broken() }
    }

    func insert(_ rows: [CopiedRow], _ columns: [String], into table: CopiedTable) async throws {
        try await whole.insert(rows, columns, into: table)
        throw Broken()
    }

    func take(_ content: StoredContent) async throws {
        try await whole.take(content)
        throw Broken()
    }

    func deriveWords() async throws -> Bool {
        if try await whole.deriveWords() { return true }
        throw Broken()
    }

    func complete(highestTagKey: Int64, keyPrint: String?) async throws {
        try await whole.complete(highestTagKey: highestTagKey, keyPrint: keyPrint)
    }
}

extension Result where Failure == any Error {
    fileprivate static func of(_ body: () async throws -> Success) async -> Self {
        do { return .success(try await body()) } catch { return .failure(error) }
    }

    fileprivate var failure: (any Error)? {
        if case .failure(let error) = self { error } else { nil }
    }
}

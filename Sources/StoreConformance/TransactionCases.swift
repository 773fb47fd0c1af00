import Basics
import Dispatch
import Storage
import StoreFixtures

extension ConformanceSuite {
    @CaseListBuilder static var transactionCases: [Case] {
        Case("A write that throws leaves nothing, and throws what it threw") { store in
            try await store.save([.fixture(1)])
            do {
                try await store.write { transaction in
                    try transaction.save(.fixture(2))
                    try transaction.deleteTask(.numbered(1))
                    try transaction.append([.fixture(1)])
                    throw Refusal(number: 42)
                }
                throw ConformanceFailure(description: "nothing was thrown")
            } catch let refusal as Refusal {
                try expect(refusal.number, is: 42, "the error's number")
            }
            try await store.read { reader in
                try expect(try reader.task(.numbered(1)) != nil, "the deleted task is still there")
                try expect(try reader.task(.numbered(2)), is: nil, "the task that was made")
                try expect(try reader.lastEventSequence(), is: 0, "the last event's sequence")
            }
        }
        Case("A transaction sees what it wrote, and gives its value on") { store in
            let seen = try await store.write { transaction -> [String] in
                try transaction.save(.fixture(1))
                let before = try transaction.task(.numbered(1))?.title
                try transaction.save(.fixture(1) { $0.title = "changed" })
                let page = try transaction.tasks(matching: TaskQuery())
                return [before ?? ""] + page.items.map(\.title)
            }
            try expect(seen, is: ["Task 1", "changed"], "what was seen")
        }
        Case("A reader sees one snapshot, whatever is committed meanwhile") { store in
            try await store.save([.fixture(1)])
            let hasBegun = WakeSignal()
            let isCommitted = DispatchSemaphore(value: 0)
            async let titles = store.read { reader -> [String?] in
                let before = try reader.task(.numbered(1))?.title
                hasBegun.signal()
                isCommitted.wait()
                // For when the closure is run again.
                isCommitted.signal()
                return [before, try reader.task(.numbered(1))?.title]
            }
            await hasBegun.wait()
            defer { isCommitted.signal() }
            try await store.save([.fixture(1) { $0.title = "changed" }])
            isCommitted.signal()
            try expect(try await titles, is: ["Task 1", "Task 1"], "the titles that the reader saw")
            try expect(try await store.task(1).title, is: "changed", "the title afterwards")
        }
        Case("What runs beside a transaction, where a store can do that, sees the store as it was when that began") {
            store in
            try await store.save([.fixture(1)])
            let title = try await store.write { transaction -> String? in
                guard let concurrent = transaction as? any ConcurrentSnapshotTransaction else { return "Task 1" }
                let (seen, hasRead) = (Locked<String?>(nil), DispatchSemaphore(value: 0))
                let runs = concurrent.concurrentSnapshot { reader in
                    seen.withLock { $0 = try? reader.get().task(.numbered(1))?.title }
                    hasRead.signal()
                }
                try transaction.save(.fixture(1) { $0.title = "changed" })
                try expect(concurrent.concurrentSnapshot { _ in }, is: false, "whether it can be asked after writing")
                guard runs else { return "Task 1" }
                hasRead.wait()
                return seen.withLock { $0 }
            }
            try expect(title, is: "Task 1", "the title that was seen beside")
        }
        Case("Concurrent writes each see what those before them wrote") { store in
            try await store.save([.fixture(1) { $0.ownProgress = 0 }])
            try await withThrowingTaskGroup { group in
                for _ in 0..<100 {
                    group.addTask { try await countUp(in: store) }
                }
                try await group.waitForAll()
            }
            try expect(try await store.task(1).ownProgress, is: 100, "the count")
        }
        Case("A write that throws among others leaves only the others' work") { store in
            let failed = try await withThrowingTaskGroup(of: Int.self) { group in
                for number in 1...100 {
                    group.addTask {
                        try await number.isMultiple(of: 10) ? refuse(number, in: store) : add(number, to: store)
                    }
                }
                return try await group.reduce(0, +)
            }
            try expect(failed, is: 10, "the number of writes that threw")
            let events = try await store.read { try $0.events(after: 0, limit: 1_000) }
            try expect(events.count, is: 90, "the number of events")
            try expect(zip(events, events.dropFirst()).allSatisfy { $0.sequence < $1.sequence }, "sequences rise")
            let tasks = try await store.read { try $0.tasks((1...100).map { .numbered($0) }) }
            let kept = (1...100).filter { !$0.isMultiple(of: 10) }
            try expect(Set(tasks.map(\.id)), is: Set(kept.map { .numbered($0) }), "the tasks")
            try expect(Set(events.map(\.id)), is: Set(kept.map { EventDraft.fixture($0).id }), "the events")
        }
    }

    private struct Refusal: Error {
        var number: Int
    }

    private static func countUp(in store: any Store) async throws {
        try await store.write { transaction in
            guard var task = try transaction.task(.numbered(1)) else { return }
            task.ownProgress += 1
            try transaction.save(task)
        }
    }

    private static func add(_ number: Int, to store: any Store) async throws -> Int {
        try await store.write { transaction in
            try transaction.save(.fixture(number))
            try transaction.append([.fixture(number)])
        }
        return 0
    }

    private static func refuse(_ number: Int, in store: any Store) async throws -> Int {
        do {
            try await store.write { transaction in
                try transaction.save(.fixture(number))
                try transaction.append([.fixture(number)])
                throw Refusal(number: number)
            }
            return 0
        } catch let refusal as Refusal where refusal.number == number {
            return 1
        }
    }
}

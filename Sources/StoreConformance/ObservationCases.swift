import Recurrence
import Storage
import StoreFixtures

extension ConformanceSuite {
    @CaseListBuilder static var observationCases: [Case] {
        Case("Who observes tasks gets them as they are, and as each commit leaves them") { store in
            try await store.save([.fixture(1) { $0.tags = ["home"] }])
            var query = TaskQuery()
            query.tag = "home"
            var tasks = store.changes(of: query).makeAsyncIterator()
            try expect(try await tasks.next()?.map(\.title), is: ["Task 1"], "the tasks at first")
            try await store.save([.fixture(2) { $0.tags = ["home"] }])
            try expect(try await tasks.next()?.map(\.title), is: ["Task 1", "Task 2"], "the tasks after one was added")
            try await store.save([.fixture(1) { $0.tags = ["work"] }])
            try expect(try await tasks.next()?.map(\.title), is: ["Task 2"], "the tasks after one was changed")
            try await store.write { try $0.deleteTask(.numbered(2)) }
            try expect(try await tasks.next()?.map(\.title), is: [], "the tasks after one was deleted")
        }
        Case("What happens between two elements is one, and what changes nothing is none") { store in
            var tasks = store.changes(of: TaskQuery()).makeAsyncIterator()
            try expect(try await tasks.next()?.count, is: 0, "the tasks at first")
            for number in 1...20 { try await store.save([.fixture(number)]) }
            try expect(try await tasks.next()?.count, is: 20, "the tasks after 20 commits")
            try await store.save([.webhook(1)])
            try await store.append([.fixture(1)])
            try await store.save([.fixture(21)])
            try await store.write { try $0.deleteTask(.numbered(21)) }
            try await store.save([.fixture(22)])
            try expect(try await tasks.next()?.count, is: 21, "the tasks after what left them as they were, and one")
        }
        Case("Who observes while many write sees no step back, and the last state") { store in
            try await store.save([.fixture(1) { $0.ownProgress = 0 }])
            try await withThrowingTaskGroup { group in
                for _ in 0..<10 { group.addTask { try await watchProgress(in: store, to: 100) } }
                for _ in 0..<100 {
                    group.addTask {
                        try await store.write { transaction in
                            guard var task = try transaction.task(.numbered(1)) else { return }
                            task.ownProgress += 1
                            try transaction.save(task)
                        }
                    }
                }
                try await group.waitForAll()
            }
        }
        Case("Whatever is written, who observes it is told") { store in
            let observation = store.observe { reader in
                [
                    try reader.tasks(matching: TaskQuery()).items.count, try reader.pauses(after: nil, limit: 10).count,
                    try reader.hooks().count, Int(try reader.lastEventSequence()),
                ]
            }
            var counts = observation.makeAsyncIterator()
            try expect(try await counts.next(), is: [0, 0, 0, 0], "the counts at first")
            try await store.save([.fixture(1)])
            try expect(try await counts.next(), is: [1, 0, 0, 0], "the counts after a task")
            let pause = Pause(.all, since: .noon)
            try await store.write { try $0.save(pause) }
            try expect(try await counts.next(), is: [1, 1, 0, 0], "the counts after a pause")
            try await store.write { try $0.deletePause(pause.id) }
            try expect(try await counts.next(), is: [1, 0, 0, 0], "the counts after a pause was deleted")
            try await store.save([.webhook(1)])
            try expect(try await counts.next(), is: [1, 0, 1, 0], "the counts after a hook")
            let last = try await store.append([.fixture(1)]).last?.sequence ?? 0
            try expect(try await counts.next(), is: [1, 0, 1, Int(last)], "the counts after an event")
        }
        Case("An observation ends with the error that ends it") { store in
            var query = TaskQuery()
            query.cursor = StoreCursor("not-of-this-list")
            var tasks = store.changes(of: query).makeAsyncIterator()
            try await expect(.invalidCursor, "a cursor of another list") { _ = try await tasks.next() }
            try expect(try await tasks.next(), is: nil, "what comes after the error")
            try expect(store.changes.hasNoObservers, "nobody observes any more")
        }
    }

    private static func watchProgress(in store: any Store, to end: Int) async throws {
        var last = -1
        for try await progress in store.observe(.tasks, { try $0.task(.numbered(1))?.ownProgress }) {
            guard let progress else { throw ConformanceFailure(description: "the task is gone") }
            try expect(progress > last, "progress goes from \(last) to \(progress)")
            last = progress
            if progress == end { return }
        }
        throw ConformanceFailure(description: "the observation ended at \(last)")
    }
}

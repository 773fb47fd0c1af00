import Recurrence
import Storage
import StoreFixtures

extension ConformanceSuite {
    /// What tasks wait for.
    @CaseListBuilder static var dependencyCases: [Case] {
        Case("What a task waited for is kept with a change, also where that was deleted before") { store in
            try await store.save([
                .fixture(1), .fixture(2), .fixture(3) { $0.blockedBy = [.numbered(2), .numbered(1)] },
            ])
            try await store.write { try $0.deleteTask(.numbered(2)) }
            try await store.record(.numbered(1)) { try $0.deleteTask(.numbered(3)) }
            let (whole, there) = try await store.read { reader in
                (
                    try reader.blockers(of: .numbered(3), before: .numbered(1)),
                    try reader.task(.numbered(3), before: .numbered(1))?.blockedBy
                )
            }
            try expect(whole, is: [.numbered(2), .numbered(1)], "all of them")
            try expect(there, is: [.numbered(1)], "those that were there")
        }
        Case("What a task waits for is kept in its order, replaced whole, and read with it") { store in
            try await store.save((1...4).map { .fixture($0) })
            for ids in [[2, 1, 3], [3], [], [1, 2]] {
                let task = TaskItem.fixture(4) { $0.blockedBy = ids.map { .numbered($0) } }
                try await store.save([task])
                let found = try await store.task(4)
                try expect(found.blockedBy, is: task.blockedBy, "what it waits for")
                try expect(found.hasOpenBlocker, is: !ids.isEmpty, "whether that is open")
                let alone = try await store.read { try $0.blockers(of: .numbered(4)) }
                try expect(alone, is: task.blockedBy, "by itself")
            }
            let counts = try await store.read { reader in
                try [1, 3].map { try reader.dependentCount(of: .numbered($0), limit: 9) }
            }
            try expect(counts, is: [1, 0], "how many wait for each")
        }
        Case("A task is blocked as long as something that it waits for is open and there") { store in
            try await store.save([
                .fixture(1), .fixture(2), .fixture(3) { $0.blockedBy = [.numbered(1), .numbered(2)] },
            ])
            func expectOpen(_ isOpen: Bool, _ ids: [Int], _ what: String) async throws {
                let task = try await store.task(3)
                try expect(task.hasOpenBlocker, is: isOpen, what)
                try expect(task.blockedBy, is: ids.map { .numbered($0) }, "what it waits for \(what)")
            }
            try await expectOpen(true, [1, 2], "at first")
            try await store.save([.fixture(1) { $0.status = .completed }])
            try await expectOpen(true, [1, 2], "when one is done")
            try await store.write { try $0.deleteTask(.numbered(2)) }
            try await expectOpen(false, [1], "when the other is deleted")
            let all = try await store.read { try $0.blockers(of: .numbered(3)) }
            try expect(all, is: [.numbered(1), .numbered(2)], "what it waits for with what is deleted")
            try await store.save([.fixture(1)])
            try await expectOpen(true, [1], "when one is open again")
            try await store.save([.fixture(1) { $0.status = .cancelled }])
            try await expectOpen(false, [1], "when it is given up")
            try await store.save([.fixture(2)])
            try await expectOpen(true, [1, 2], "when the other is back")
        }
        Case("Those that wait for one open task alone are told, open ones only") { store in
            try await store.save([
                .fixture(1), .fixture(2), .fixture(3) { $0.status = .completed },
                .fixture(4) { $0.blockedBy = [.numbered(1)] },
                .fixture(5) { $0.blockedBy = [.numbered(1), .numbered(2)] },
                .fixture(6) { $0.blockedBy = [.numbered(3), .numbered(1)] },
                .fixture(7) { ($0.blockedBy, $0.status) = ([.numbered(1)], .completed) },
                .fixture(8) { $0.blockedBy = [.numbered(3)] },
            ])
            for (blocker, limit, expected) in [(1, 9, [4, 6]), (1, 1, [4]), (2, 9, []), (3, 9, []), (9, 9, [])] {
                let found = try await store.read { try $0.tasks(blockedOnlyBy: .numbered(blocker), limit: limit) }
                try expect(found, is: expected.map { .numbered($0) }, "those that only \(blocker) blocks")
            }
        }
        Case("What a task waited for is in what it was before a change") { store in
            try await store.save([
                .fixture(1), .fixture(2), .fixture(3) { $0.blockedBy = [.numbered(2), .numbered(1)] },
            ])
            try await store.record(.numbered(1)) { try $0.save(.fixture(3)) }
            try await store.record(.numbered(2)) { try $0.deleteTask(.numbered(3)) }
            let before = try await store.read { reader in
                try [1, 2].map { try reader.task(.numbered(3), before: .numbered($0))?.blockedBy }
            }
            try expect(before, is: [[.numbered(2), .numbered(1)], []], "what it waited for")
        }
        Case("A task that waits for itself is refused") { store in
            try await expect(.conflict, "itself") {
                try await store.save([.fixture(1) { $0.blockedBy = [.numbered(1)] }])
            }
        }
    }
}

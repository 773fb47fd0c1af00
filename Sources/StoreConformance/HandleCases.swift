import Basics
import Filters
import Recurrence
import Storage
import StoreFixtures

extension ConformanceSuite {
    /// What is found by its handle.
    @CaseListBuilder static var handleCases: [Case] {
        Case("Tasks are found by their handles, the open ones and the closed ones each by themselves") { store in
            let tasks = (1...40).map { number in
                TaskItem.fixture(number) {
                    if number > 20 { ($0.status, $0.completedAt) = (.completed, .noon) }
                }
            }
            try await store.save(tasks)
            for isOpen in [true, false] {
                let wanted = tasks.filter { $0.status.isOpen == isOpen }.sorted { $0.handle < $1.handle }
                let found = try await store.holders(areOpen: isOpen)
                try expect(found.map(\.id), is: wanted.map(\.id.uuid), "the tasks in order")
                try expect(found.map(\.handle), is: wanted.map(\.handle), "their handles")
                let one = try await store.read { [handle = wanted[3].handle] in
                    try $0.holders(of: .task, in: handle...handle, areOpen: isOpen, within: nil, limit: 9)
                }
                try expect(one.map(\.id), is: [wanted[3].id.uuid], "one by its whole handle")
            }
        }
        Case("A task that is done is found among the closed ones, and one that is reopened among the open ones") {
            store in
            try await store.save([.fixture(1)])
            for status in [TaskStatus.completed, .needsAction] {
                try await store.save([
                    .fixture(1) { ($0.status, $0.completedAt) = (status, status.isOpen ? nil : .noon) }
                ])
                for isOpen in [true, false] {
                    let count = try await store.holders(areOpen: isOpen).count
                    try expect(count, is: isOpen == status.isOpen ? 1 : 0, "how many are found of \(status)")
                }
            }
        }
        Case("Tasks are found by a range of ids, and by a filter") { store in
            try await store.write { try $0.save(.project(1)) }
            try await store.save([.fixture(1), .fixture(2) { $0.projectID = .numbered(1) }])
            let filter = ResolvedFilter.test(
                .project([FilterProject(.id(ProjectID.numbered(1).description), includesChildren: true)]))
            let ids = TaskID.numbered(1).uuid...TaskID.numbered(2).uuid
            for (filter, wanted) in [(nil, [1, 2]), (filter, [2])] as [(ResolvedFilter?, [Int])] {
                let found = try await store.read {
                    try $0.holders(of: .task, withIDsIn: ids, within: filter, limit: 9)
                }
                try expect(found.map(\.id), is: wanted.map { TaskID.numbered($0).uuid }, "the tasks by their ids")
                let byHandle = try await store.holders(areOpen: true, within: filter)
                try expect(Set(byHandle.map(\.id)), is: Set(found.map(\.id)), "the tasks by their handles")
            }
        }
        Case("Projects and hooks have neighbours among their own") { store in
            try await store.write { transaction in
                for number in 1...30 {
                    try transaction.save(.project(number))
                    try transaction.save(Hook(id: .numbered(number), kind: .webhook, now: .noon))
                }
            }
            let all = (1...30).map { ProjectID.numbered($0).handle }
            let found = try await store.read { try $0.neighbours(of: all, among: .project, within: nil) }
            for (handle, near) in zip(all, found) {
                let others = all.filter { handle.surroundings.contains($0) }
                try expect(near.below, is: others.filter { $0 < handle }.max(), "the one below")
                try expect(near.above, is: others.filter { $0 > handle }.min(), "the one above")
            }
            let hooks = try await store.read {
                try $0.holders(of: .hook, in: .all, areOpen: true, within: nil, limit: 99)
            }
            try expect(hooks.map(\.handle), is: all.sorted(), "the hooks")
        }
    }
}

extension ClosedRange<Handle> {
    /// All that there are.
    fileprivate static var all: ClosedRange<Handle> {
        (Handle("b22222222222") ?? Handle(high: 0, low: 0))...(Handle("zzzzzzzzzzzz") ?? Handle(high: 0, low: 0))
    }
}

extension Store {
    fileprivate func holders(areOpen isOpen: Bool, within filter: ResolvedFilter? = nil) async throws -> [HandleHolder]
    {
        try await read {
            try $0.holders(of: .task, in: .all, areOpen: isOpen, within: filter, limit: 1_000)
        }
    }
}

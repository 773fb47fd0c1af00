import Filters
import Recurrence
import Storage
import StoreFixtures

extension ConformanceSuite {
    @CaseListBuilder static var countCases: [Case] {
        Case("As many tasks are counted as are listed, by each filter and by two") { store in
            _ = try await saveTasksToCount(in: store)
            for (index, filter) in QueryFilter.all.enumerated() {
                for other in QueryFilter.all[index...] {
                    var query = TaskQuery(limit: 1_000)
                    filter.set(&query)
                    other.set(&query)
                    query.filter = index.isMultiple(of: 2) ? .not(.test(.tag(["home"]))) : nil
                    let (listed, counted) = try await store.read { [query] reader in
                        (try reader.tasks(matching: query).items.count, try reader.count(of: query))
                    }
                    try expect(counted, is: TaskCount(listed), "the tasks with \(filter.name), \(other.name)")
                }
            }
        }
        Case("What is counted by a tag and more follows every change, and what is restored") { store in
            func count(_ filter: ResolvedFilter) async throws -> Int {
                var query = TaskQuery()
                query.filter = filter
                return try await store.read { [query] in try $0.count(of: query).count }
            }
            let home = ResolvedFilter.test(.tag(["home"]))
            let (high, work) = (ResolvedFilter.test(.priority([.high])), ResolvedFilter.test(.tag(["work"])))
            let open = ResolvedFilter.test(.status([.needsAction, .inProcess]))
            func counts() async throws -> [Int] {
                var counts: [Int] = []
                for other in [high, work, open, .not(open)] { counts.append(try await count(.all([home, other]))) }
                return counts
            }
            try await store.save([.fixture(1) { $0.tags = ["home", "work"] }, .fixture(2) { $0.tags = ["home"] }])
            try expect(try await counts(), is: [0, 1, 2, 0], "the counts at first")
            try await store.write { transaction in
                try transaction.recording(Change(.update, id: .numbered(1), at: .noon)) {
                    let closed = TaskItem.fixture(1) { task in
                        (task.tags, task.content.priority, task.status) = (["home"], .high, .cancelled)
                        task.completedAt = .noon
                    }
                    try transaction.save(closed)
                }
            }
            try expect(try await counts(), is: [1, 0, 1, 1], "the counts after a change")
            try await store.write { transaction in
                guard let before = try transaction.task(.numbered(1), before: .numbered(1)) else { return }
                try transaction.save(before)
                try transaction.restoreTags(of: before.id, before: .numbered(1))
            }
            try expect(try await counts(), is: [0, 1, 2, 0], "the counts once it was taken back")
        }
        Case("Order, place and limit do not change what is counted") { store in
            let tasks = try await saveTasksToCount(in: store)
            var query = TaskQuery(limit: 7)
            query.sort = [TaskQuery.Sort(.title)]
            query.cursor = try await store.read { [query] in try $0.tasks(matching: query).next }
            let counted = try await store.read { [query] in try $0.count(of: query) }
            try expect(counted, is: TaskCount(tasks.count), "the tasks")
        }
        Case("Groups are counted as a look at every task counts them, of all, of open and of chosen tasks") { store in
            let tasks = try await saveTasksToCount(in: store)
            for chosen in TaskChoice.all {
                for grouping in TaskGrouping.allCases {
                    var query = TaskQuery(limit: 7)
                    chosen.set(&query)
                    let groups = try await store.read { [query] in try $0.groups(of: query, by: grouping, in: .utc) }
                    let expected = groupsExpected(of: tasks.filter(chosen.matches), by: grouping)
                    try expect(groups, is: expected, "the groups of \(chosen.name) by \(grouping)")
                }
            }
        }
        Case("Without tasks there are no groups") { store in
            for grouping in TaskGrouping.allCases {
                let groups = try await store.read { try $0.groups(of: TaskQuery(), by: grouping, in: .utc) }
                try expect(groups, is: TaskGroups([], isExact: true), "the groups by \(grouping)")
            }
            try expect(try await store.read { try $0.count(of: TaskQuery()) }, is: TaskCount(0), "the tasks")
        }
    }

    private static func saveTasksToCount(in store: any Store) async throws -> [TaskItem] {
        var generator = SeededGenerator(seed: 31)
        var tasks = TaskItem.randomFixtures(200, using: &generator)
        for index in tasks.indices where Bool.random(using: &generator) {
            tasks[index].projectID = .numbered(Int.random(in: 1...3, using: &generator))
        }
        try await store.write { transaction in
            for number in 1...4 { try transaction.save(.project(number) { $0.sortOrder = Double(-number) }) }
        }
        try await store.save(tasks)
        try await changeTasksToCount(&tasks, in: store, using: &generator)
        return tasks
    }

    /// Moves, closes and reopens some, deletes others, and deletes a project.
    private static func changeTasksToCount(
        _ tasks: inout [TaskItem], in store: any Store, using generator: inout SeededGenerator
    ) async throws {
        for index in tasks.indices where Int.random(in: 0..<3, using: &generator) == 0 {
            tasks[index].projectID =
                [nil, .numbered(1), .numbered(2), .numbered(3)].randomElement(using: &generator) ?? nil
            tasks[index].status = TaskStatus.allCases.randomElement(using: &generator) ?? .needsAction
            tasks[index].completedAt = tasks[index].status.isOpen ? nil : .noon
        }
        let deleted = tasks.suffix(20)
        tasks.removeLast(20)
        try await store.save(tasks)
        try await store.write { transaction in
            for task in deleted { try transaction.deleteTask(task.id) }
            try transaction.save(.project(2) { ($0.sortOrder, $0.deletedAt) = (-2, .noon) })
        }
        for index in tasks.indices where tasks[index].projectID == .numbered(2) { tasks[index].projectID = nil }
    }

    private static func groupsExpected(of tasks: [TaskItem], by grouping: TaskGrouping) -> TaskGroups {
        func count(_ matches: (TaskItem) -> Bool) -> TaskCount { TaskCount(tasks.count(where: matches)) }
        let groups: [TaskGroups.Group]
        switch grouping {
        case .status:
            groups = TaskStatus.allCases.map { status in .init(status.rawValue, count { $0.status == status }) }
        case .priority:
            groups = TaskPriority.allCases.map { priority in
                .init(priority.rawValue, count { $0.content.priority == priority })
            }
        case .tag:
            let tags = Set(tasks.flatMap(\.content.tags)).sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
            groups = tags.map { tag in .init(tag, count { $0.content.tags.contains(tag) }) }
        case .project:
            let projects = [3, 1, 70].map { ProjectID.numbered($0) }
            groups = (projects + [nil]).map { id in .init(id?.description, count { $0.projectID == id }) }
        case .dueDay:
            func day(_ task: TaskItem) -> String? {
                task.dueAt.map { "\(ZoneRules.utc.civilDateTime(at: $0).date)" }
            }
            let days = Set(tasks.compactMap(day)).sorted()
            groups = (days.map { $0 } + [nil]).map { key in .init(key, count { day($0) == key }) }
        }
        return TaskGroups(groups.filter { $0.count.count > 0 }, isExact: true)
    }
}

/// Some tasks of a list, beside what they are in plain Swift.
private struct TaskChoice: Sendable {
    let name: String
    let set: @Sendable (inout TaskQuery) -> Void
    let matches: @Sendable (TaskItem) -> Bool

    static let all = [
        TaskChoice(name: "all", set: { _ in }, matches: { _ in true }),
        TaskChoice(name: "open ones", set: { $0.statuses = [.needsAction, .inProcess] }, matches: \.status.isOpen),
        TaskChoice(
            name: "open ones by filter", set: { $0.filter = .test(.status([.needsAction, .inProcess])) },
            matches: \.status.isOpen),
        TaskChoice(
            name: "those at home", set: { $0.filter = .test(.tag(["home"])) },
            matches: { $0.content.tags.contains("home") }),
        TaskChoice(name: "closed ones", set: { $0.statuses = [.completed] }, matches: { $0.status == .completed }),
    ]
}

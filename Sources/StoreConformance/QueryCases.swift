import Filters
import Recurrence
import Storage
import StoreFixtures

extension ConformanceSuite {
    @CaseListBuilder static var queryCases: [Case] {
        Case("Each filter alone gives what a look at every task gives") { store in
            let tasks = try await saveRandomTasks(in: store, seed: 1)
            for filter in QueryFilter.all { try await check([filter], of: tasks, in: store) }
        }
        Case("Any two filters together give what a look at every task gives") { store in
            let tasks = try await saveRandomTasks(in: store, seed: 2)
            for (index, filter) in QueryFilter.all.enumerated() {
                for other in QueryFilter.all[(index + 1)...] { try await check([filter, other], of: tasks, in: store) }
            }
        }
        Case("Many filters together give what a look at every task gives") { store in
            let tasks = try await saveRandomTasks(in: store, seed: 3)
            var generator = SeededGenerator(seed: 4)
            for _ in 0..<60 {
                let filters = QueryFilter.all.shuffled(using: &generator).prefix(
                    Int.random(in: 3...6, using: &generator))
                try await check(Array(filters), of: tasks, in: store)
            }
        }
        Case("Each order, walked in pages, gives the whole list without gaps or repeats") { store in
            let tasks = try await saveRandomTasks(in: store, seed: 5)
            for key in TaskQuery.SortKey.allCases {
                try await check([TaskQuery.Sort(key)], sorts: tasks, in: store)
                try await check([TaskQuery.Sort(key, isDescending: true)], sorts: tasks, in: store)
            }
            try await check([], sorts: tasks, in: store)
        }
        Case("Orders of two and three parts, walked in pages, give the whole list") { store in
            let tasks = try await saveRandomTasks(in: store, seed: 6)
            var generator = SeededGenerator(seed: 7)
            for _ in 0..<20 {
                let keys = TaskQuery.SortKey.allCases.shuffled(using: &generator)
                let sort = keys.prefix(Int.random(in: 2...3, using: &generator))
                    .map { TaskQuery.Sort($0, isDescending: Bool.random(using: &generator)) }
                try await check(sort, sorts: tasks, in: store)
            }
        }
        Case("A filter and an order hold on every page") { store in
            let tasks = try await saveRandomTasks(in: store, seed: 8)
            var query = TaskQuery(limit: 7)
            query.statuses = [.needsAction, .inProcess]
            query.sort = [TaskQuery.Sort(.due), TaskQuery.Sort(.priority, isDescending: true)]
            let open = sorted(tasks.filter(\.status.isOpen), by: query.sort)
            try expect(try await walk(query, in: store).map(\.id), is: open.map(\.id), "the open tasks")
        }
        Case("Open tasks of tags, priorities or a project are in order, whatever was written of them") { store in
            var tasks = try await saveRandomTasks(in: store, seed: 9)
            var generator = SeededGenerator(seed: 10)
            // What others were becomes what these are.
            let contents = tasks.shuffled(using: &generator)
            for index in tasks.indices where index.isMultiple(of: 2) {
                let other = contents[index]
                (tasks[index].content, tasks[index].status) = (other.content, other.status)
                (tasks[index].dueAt, tasks[index].overdueAt) = (other.dueAt, other.overdueAt)
                tasks[index].completedAt = other.completedAt
            }
            try await store.save(tasks)
            let home = ResolvedFilter.test(.tag(["home"]))
            let choices: [(set: (inout TaskQuery) -> Void, matches: (TaskItem) -> Bool)] = [
                ({ $0.tag = "HOME" }, { $0.tags.contains("home") }),
                (
                    { $0.filter = .all([home, .test(.tag(["일"]))]) },
                    { $0.tags.contains("home") && $0.tags.contains("일") }
                ),
                (
                    { ($0.tag, $0.filter) = ("work", .not(home)) },
                    { $0.tags.contains("work") && !$0.tags.contains("home") }
                ),
                ({ $0.priorities = [.high, .urgent] }, { [.high, .urgent].contains($0.priority) }),
                (
                    { ($0.filter, $0.dueFrom) = (.test(.priority([.low, .medium])), .noon) },
                    { [.low, .medium].contains($0.priority) && $0.dueAt.map { $0 >= .noon } ?? false }
                ),
                ({ $0.project = .numbered(70) }, { $0.projectID == .numbered(70) }),
                (
                    { ($0.project, $0.priorities) = (.numbered(70), [.high]) },
                    { $0.projectID == .numbered(70) && $0.priority == .high }
                ),
            ]
            for (number, choice) in choices.enumerated() {
                // The orders that indexes of such tasks have, and one that they have not.
                for key in [TaskQuery.SortKey.due, .title, .priority] {
                    for sort in [
                        [TaskQuery.Sort(key)], [.init(key, isDescending: true)],
                        [.init(key), .init(.priority, isDescending: true)],
                        [.init(key, isDescending: true), .init(.title)],
                    ] where sort.count == 1 || sort[0].key != sort[1].key {
                        var query = TaskQuery(limit: 5)
                        query.statuses = [.needsAction, .inProcess]
                        choice.set(&query)
                        query.sort = sort
                        let expected = sorted(tasks.filter { $0.status.isOpen && choice.matches($0) }, by: sort)
                        try expect(
                            try await walk(query, in: store).map(\.id), is: expected.map(\.id),
                            "choice \(number) by \(sort)")
                    }
                }
            }
        }
        Case("A page that is just full is the last, and tells so") { store in
            try await store.save((1...7).map { .fixture($0) })
            let page = try await store.read { try $0.tasks(matching: TaskQuery(limit: 7)) }
            try expect(page.items.count, is: 7, "the number of tasks")
            try expect(page.next == nil, "a last page has no next")
            let shorter = try await store.read { try $0.tasks(matching: TaskQuery(limit: 6)) }
            try expect(shorter.next != nil, "a page before the last has a next")
        }
        Case("A page continues behind its place while tasks come and go") { store in
            try await store.save((1...9).map { .fixture($0) })
            var query = TaskQuery(limit: 3)
            query.cursor = try await store.read { [query] in try $0.tasks(matching: query).next }
            try await store.write { transaction in
                try transaction.deleteTask(.numbered(3))
                try transaction.deleteTask(.numbered(5))
                try transaction.save(.fixture(10))
            }
            let rest = try await walk(query, in: store).map(\.id)
            try expect(rest, is: [4, 6, 7, 8, 9, 10].map { .numbered($0) }, "the tasks behind the first page")
        }
        Case("A page by title continues behind its place while titles change, come and go") { store in
            let titles = ["b", "Émile", "d", "emile", "f", "g", "e", "龍", ""]
            try await store.save(titles.enumerated().map { index, title in .fixture(index + 1) { $0.title = title } })
            var query = TaskQuery(limit: 4)
            query.sort = [TaskQuery.Sort(.title)]
            let first = try await store.read { [query] in try $0.tasks(matching: query) }
            try expect(first.items.map(\.id), is: [9, 1, 3, 7].map { .numbered($0) }, "the first page")
            query.cursor = first.next
            try await store.write { transaction in
                try transaction.deleteTask(.numbered(7))
                try transaction.save(.fixture(5) { $0.title = "a" })
                try transaction.save(.fixture(1) { $0.title = "z" })
                try transaction.save(.fixture(10) { $0.title = "eze" })
            }
            let rest = try await walk(query, in: store).map(\.id)
            try expect(rest, is: [4, 2, 10, 6, 1, 8].map { .numbered($0) }, "the tasks behind the first page")
            query.sort = [TaskQuery.Sort(.title, isDescending: true), TaskQuery.Sort(.due)]
            query.cursor = nil
            let back = try await walk(query, in: store).map(\.id)
            try expect(back, is: [8, 1, 6, 10, 2, 4, 3, 5, 9].map { .numbered($0) }, "the tasks from behind")
        }
        Case("Tasks that match are whole: with their reminders, tags and subtasks") { store in
            try await store.save([.filledFixture(1), .fixture(2)])
            let page = try await store.read { try $0.tasks(matching: TaskQuery()) }
            try expect(page.items, is: [.filledFixture(1), .fixture(2)], "the tasks")
        }
    }

    private static func saveRandomTasks(in store: any Store, seed: UInt64) async throws -> [TaskItem] {
        var generator = SeededGenerator(seed: seed)
        let tasks = TaskItem.randomFixtures(300, using: &generator)
        try await store.save(tasks)
        return tasks
    }

    private static func check(_ filters: [QueryFilter], of tasks: [TaskItem], in store: any Store) async throws {
        var query = TaskQuery(limit: 1_000)
        for filter in filters { filter.set(&query) }
        // Two filters of one kind replace each other; then only the last counts.
        let counting = filters.indices.filter { index in
            var without = TaskQuery(limit: 1_000)
            for (other, filter) in filters.enumerated() where other != index { filter.set(&without) }
            return without != query
        }
        let expected = tasks.filter { task in counting.allSatisfy { filters[$0].matches(task) } }
        let found = try await store.read { [query] in try $0.tasks(matching: query).items }
        let names = filters.map(\.name).joined(separator: ", ")
        try expect(found.map(\.id), is: expected.map(\.id), "the tasks with \(names)")
        try expect(found, is: expected, "the contents of the tasks with \(names)")
    }

    private static func check(_ sort: [TaskQuery.Sort], sorts tasks: [TaskItem], in store: any Store) async throws {
        var query = TaskQuery(limit: 7)
        query.sort = sort
        let found = try await walk(query, in: store)
        try expect(found.map(\.id), is: sorted(tasks, by: sort).map(\.id), "the order by \(sort)")
    }

    /// Every task of a query, page by page; fails when the pages do not end.
    private static func walk(_ query: TaskQuery, in store: any Store) async throws -> [TaskItem] {
        var query = query
        var found: [TaskItem] = []
        while found.count <= 1_000 {
            let page = try await store.read { [query] in try $0.tasks(matching: query) }
            found += page.items
            guard let next = page.next else { return found }
            try expect(page.items.count, is: query.limit, "the length of a page that is not the last")
            query.cursor = next
        }
        throw ConformanceFailure(description: "the pages do not end")
    }

    /// Sorts in plain Swift; equal ones stay in the order in which they were written.
    private static func sorted(_ tasks: [TaskItem], by sort: [TaskQuery.Sort]) -> [TaskItem] {
        tasks.enumerated().sorted { left, right in
            for part in sort {
                if part.key == .title {
                    let keys = [left, right].map { TitleOrder.key(of: $0.element.title) }
                    let (first, second) = part.isDescending ? (keys[1], keys[0]) : (keys[0], keys[1])
                    if first != second { return first.lexicographicallyPrecedes(second) }
                    continue
                }
                let (first, second) = (part.value(of: left.element), part.value(of: right.element))
                guard first != second else { continue }
                guard let first else { return false }
                guard let second else { return true }
                return part.isDescending ? first > second : first < second
            }
            return left.offset < right.offset
        }
        .map(\.element)
    }
}

extension TaskQuery.Sort {
    fileprivate func value(of task: TaskItem) -> Int64? {
        switch key {
        case .due: task.dueAt?.millisecondsSinceEpoch
        case .priority: TaskPriority.allCases.firstIndex(of: task.priority).map { Int64($0) }
        case .createdAt: task.createdAt.millisecondsSinceEpoch
        case .updatedAt: task.updatedAt.millisecondsSinceEpoch
        case .completedAt: task.completedAt?.millisecondsSinceEpoch
        case .sortOrder: task.sortOrder.map { Int64($0 * 100) }
        case .title: nil
        }
    }
}

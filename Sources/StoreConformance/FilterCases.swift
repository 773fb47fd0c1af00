import Filters
import Recurrence
import Storage
import StoreFixtures

extension ConformanceSuite {
    @CaseListBuilder static var filterCases: [Case] {
        Case("Each test of a filter, and its opposite, gives what a look at every task gives") { store in
            let tasks = try await saveFilteredTasks(in: store, seed: 21)
            for test in RandomFilter.tests {
                let found = try await check(.test(test), of: tasks, in: store)
                try expect((1..<tasks.count).contains(found), "\(test) selects some tasks, not all: \(found)")
                let others = try await check(.not(.test(test)), of: tasks, in: store)
                try expect(found + others, is: tasks.count, "the tasks with and without \(test)")
            }
        }
        Case("Random filters give what a look at every task gives") { store in
            let tasks = try await saveFilteredTasks(in: store, seed: 22)
            var filters = RandomFilter(seed: 23)
            for _ in 0..<200 { _ = try await check(filters.next(depth: 4), of: tasks, in: store) }
        }
        Case("A filter holds together with the other choices, in each order and on every page") { store in
            let tasks = try await saveFilteredTasks(in: store, seed: 24)
            var query = TaskQuery(limit: 7)
            query.statuses = [.needsAction, .completed]
            query.filter = .any([.test(.priority([.high, .urgent])), .test(.tag(["home"]))])
            query.sort = [TaskQuery.Sort(.due)]
            var found: Set<TaskID> = []
            repeat {
                let page = try await store.read { [query] in try $0.tasks(matching: query) }
                found.formUnion(page.items.map(\.id))
                query.cursor = page.next
            } while query.cursor != nil
            let wanted = tasks.filter { task in
                [.needsAction, .completed].contains(task.status)
                    && ([.high, .urgent].contains(task.priority) || task.tags.contains("home"))
            }
            try expect(found, is: Set(wanted.map(\.id)), "the tasks of all pages")
        }
        Case("A filter of nothing but values is no text of the store") { store in
            let tasks: [TaskItem] = [.fixture(1) { $0.title = "x' OR 1 = 1 --" }, .fixture(2)]
            try await store.save(tasks)
            let hostile = ["x' OR 1 = 1 --", "\" OR title : *", "') OR ('", "?", "%", "\\"]
            for text in hostile {
                let tests: [ResolvedFilter.Test] = [
                    .title([text]), .tag([text]), .words(.title, [text]), .location([text]),
                ]
                for test in tests {
                    _ = try await check(.test(test), of: tasks, in: store)
                }
            }
        }
        Case("Blocked are open tasks that wait for an open one, alone and beside other conditions") { store in
            let tasks: [TaskItem] = [
                .fixture(1), .fixture(2) { $0.status = .completed }, .fixture(3) { $0.blockedBy = [.numbered(1)] },
                .fixture(4) { $0.blockedBy = [.numbered(2)] },
                .fixture(5) { $0.blockedBy = [.numbered(2), .numbered(1)] },
                .fixture(6) { ($0.status, $0.blockedBy) = (.cancelled, [.numbered(1)]) },
                .fixture(7) { ($0.blockedBy, $0.priority) = ([.numbered(1)], .high) },
            ]
            try await store.save(tasks)
            let stored = try await store.read { try $0.tasks(tasks.map(\.id)) }
            let blocked = ResolvedFilter.test(.blocked)
            for (filter, expected) in [
                (blocked, [3, 5, 7]), (.not(blocked), [1, 2, 4, 6]),
                (.all([blocked, .test(.priority([.high]))]), [7]),
                (.any([blocked, .test(.status([.completed]))]), [2, 3, 5, 7]),
            ] as [(ResolvedFilter, [Int])] {
                let ids = expected.map { TaskID.numbered($0) }
                try expect(try await numbers(of: filter, in: store), is: ids, "\(filter)")
                let matching = try stored.filter { try $0.matches(filter) }.map(\.id)
                try expect(matching, is: ids, "the tasks themselves by \(filter)")
            }
            for (isBlocked, expected) in [(true, [3, 5, 7]), (false, [1, 2, 4, 6])] {
                var query = TaskQuery()
                query.isBlocked = isBlocked
                let found = try await store.read { [query] in try $0.tasks(matching: query).items }
                try expect(found.map(\.id), is: expected.map { .numbered($0) }, "those that are blocked: \(isBlocked)")
            }
        }
    }

    /// Random tasks, some of which have a start, a place of their own, or a series.
    private static func saveFilteredTasks(in store: any Store, seed: UInt64) async throws -> [TaskItem] {
        var generator = SeededGenerator(seed: seed)
        var tasks = TaskItem.randomFixtures(300, using: &generator)
        for index in tasks.indices {
            if Bool.random(using: &generator) {
                tasks[index].startAt = .noon(plus: Int.random(in: -20..<20, using: &generator) * 3_600)
            }
            if Int.random(in: 0..<4, using: &generator) == 0 {
                tasks[index].location = TaskLocation(
                    address: ["12 Bahnhofstraße", "1 ROAD", "서울"].randomElement(using: &generator),
                    placeName: ["Post \"office\"", nil, "Zürich"].randomElement(using: &generator) ?? nil)
            }
            if Bool.random(using: &generator) {
                tasks[index].projectID = .numbered(Int.random(in: 1...3, using: &generator))
            }
            guard Int.random(in: 0..<3, using: &generator) == 0 else { continue }
            let series = Int.random(in: 1...4, using: &generator)
            tasks[index].occurrence = SeriesOccurrence(
                series: .numbered(series), number: index + 1, recurrenceID: .day(index + 1))
            // Two of the series were stopped.
            if series > 2 { tasks[index].recurrence = TaskRecurrence(rules: ["FREQ=DAILY"]) }
        }
        try await store.save(tasks)
        return tasks
    }

    private static func check(
        _ filter: ResolvedFilter, of tasks: [TaskItem], in store: any Store
    ) async throws -> Int {
        let found = try await numbers(of: filter, in: store)
        try expect(found, is: try tasks.filter { try $0.matches(filter) }.map(\.id), "the tasks with \(filter)")
        return found.count
    }

    private static func numbers(of filter: ResolvedFilter, in store: any Store) async throws -> [TaskID] {
        var query = TaskQuery(limit: 1_000)
        query.filter = filter
        return try await store.read { [query] in try $0.tasks(matching: query).items.map(\.id) }
    }
}

/// Draws filters over what random tasks hold.
private struct RandomFilter {
    private var generator: SeededGenerator

    init(seed: UInt64) { generator = SeededGenerator(seed: seed) }

    /// At least one of every kind of test that tasks can be put to.
    static let tests: [ResolvedFilter.Test] =
        [
            .status([.completed]), .status([.needsAction, .inProcess]), .priority([.none, .high]), .tag(["일"]),
            .tag(["home", "later"]), .series([SeriesID.numbered(1).description, SeriesID.numbered(4).description]),
            .location(["road"]), .location(["\"OFF", "서울"]), .location(["zürich"]), .overdue(.noon), .recurring,
            .title(TaskItem.vocabulary), .words(.text, ["bu"]), .words(.title, ["세금", "zuri"]),
            .words(.description, ["MILK"]), .words(.text, ["buy mil", "x, x"]), .words(.title, ["ZÜRICH"]),
            .project([FilterProject(.id(ProjectID.numbered(1).description))]),
            .project([1, 3].map { FilterProject(.id(ProjectID.numbered($0).description)) }),
        ]
        + FilterDateField.allCases.flatMap { field -> [ResolvedFilter.Test] in
            [
                .time(field, from: .noon, before: nil), .time(field, from: nil, before: .noon),
                .time(field, from: .noon(plus: -18_000), before: .noon(plus: 18_000)),
            ]
        } + FilterPresence.allCases.map { .presence($0) }

    mutating func next(depth: Int) -> ResolvedFilter {
        switch Int.random(in: 0...(depth > 0 ? 4 : 1), using: &generator) {
        case 0, 1: .test(Self.tests.randomElement(using: &generator) ?? .recurring)
        case 2: .not(next(depth: depth - 1))
        case 3: .all((0..<Int.random(in: 0...3, using: &generator)).map { _ in next(depth: depth - 1) })
        default: .any((0..<Int.random(in: 0...3, using: &generator)).map { _ in next(depth: depth - 1) })
        }
    }
}

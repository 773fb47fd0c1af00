import Filters
import Recurrence
import Storage
import TestSupport
import Testing

@testable import StorageSQLite

/// How lists of tasks are served, in the words that clients get to know.
@Suite struct TaskPlanTests {
    struct Question: Sendable, CustomStringConvertible {
        let description: String
        let query: TaskQuery
        let plan: TaskQueryPlan

        init(
            _ description: String, _ access: TaskQueryPlan.Access, _ indexes: TaskQueryPlan.Index...,
            isSorted: Bool = false, served: [TaskQuery.Part] = [], checked: [TaskQuery.Part] = [],
            _ set: (inout TaskQuery) -> Void
        ) {
            var query = TaskQuery(limit: 9)
            set(&query)
            (self.description, self.query) = (description, query)
            let conditions =
                served.map { TaskQueryPlan.Condition($0, isServed: true) }
                + checked.map { TaskQueryPlan.Condition($0, isServed: false) }
            plan = TaskQueryPlan(access: access, indexes: indexes, isSorted: isSorted, conditions: conditions)
        }
    }

    static let open: Set<TaskStatus> = [.needsAction, .inProcess]
    static let isHome = ResolvedFilter.test(.tag(["home"]))
    static let isDue = ResolvedFilter.test(.time(.due, from: nil, before: .noon))
    static let isNear = ResolvedFilter.test(.location(["road"]))

    static let questions = [
        Question("all tasks", .walk) { _ in },
        Question("a project by manual order", .search, .project, served: [.project, .statuses]) {
            ($0.statuses, $0.project, $0.sort) = (open, .numbered(1), [.init(.sortOrder)])
        },
        Question("all tasks by manual order", .walk, .sortOrder) { $0.sort = [.init(.sortOrder)] },
        Question("blocked tasks", .search, .blocked, served: [.blocked]) { $0.isBlocked = true },
        Question("open tasks", .walk, checked: [.statuses]) { $0.statuses = open },
        Question("a tag, by due time", .search, .tag, served: [.tag], checked: [.statuses]) {
            ($0.statuses, $0.tag, $0.sort) = (open, "home", [.init(.due)])
        },
        Question("words before a tag", .search, .words, isSorted: true, served: [.text], checked: [.tag]) {
            ($0.tag, $0.text, $0.sort) = ("home", "milk", [.init(.due)])
        },
        Question("what is due, by due time", .search, .due, served: [.statuses, .filter(0)], checked: [.filter(1)]) {
            ($0.statuses, $0.sort) = (open, [.init(.due)])
            $0.filter = .all([isDue, isNear])
        },
        Question("overdue ones", .search, .due, served: [.overdue]) {
            ($0.overdueAt, $0.sort) = (.noon, [.init(.due)])
        },
        Question(
            "what no index serves, in an order that one does", .walk, .due, served: [.statuses], checked: [.filter(0)]
        ) {
            ($0.statuses, $0.sort, $0.filter) = (open, [.init(.due)], .not(isHome))
        },
        Question("what no index serves, of all tasks", .scan, isSorted: true, checked: [.filter(0)]) {
            ($0.sort, $0.filter) = ([.init(.updatedAt)], isNear)
        },
        Question("alternatives", .search, .tag, .due, isSorted: true, served: [.filter(0)]) {
            ($0.sort, $0.filter) = ([.init(.updatedAt)], .any([isHome, isDue]))
        },
        Question("a series", .search, .series, isSorted: true, served: [.series]) {
            ($0.series, $0.sort) = (.numbered(1), [.init(.due)])
        },
        Question("high priorities", .search, .priority, served: [.statuses, .priorities]) {
            ($0.statuses, $0.priorities, $0.sort) = (open, [.high, .urgent], [.init(.due)])
        },
        Question("most priorities", .walk, .due, served: [.statuses], checked: [.priorities]) {
            ($0.statuses, $0.priorities, $0.sort) = (open, [.none], [.init(.due)])
        },
        Question("most priorities, the lowest first", .walk, .priority, served: [.statuses], checked: [.filter(0)]) {
            ($0.statuses, $0.sort) = (open, [.init(.priority)])
            $0.filter = .test(.priority([.none, .low]))
        },
        Question("cancelled ones", .search, .status, served: [.statuses]) { $0.statuses = [.cancelled] },
        Question("completed ones, the latest first", .walk, .completedAt, checked: [.statuses]) {
            ($0.statuses, $0.sort) = ([.completed], [.init(.completedAt, isDescending: true)])
        },
        Question("completed since, the latest first", .search, .completedAt, served: [.completedFrom]) {
            ($0.completedFrom, $0.sort) = (.noon, [.init(.completedAt, isDescending: true)])
        },
        Question("new ones", .search, .createdAt, isSorted: true, served: [.statuses, .filter(0)]) {
            ($0.statuses, $0.sort) = (open, [.init(.title)])
            $0.filter = .test(.time(.createdAt, from: .noon, before: nil))
        },
        Question("set aside", .search, .setAside, served: [.isSetAside], checked: [.text]) {
            ($0.isSetAside, $0.text) = (true, "milk")
        },
    ]

    @Test(arguments: questions)
    func `a plan says what is looked up, and what is checked`(question: Question) async throws {
        let temporary = try TemporaryStore()
        let plan = try await temporary.store.read { try $0.plan(of: question.query) }
        #expect(plan.access == question.plan.access, "\(plan)")
        #expect(plan.indexes == question.plan.indexes, "\(plan)")
        #expect(plan.isSorted == question.plan.isSorted, "\(plan)")
        #expect(Set(plan.conditions) == Set(question.plan.conditions), "\(plan)")
    }

    /// The first parts of orders, and the index that open tasks are read along in each.
    static let orders: [(TaskQuery.SortKey, TaskQueryPlan.Index)] = [
        (.due, .due), (.priority, .priority), (.createdAt, .createdAt), (.updatedAt, .updatedAt), (.title, .title),
    ]

    @Test func `open tasks are read along an index in each order, from any place on`() async throws {
        let temporary = try TemporaryStore()
        try await temporary.store.write { transaction in
            for number in 1...9 { try transaction.save(.fixture(number) { $0.dueAt = number < 5 ? .noon : nil }) }
        }
        for (key, index) in Self.orders {
            for isDescending in [false, true] {
                var query = TaskQuery(limit: 2)
                (query.statuses, query.sort) = (Self.open, [.init(key, isDescending: isDescending)])
                for more in [[], [TaskQuery.Sort(key == .due ? .priority : .due, isDescending: true)]] {
                    query.sort = query.sort.prefix(1) + more
                    query.cursor = nil
                    let plan = try await temporary.store.read { [query] in try $0.plan(of: query) }
                    #expect(plan.indexes == [index], "\(query.sort) \(plan)")
                    #expect(!more.isEmpty || (plan.access == .walk && !plan.isSorted), "\(query.sort) \(plan)")
                    var count = 0
                    repeat {
                        let page = try await temporary.store.read { [query] in
                            if more.isEmpty { try Self.checkSteps(of: query, in: $0) }
                            return try $0.tasks(matching: query)
                        }
                        (query.cursor, count) = (page.next, count + page.items.count)
                    } while query.cursor != nil && count < 20
                    #expect(count == 9)
                }
            }
        }
    }

    /// No section is sorted as a whole, and from a place on an index is entered there.
    private static func checkSteps(of query: TaskQuery, in reader: any StoreReader) throws {
        let transaction = try #require(reader as? SQLiteTransaction)
        for (number, statement) in try TaskList(query).statements.enumerated() {
            let steps = try transaction.planSteps(of: statement.sql).map(\.text)
            #expect(!steps.contains("USE TEMP B-TREE FOR ORDER BY"), "\(query.sort): \(steps)")
            if number == 0, query.cursor != nil {
                #expect(steps.contains { $0.hasPrefix("SEARCH task") && $0.contains(" INDEX task_") }, "\(steps)")
            }
        }
    }
}

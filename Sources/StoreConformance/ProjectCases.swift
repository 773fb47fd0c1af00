import Filters
import Recurrence
import Storage
import StoreFixtures

extension ConformanceSuite {
    @CaseListBuilder static var projectCases: [Case] {
        Case("A project is read as it was written") { store in
            let projects = [Project.project(1), .filledProject(2, in: 1)]
            try await store.save(projects)
            for project in projects {
                try expect(try await store.read { try $0.project(project.id) }, is: project, "the project")
            }
            try expect(try await store.read { try $0.project(.numbered(3)) }, is: nil, "one that there is not")
        }
        Case("Projects are listed by their places, page by page, those that are asked for") { store in
            try await store.save(
                [4, 2, 9, 2].enumerated().map { index, place in .project(index + 1) { $0.sortOrder = Double(place) } })
            try await store.save([
                .project(5) { ($0.parent, $0.name) = (.numbered(1), "in 1") },
                .project(6) { ($0.sortOrder, $0.isArchived) = (-1.5, true) },
                .project(7) { $0.deletedAt = .noon },
            ])
            try expect(try await walk(ProjectQuery(), in: store), is: [6, 5, 2, 4, 1, 3], "all")
            try expect(
                try await walk(ProjectQuery { $0.isAtTop = true }, in: store), is: [6, 2, 4, 1, 3], "at the top")
            try expect(try await walk(ProjectQuery { $0.parent = .numbered(1) }, in: store), is: [5], "in the first")
            try expect(try await walk(ProjectQuery { $0.name = "in 1" }, in: store), is: [5], "by name")
            try expect(try await walk(ProjectQuery { $0.isArchived = true }, in: store), is: [6], "archived")
            try expect(try await store.read { try $0.projectCount() }, is: 6, "how many")
            try expect(try await store.read { try $0.lastSortOrder(in: nil) }, is: 9, "the last place")
            try expect(try await store.read { try $0.lastSortOrder(in: .numbered(2)) }, is: nil, "the last of none")
        }
        Case("Counts follow whatever becomes of tasks") { store in
            try await store.save([.project(1), .project(2)])
            func task(_ number: Int, _ status: TaskStatus, project: Int?, overdueAt: UTCInstant? = nil) -> TaskItem {
                .fixture(number) { task in
                    (task.status, task.overdueAt) = (status, overdueAt)
                    task.projectID = project.map { .numbered($0) }
                }
            }
            try await store.save([
                task(1, .needsAction, project: 1, overdueAt: .noon), task(2, .inProcess, project: 1),
                task(3, .completed, project: 1, overdueAt: .noon), task(4, .cancelled, project: 1),
                task(5, .needsAction, project: nil),
                task(6, .needsAction, project: 2, overdueAt: .noon(plus: 1)),
            ])
            try await expectCounts([1: [2, 1, 1], 2: [1, 0, 0]], in: store)
            try await store.save([
                task(1, .completed, project: 1, overdueAt: .noon), task(2, .inProcess, project: 2),
                task(5, .completed, project: 2), task(6, .needsAction, project: nil),
            ])
            try await expectCounts([1: [0, 2, 0], 2: [1, 1, 0]], in: store)
            try await store.write { try $0.deleteTask(.numbered(3)) }
            try await expectCounts([1: [0, 1, 0], 2: [1, 1, 0]], in: store)
        }
        Case(
            "A task of a deleted project is in none, and in it again when it is back, whatever was written of the task"
        ) {
            store in
            try await store.save([.project(1)])
            try await store.save([.fixture(1) { $0.projectID = .numbered(1) }])
            try await store.write { transaction in
                try transaction.save(.project(1) { $0.deletedAt = .noon })
                var task = try store.task(1, in: transaction)
                try expect(task.content.project, is: ProjectMembership(.numbered(1), isDeleted: true), "where it was")
                try expect(task.projectID, is: nil, "where it is")
                task.title = "b"
                try transaction.save(task)
            }
            try expect(try await found(.presence(.project), in: store), is: [], "tasks in projects")
            try await store.write { try $0.save(.project(1)) }
            try expect(try await store.task(1).projectID, is: .numbered(1), "where it is again")
            try expect(try await found(.presence(.project), in: store), is: [1], "tasks in projects")
        }
        Case("Filters find tasks by the name of a project, and by the projects in it") { store in
            try await store.save([
                .project(1) { $0.name = "Home" }, .project(2) { $0.parent = .numbered(1) },
                .project(3) { $0.parent = .numbered(2) }, .project(4) { $0.name = "Home" },
                .project(5) { ($0.name, $0.deletedAt) = ("Home", .noon) },
            ])
            try await store.save((1...5).map { number in .fixture(number) { $0.projectID = .numbered(number) } })
            let home = FilterProject(.name("Home"))
            try expect(try await found(.project([home]), in: store), is: [1, 4], "in a project of that name")
            let all = FilterProject(.name("Home"), includesChildren: true)
            try expect(try await found(.project([all]), in: store), is: [1, 2, 3, 4], "with the projects in it")
            var query = TaskQuery()
            (query.project, query.includesSubprojects) = (.numbered(2), true)
            let tasks = try await store.read { [query] in try $0.tasks(matching: query).items.map(\.id) }
            try expect(tasks, is: [.numbered(2), .numbered(3)], "by a parameter")
            let ids = try await store.read { try $0.tasks(of: .numbered(1), limit: 9) }
            try expect(ids, is: [.numbered(1)], "the ids of a project's tasks")
        }
        Case("No project stands in itself, nor more than eight in each other") { store in
            let most = Project.maxDepth
            try await store.save(
                (1...most).map { number in
                    .project(number) { $0.parent = number == 1 ? nil : .numbered(number - 1) }
                })
            try await expect(.conflict, "one too deep") {
                try await store.save([.project(most + 1) { $0.parent = .numbered(most) }])
            }
            for parent in [1, 2, most] {
                try await expect(.conflict, "one in itself") {
                    try await store.save([.project(1) { $0.parent = .numbered(parent) }])
                }
            }
            try await store.save([.project(20)])
            try await expect(.conflict, "what holds seven, in another") {
                try await store.save([.project(1) { $0.parent = .numbered(20) }])
            }
            try await store.save([.project(2) { $0.parent = .numbered(20) }])
        }
        Case("A task in a project that there never was is a conflict") { store in
            try await expect(.conflict, "a task of nowhere") {
                try await store.write { try $0.save(.fixture(1) { $0.projectID = .numbered(1) }) }
            }
        }
        Case("A deleted project is forgotten in steps, once no change is kept that could bring it back") { store in
            try await store.save([.project(1), .project(2) { $0.parent = .numbered(1) }, .project(3)])
            for (number, project) in [(1, 1), (2, 1), (3, 1), (4, 3)] {
                try await store.save([.fixture(number) { $0.projectID = .numbered(project) }])
            }
            let deleted = UTCInstant.noon(plus: 1)
            try await store.record(.numbered(1)) { try $0.save(.project(2) { $0.deletedAt = deleted }) }
            try await store.record(.numbered(2)) { transaction in
                try transaction.save(.project(1) { $0.deletedAt = deleted })
                try transaction.save(.project(3) { $0.name = "other" })
            }
            let bounds = RetentionBounds(keeping: 1)
            try await store.record(.numbered(3)) { try $0.save(.fixture(9)) }
            var steps = 0
            while try await store.write({ try $0.trimChanges(bounds, limit: 2) }).hasMore, steps < 20 { steps += 1 }
            try expect(steps > 2, "it takes several steps")
            for number in 1...2 {
                let left = try await store.read { try $0.project(.numbered(number)) }
                try expect(left, is: nil, "the deleted project \(number)")
            }
            let tasks = try await store.read { reader in try (1...4).map { try reader.task(.numbered($0))?.projectID } }
            try expect(tasks, is: [nil, nil, nil, .numbered(3)], "the projects of the tasks")
            try expect(try await store.read { try $0.project(.numbered(3))?.name }, is: "other", "one that is there")
        }
        Case("A change notes the projects that it writes") { store in
            try await store.save([.project(1)])
            try await store.record(.numbered(1)) { transaction in
                try transaction.save(.project(1) { $0.name = "b" })
                try transaction.save(.project(2))
            }
            let rows = try await store.read { try $0.rows(of: .numbered(1), limit: 9) }
            try expect(
                Set(rows),
                is: [
                    ChangedRow(.project(.numbered(1)), wasThere: true),
                    ChangedRow(.project(.numbered(2)), wasThere: false),
                ], "what it wrote")
            let before = try await store.read { try $0.project(.numbered(1), before: .numbered(1)) }
            try expect(before, is: .project(1), "the project before")
        }
    }

    private static func walk(_ query: ProjectQuery, in store: any Store) async throws -> [Int] {
        var (found, cursor): ([ProjectID], StoreCursor?) = ([], nil)
        repeat {
            let page = try await store.read { [cursor] in try $0.projects(matching: query, after: cursor, limit: 2) }
            found += page.items.map(\.id)
            cursor = page.next
        } while cursor != nil && found.count < 100
        return found.map { Int($0.uuid.low & 0xFFFF) }
    }

    private static func found(_ test: ResolvedFilter.Test, in store: any Store) async throws -> [Int] {
        var query = TaskQuery(limit: 100)
        query.filter = .test(test)
        return try await store.read { [query] in
            try $0.tasks(matching: query).items.map { Int($0.id.uuid.low & 0xFFFF) }
        }
    }

    private static func expectCounts(_ wanted: [Int: [Int]], in store: any Store) async throws {
        for (number, counts) in wanted {
            let found = try await store.read { try $0.counts(of: [.numbered(number)], at: .noon)[.numbered(number)] }
            try expect(
                found, is: ProjectCounts(open: counts[0], completed: counts[1], overdue: counts[2]),
                "the counts of project \(number)")
        }
    }
}

extension ProjectQuery {
    fileprivate init(_ change: (inout ProjectQuery) -> Void) {
        self.init()
        change(&self)
    }
}

extension Store {
    fileprivate func save(_ projects: [Project]) async throws {
        try await write { transaction in
            for project in projects { try transaction.save(project) }
        }
    }

    fileprivate func task(_ number: Int, in reader: any StoreReader) throws -> TaskItem {
        guard let task = try reader.task(.numbered(number)) else {
            throw ConformanceFailure(description: "the task \(number) is missing")
        }
        return task
    }
}

import Basics
import Recurrence
import Storage
import StorageSQLite
import StoreFixtures
import TestSupport
import Testing

@testable import Scheduler

@Suite struct ProjectTests {
    @Test func `a new project comes behind the others beside it, and is told of`() async throws {
        let harness = try Harness()
        let first = try await harness.createProject("Home")
        let second = try await harness.createProject("Work")
        let inner = try await harness.createProject("Garden", in: first.id)
        #expect([first, second, inner].map(\.sortOrder) == [1, 2, 1])
        let events = try await harness.events(.projectCreated)
        #expect(events.map { $0.data["project"]?["name"]?.string } == ["Home", "Work", "Garden"])
        let same = try await harness.change(first.id) { $0.name = "Home" }
        #expect(same == first)
        let renamed = try await harness.change(first.id) { $0.name = "Cafe\u{301}" }
        #expect(renamed.version == 2 && Array(renamed.name.unicodeScalars) == Array("Caf\u{E9}".unicodeScalars))
        #expect(try await harness.events(.projectUpdated).count == 1)
    }

    @Test func `what makes no sense is refused by its field, and nothing is changed`() async throws {
        let harness = try Harness()
        let (outer, inner) = (try await harness.createProject("a"), try await harness.createProject("b"))
        _ = try await harness.change(inner.id) { $0.parent = outer.id }
        let missing = ProjectID.numbered(9)
        let changes: [(pointer: String, change: @Sendable (inout Project) -> Void)] = [
            ("/parentId", { $0.parent = inner.id }), ("/parentId", { $0.parent = outer.id }),
            ("/parentId", { $0.parent = missing }), ("/name", { $0.name = " " }),
            ("/sortOrder", { $0.sortOrder = .infinity }),
        ]
        let before = try await harness.project(outer.id)
        for (pointer, change) in changes {
            let error = await #expect(throws: SchedulerError.self) { _ = try await harness.change(outer.id, change) }
            #expect(error?.problems.map(\.pointer) == [pointer])
        }
        #expect(try await harness.project(outer.id) == before)
        let taken = await #expect(throws: SchedulerError.self) { try await harness.createProject("c", id: outer.id) }
        #expect(taken?.code == .conflict)
        let draft = try TaskDraft.make { $0.projectID = missing }
        let task = await #expect(throws: SchedulerError.self) { _ = try await harness.create(draft) }
        #expect(task?.problems.map(\.pointer) == ["/projectId"])
    }

    @Test func `tasks of a deleted project stay in none, and are in it again when it is back`() async throws {
        let harness = try Harness()
        let (outer, inner) = (try await harness.createProject("a"), try await harness.createProject("b"))
        _ = try await harness.change(inner.id) { $0.parent = outer.id }
        let draft = try TaskDraft.make(due: "2026-03-02T10:00:00", rule: "FREQ=DAILY") { $0.projectID = outer.id }
        let task = try await harness.create(draft)
        let deletion = try await harness.record(.deleteProject) { try $0.delete(outer.id, in: $1, now: $2) }
        #expect(try await harness.project(inner.id)?.parent == nil)
        // The next occurrence is made from a series whose project is deleted.
        let next = try #require(try await harness.complete(task.id).next)
        #expect(next.projectID == nil)
        let copy = try await harness.duplicate(next)
        #expect(copy.content.project == nil)
        let gone = await #expect(throws: SchedulerError.self) { _ = try await harness.change(outer.id) { _ in } }
        #expect(gone?.code == .notFound)
        let again = await #expect(throws: SchedulerError.self) { try await harness.createProject("c", id: outer.id) }
        #expect(again?.code == .conflict)
        try await harness.undo(deletion)
        #expect(try await harness.project(inner.id)?.parent == outer.id)
        for id in [task.id, next.id] { #expect(try await harness.task(id)?.projectID == outer.id) }
        #expect(try await harness.task(copy.id)?.projectID == nil)
        #expect(try await harness.counts(of: outer.id) == ProjectCounts(open: 1, completed: 1))
    }

    @Test func `a project's tasks go with it where they are to, and come back with it`() async throws {
        let harness = try Harness()
        let project = try await harness.createProject("a")
        let drafts = try (0..<5).map { number in
            try TaskDraft.make("\(number)", due: "2026-03-02", rule: number < 2 ? "FREQ=DAILY" : nil) {
                $0.projectID = project.id
            }
        }
        for draft in drafts { _ = try await harness.create(draft) }
        let loose = try await harness.create(.make("loose"))
        let before = try await harness.tasks()
        let deletion = try await harness.record(.deleteProject) { commands, transaction, now in
            while try !commands.deleteTasks(of: project.id, limit: 2, in: transaction, now: now) {}
            try commands.delete(project.id, in: transaction, now: now)
        }
        #expect(try await harness.tasks() == [loose])
        try await harness.undo(deletion)
        let back = try await harness.tasks()
        #expect(Set(back.map { $0.ofVersion(0) }) == Set(before.map { $0.ofVersion(0) }))
        #expect(try await harness.counts(of: project.id) == ProjectCounts(open: 5))
    }

    @Test func `an edit of a whole series moves every occurrence but those that were moved alone`() async throws {
        let harness = try Harness()
        let (first, second) = (try await harness.createProject("a"), try await harness.createProject("b"))
        let task = try await harness.create(
            .make(due: "2026-03-01T10:00:00", rule: "FREQ=DAILY") { $0.recurrence?.respawn = .schedule })
        try await harness.run(until: instant("2026-03-04T12:00:00Z"))
        let tasks = try await harness.occurrences(of: task)
        #expect(tasks.count >= 3)
        try await harness.move(tasks[0].id, to: second.id, scope: .this)
        try await harness.move(tasks[1].id, to: first.id, scope: .all)
        let projects = try await harness.occurrences(of: task).map(\.projectID)
        #expect(projects == [second.id] + Array(repeating: first.id, count: tasks.count - 1))
        #expect(try await harness.series(of: task).projectID == first.id)
        #expect(try await harness.counts(of: first.id)?.open == tasks.count - 1)
    }

    @Test(arguments: 0..<12)
    func `undone again and again, whatever was done is as it was`(_ seed: UInt64) async throws {
        var history = try await ProjectHistory(seed: seed)
        for _ in 0..<60 { try await history.step() }
        try await history.undoAll()
    }
}

/// Random changes of projects and of tasks in them, each undone and redone as an editor would.
private struct ProjectHistory {
    private let harness: Harness
    private var generator: SeededGenerator
    private let projects: [ProjectID] = (1...5).map { .numbered($0) }
    private let tasks: [TaskID] = (1...6).map { .numbered($0) }
    /// What was done, and what stood before it.
    private var done: [(change: ChangeID, before: Snapshot)] = []

    /// All that people see, without versions.
    private struct Snapshot: Equatable {
        var projects: [Project]
        var tasks: [TaskItem]
    }

    init(seed: UInt64) async throws {
        harness = try Harness()
        generator = SeededGenerator(seed: seed)
    }

    mutating func step() async throws {
        let before = try await snapshot()
        harness.clock.advance(by: .seconds(1))
        if Int.random(in: 0..<4, using: &generator) == 0, let last = done.popLast() {
            let undone = try await harness.undo(last.change)
            #expect(try await snapshot() == last.before)
            guard Bool.random(using: &generator) else { return }
            harness.clock.advance(by: .seconds(1))
            let redone = try await harness.undo(undone)
            #expect(try await snapshot() == before)
            done.append((redone, last.before))
        } else {
            let work = draw()
            do {
                let change = try await harness.record(.update) { try work($0, $1, $2) }
                if try await harness.store.read({ try $0.change(change) }) != nil { done.append((change, before)) }
            } catch is SchedulerError {
                #expect(try await snapshot() == before)
            }
        }
        try await expectExactCounts()
    }

    mutating func undoAll() async throws {
        while let last = done.popLast() {
            harness.clock.advance(by: .seconds(1))
            try await harness.undo(last.change)
            #expect(try await snapshot() == last.before)
        }
        try await expectExactCounts()
    }

    private typealias Work = @Sendable (TaskCommands, any StoreTransaction, UTCInstant) throws -> Void

    private mutating func draw() -> Work {
        let project = projects.randomElement(using: &generator) ?? .numbered(1)
        let other = Bool.random(using: &generator) ? projects.randomElement(using: &generator) : nil
        let task = tasks.randomElement(using: &generator) ?? .numbered(1)
        let isRecurring = Bool.random(using: &generator)
        switch Int.random(in: 0..<9, using: &generator) {
        case 0:
            return { commands, transaction, now in
                var made = Project(id: project, name: "made", now: now)
                made.parent = other
                _ = try commands.create(made, in: transaction, now: now)
            }
        case 1, 2:
            return { commands, transaction, now in
                _ = try commands.update(project, in: transaction, now: now) { $0.parent = other }
            }
        case 3: return { try $0.delete(project, in: $1, now: $2) }
        case 4:
            return { commands, transaction, now in
                while try !commands.deleteTasks(of: project, limit: 2, in: transaction, now: now) {}
                try commands.delete(project, in: transaction, now: now)
            }
        case 5:
            return { commands, transaction, now in
                var draft = try TaskDraft.make(due: "2026-03-09", rule: isRecurring ? "FREQ=DAILY" : nil)
                (draft.id, draft.projectID) = (task, other)
                _ = try commands.create(draft, in: transaction, now: now)
            }
        case 6, 7: return { try $0.move(task, to: other, in: $1, now: $2) }
        default: return { _ = try $0.complete(task, version: nil, in: $1, now: $2) }
        }
    }

    private func snapshot() async throws -> Snapshot {
        try await harness.store.read { reader in
            var query = TaskQuery(limit: 1_000)
            query.sort = [TaskQuery.Sort(.createdAt)]
            let tasks = try reader.tasks(matching: query).items.map { $0.ofVersion(0) }
            let projects = try reader.projects(matching: ProjectQuery(), after: nil, limit: 100).items
            return Snapshot(
                projects: projects.sorted { $0.id < $1.id }.map { project in
                    var project = project
                    project.version = 0
                    return project
                },
                tasks: tasks.sorted { $0.id < $1.id })
        }
    }

    private func expectExactCounts() async throws {
        let found = try await snapshot().tasks
        for id in projects {
            let own = found.filter { $0.content.project?.id == id }
            let counts = ProjectCounts(
                open: own.count(where: \.status.isOpen), completed: own.count { $0.status == .completed })
            let told = try await harness.counts(of: id)
            #expect(told ?? ProjectCounts() == counts)
        }
    }
}

extension TaskCommands {
    fileprivate func move(
        _ task: TaskID, to project: ProjectID?, scope: EditScope? = .this, in transaction: any StoreTransaction,
        now: UTCInstant
    ) throws {
        guard var draft = try transaction.task(task)?.draft else { throw SchedulerError(.notFound, "no task") }
        draft.projectID = project
        _ = try update(task, version: nil, to: draft, scope: scope, in: transaction, now: now)
    }
}

extension Harness {
    @discardableResult
    fileprivate func createProject(
        _ name: String, id: ProjectID? = nil, in parent: ProjectID? = nil
    ) async throws -> Project {
        let (commands, now) = (commands, clock.now)
        var project = Project(id: id ?? ProjectID(madeAt: now), name: name, now: now)
        project.parent = parent
        return try await used.write { [project] in try commands.create(project, in: $0, now: now) }
    }

    fileprivate func change(
        _ id: ProjectID, _ change: @escaping @Sendable (inout Project) -> Void
    ) async throws -> Project {
        let (commands, now) = (commands, clock.now)
        return try await used.write { try commands.update(id, in: $0, now: now, change) }
    }

    fileprivate func move(_ task: TaskID, to project: ProjectID?, scope: EditScope?) async throws {
        let (commands, now) = (commands, clock.now)
        try await used.write { try commands.move(task, to: project, scope: scope, in: $0, now: now) }
    }

    fileprivate func duplicate(_ task: TaskItem) async throws -> TaskItem {
        let (commands, now) = (commands, clock.now)
        let copy = try TaskDuplicate(of: task, id: nil, changedBy: Patch(), by: commands)
        return try await used.write { try copy.make(by: commands, in: $0, now: now) }
    }

    fileprivate func project(_ id: ProjectID) async throws -> Project? {
        try await used.read { try $0.project(id) }
    }

    fileprivate func counts(of id: ProjectID) async throws -> ProjectCounts? {
        let now = clock.now
        return try await used.read { reader in
            var counts = try reader.counts(of: [id], at: now)[id]
            // What is overdue is held against the store in its own tests.
            counts?.overdue = 0
            return counts
        }
    }
}

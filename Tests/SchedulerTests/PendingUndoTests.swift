import Basics
import Logging
import Recurrence
import Storage
import StorageSQLite
import TestSupport
import Testing

@testable import Scheduler

/// Undos of what wrote more than one transaction takes back.
@Suite struct PendingUndoTests {
    /// A store with tasks, some of them of a series, of which one change has made some, changed some, and deleted some.
    private struct Scene {
        let harness: Harness
        let tasks: [TaskItem]
        let change: ChangeID
        let before: [TaskItem]
        let after: [TaskItem]

        init() async throws {
            harness = try Harness()
            var tasks: [TaskItem] = []
            for number in 1...6 {
                let draft = try TaskDraft.make("task \(number)", due: "2026-03-02T10:00:00", remind: ["-PT1H"]) {
                    $0.tags = ["a"]
                }
                tasks.append(try await harness.create(draft))
            }
            for number in 7...8 {
                tasks.append(
                    try await harness.create(
                        .make("daily \(number)", due: "2026-03-02T10:00:00", remind: ["-PT1H"], rule: "FREQ=DAILY")))
            }
            self.tasks = tasks
            before = try await harness.tasks().sorted { $0.id < $1.id }
            change = try await harness.record(.batch) { [tasks] commands, transaction, now in
                for number in 1...3 { _ = try commands.create(.make("new \(number)"), in: transaction, now: now) }
                for task in tasks[0..<3] + tasks[6...6] {
                    var draft = task.draft
                    (draft.title, draft.content.tags) = ("changed", ["b"])
                    _ = try commands.update(task.id, version: nil, to: draft, in: transaction, now: now)
                }
                for task in tasks[3..<5] { try commands.delete(task.id, version: nil, in: transaction, now: now) }
                _ = try commands.complete(tasks[7].id, version: nil, in: transaction, now: now)
            }
            after = try await harness.tasks().sorted { $0.id < $1.id }
        }

        /// The commands, which write so many rows in one transaction of several.
        func commands(rows: Int) -> TaskCommands {
            var configuration = harness.commands.configuration
            configuration.editBatchSize = rows
            return TaskCommands(zones: harness.commands.zones, configuration: configuration)
        }

        func runner(rows: Int = 1) -> CommandRunner<TestClock> {
            CommandRunner(store: harness.used, commands: commands(rows: rows), clock: harness.clock)
        }

        /// Begins to take a change back, as far as one transaction does.
        @discardableResult
        func begin(_ change: ChangeID, rows: Int = 1) async throws -> (own: ChangeID, TaskCommands.Undoing) {
            let (commands, now) = (commands(rows: rows).inParts, harness.clock.now)
            let own = ChangeID(madeAt: now)
            let undoing = try await harness.used.write {
                try commands.undo(change, as: own, author: "anna", in: $0, now: now)
            }
            return (own, undoing)
        }

        /// Carries on for one transaction; returns whether something is left.
        func carryOnOnce() async throws -> Bool {
            let (commands, now) = (commands(rows: 1), harness.clock.now)
            return try await harness.used.write { try commands.carryOnWithUndo(in: $0, now: now) }
        }

        func pending() async throws -> ChangeID? {
            try await harness.used.read { try $0.pendingUndo()?.change.id }
        }

        /// The tasks that there are, but for versions.
        func state() async throws -> [TaskItem] {
            try await harness.tasks().sorted { $0.id < $1.id }.map { $0.ofVersion(0) }
        }

        /// What was told of tasks and series since so many events, in no order.
        func told(since count: Int) async throws -> [String] {
            try await harness.events().dropFirst(count).map(\.type.rawValue).sorted()
        }
    }

    private func plain(_ tasks: [TaskItem]) -> [TaskItem] { tasks.map { $0.ofVersion(0) } }

    @Test(arguments: [1, 3, 500])
    func `an undo that takes several transactions comes to what one would have done, and so does its redo`(
        rows: Int
    ) async throws {
        let (whole, scene) = (try await Scene(), try await Scene())
        var marks = (try await whole.harness.events().count, try await scene.harness.events().count)
        let undone = try await whole.harness.undo(whole.change)
        let runner = scene.runner(rows: rows)
        let own = ChangeID(madeAt: scene.harness.clock.now)
        let undoing = try await runner.run(named: "test") { [change = scene.change] in
            try $0.undo(change, as: own, in: $1, now: $2)
        }
        #expect([undoing.taskCount, undoing.removedCount] == [7, 4])
        #expect(try await scene.pending() == nil)
        #expect(try await scene.state() == plain(scene.before))
        #expect(try await scene.told(since: marks.1) == whole.told(since: marks.0))
        marks = (try await whole.harness.events().count, try await scene.harness.events().count)
        try await whole.harness.undo(undone)
        try await runner.run(named: "test") {
            _ = try $0.undo(own, as: ChangeID(madeAt: $2), in: $1, now: $2)
        }
        #expect(try await scene.state() == plain(scene.after))
        #expect(try await scene.told(since: marks.1) == whole.told(since: marks.0))
        // Each is one change, whatever it took.
        let changes = try await scene.harness.used.read { try $0.changes(of: nil, before: nil, limit: 3).map(\.kind) }
        #expect(changes.prefix(2) == [.redo, .undo])
    }

    @Test func `between two transactions each task is as it was or as it is to be, and versions only rise`()
        async throws
    {
        let scene = try await Scene()
        let (before, after) = (plain(scene.before), plain(scene.after))
        var (versions, parts) = ([TaskID: Int](), 0)
        try await scene.begin(scene.change)
        repeat {
            parts += 1
            for task in try await scene.harness.tasks() {
                let seen = task.ofVersion(0)
                #expect(before.contains(seen) || after.contains(seen) || task.occurrence != nil, "\(task)")
                #expect(task.version >= versions[task.id] ?? 0)
                versions[task.id] = task.version
            }
        } while try await scene.carryOnOnce()
        #expect(parts > 6)
        #expect(try await scene.state() == before)
    }

    @Test(arguments: 0...9)
    func `an undo that a crash interrupts, wherever, is carried on with when the store is opened again`(
        parts: Int
    ) async throws {
        let scene = try await Scene()
        let (own, _) = try await scene.begin(scene.change)
        for _ in 0..<parts { _ = try await scene.carryOnOnce() }
        try scene.harness.restart()
        #expect(try await scene.pending() == (parts < 9 ? own : nil))
        let loop = PendingEditLoop(
            runner: scene.runner(), clock: scene.harness.clock, logger: Logger(label: "test"))
        try await loop.look()
        #expect(try await scene.pending() == nil)
        #expect(try await scene.state() == plain(scene.before))
        try await scene.harness.undo(own)
        #expect(try await scene.state() == plain(scene.after))
    }

    @Test func `what the undo is still to write nobody else does, and a runner finishes it first`() async throws {
        let scene = try await Scene()
        let (own, _) = try await scene.begin(scene.change)
        let (task, harness, change) = (scene.tasks[2], scene.harness, scene.change)
        let (commands, now) = (harness.commands, harness.clock.now)
        let refused: [@Sendable (any StoreTransaction) throws -> Void] = [
            { transaction in
                try transaction.recording(Change(.complete, id: ChangeID(madeAt: now), at: now)) {
                    _ = try commands.complete(task.id, version: nil, in: transaction, now: now)
                }
            },
            { _ = try commands.undo(change, as: ChangeID(madeAt: now), in: $0, now: now) },
            { _ = try commands.undo(own, as: ChangeID(madeAt: now), in: $0, now: now) },
            { _ = try commands.undoLatest(as: ChangeID(madeAt: now), author: nil, in: $0, now: now) },
            { _ = try commands.changeToRedo(by: "anna", in: $0) },
            { try commands.purge(scene.tasks[4].id, in: $0) },
        ]
        for command in refused {
            await #expect(throws: UnfinishedUndo(own)) { try await harness.used.write(command) }
        }
        // What it does not concern goes on.
        _ = try await harness.record(.create) { _ = try $0.create(.make("meanwhile"), in: $1, now: $2) }
        #expect(try await scene.pending() == own)
        let completed = try await scene.runner().run(named: "test") { commands, transaction, now in
            try transaction.recording(Change(.complete, id: ChangeID(madeAt: now), at: now)) {
                try commands.complete(task.id, version: nil, in: transaction, now: now).completed
            }
        }
        #expect(completed.title == task.title && completed.status == .completed)
        #expect(try await scene.pending() == nil)
        #expect(try await scene.state().count == scene.before.count + 1)
    }

    @Test func `a command on a task that is to come back waits for it, and so does one on its reminder`() async throws {
        let commands: [@Sendable (TaskCommands, TaskItem, any StoreTransaction, UTCInstant) throws -> TaskItem?] = [
            { commands, task, transaction, now in
                var draft = task.draft
                draft.title = "later"
                return try commands.update(task.id, version: nil, to: draft, in: transaction, now: now)
            },
            { try $0.complete($1.id, version: nil, in: $2, now: $3).completed },
            {
                try $0.delete($1.id, version: nil, in: $2, now: $3)
                return try $2.trashed($1.id)?.task
            },
            { try $0.snooze($1.reminders[0].id, until: $3.advanced(by: .seconds(3_600)), in: $2, now: $3) },
            { try $0.acknowledge($1.reminders[0].id, in: $2, now: $3) },
        ]
        for command in commands {
            let scene = try await Scene()
            let task = scene.tasks[4]
            let (own, _) = try await scene.begin(scene.change)
            #expect(try await scene.harness.task(task.id) == nil)
            let changed = try await scene.runner().run(named: "test") { commands, transaction, now in
                try transaction.recording(Change(.update, id: ChangeID(madeAt: now), at: now)) {
                    try command(commands, task, transaction, now)
                }
            }
            #expect(changed?.id == task.id)
            #expect(try await scene.pending() == nil)
            let latest = try await scene.harness.used.read { try $0.changes(of: task.id, before: nil, limit: 2) }
            #expect(latest.map(\.kind) == [.update, .undo] && latest.last?.id == own)
        }
    }

    @Test func `what is to be changed is read when the undo is done, and what is nowhere is not there`() async throws {
        let scene = try await Scene()
        let (id, nowhere) = (scene.tasks[4].id, TaskID.numbered(77))
        try await scene.begin(scene.change)
        let reading: @Sendable (TaskID, any StoreReader) throws -> String = { id, reader in
            guard let task = try reader.task(id) else { throw SchedulerError(.notFound, "there is no task \(id)") }
            return task.title
        }
        #expect(try await scene.runner().read { try reading(id, $0) } == scene.tasks[4].title)
        #expect(try await scene.pending() == nil)
        try await scene.harness.undo(scene.harness.used.read { try $0.changes(of: nil, before: nil, limit: 1)[0].id })
        try await scene.begin(scene.harness.used.read { try $0.changes(of: nil, before: nil, limit: 1)[0].id })
        let error = await #expect(throws: SchedulerError.self) {
            try await scene.runner().read { try reading(nowhere, $0) }
        }
        #expect(error?.code == .notFound)
    }

    @Test func `a change that was overtaken is refused before anything is written, whichever task it is`() async throws
    {
        for index in [0, 2, 6] {
            let scene = try await Scene()
            let task = scene.tasks[index]
            let later = try await scene.harness.record(.update) { commands, transaction, now in
                var draft = task.draft
                draft.title = "later"
                _ = try commands.update(task.id, version: nil, to: draft, in: transaction, now: now)
            }
            let before = try await scene.state()
            let error = await #expect(throws: SchedulerError.self) { try await scene.begin(scene.change) }
            #expect(error?.laterChange == later)
            #expect(try await scene.pending() == nil)
            #expect(try await scene.state() == before)
        }
    }

    @Test func `reminders that are due between two transactions fire then, and once`() async throws {
        let scene = try await Scene()
        let harness = scene.harness
        let other = try await harness.create(.make("other", due: "2026-03-02T10:00:00", remind: ["PT0S"]))
        try await scene.begin(scene.change)
        _ = try await scene.carryOnOnce()
        // At nine in Berlin those of the tasks, at ten that of the other.
        try await harness.fire(at: "2026-03-02T08:00:00Z")
        #expect(try await scene.pending() != nil)
        _ = try await scene.carryOnOnce()
        try await harness.fire(at: "2026-03-02T09:00:00Z")
        #expect(try await harness.events(.reminderDue).contains { $0.data["task"]?["id"]?.string == "\(other.id)" })
        while try await scene.carryOnOnce() {}
        try await harness.fire(at: "2026-03-02T09:01:00Z")
        let fired = try await harness.events(.reminderDue).compactMap { $0.data["firingId"]?.string }
        #expect(Set(fired).count == fired.count)
        // Each of the tasks that there were has gone off, also those that came back when its time was over.
        let tasks = try await harness.events(.reminderDue).compactMap { $0.data["task"]?["id"]?.string }
        #expect(Set(scene.tasks.map(\.id.description)).isSubset(of: tasks), "\(tasks.count)")
    }

    @Test func `a task whose reminder's id another one has got meanwhile comes back with a new one`() async throws {
        let scene = try await Scene()
        try await scene.begin(scene.change)
        let deleted = scene.tasks[4]
        _ = try await scene.harness.record(.create) { commands, transaction, now in
            var draft = try TaskDraft.make("thief", due: "2026-03-09T10:00:00", remind: ["-PT1H"])
            draft.reminders[0].id = deleted.reminders[0].id
            _ = try commands.create(draft, in: transaction, now: now)
        }
        while try await scene.carryOnOnce() {}
        let back = try #require(try await scene.harness.task(deleted.id))
        #expect(back.reminders.count == deleted.reminders.count)
        #expect(back.reminders[0].id != deleted.reminders[0].id)
        let others = try await scene.state().filter { $0.title != "thief" && $0.id != deleted.id }
        #expect(others == plain(scene.before).filter { $0.id != deleted.id })
    }

    @Test func `texts count: of long ones few are taken back at once`() async throws {
        let harness = try Harness()
        let text = String(repeating: "long ", count: 10_000)
        let tasks = try await (1...20).asyncMap { _ in
            try await harness.create(.make("a") { $0.content.details = text })
        }
        let change = try await harness.record(.batch) { commands, transaction, now in
            for task in tasks { try commands.delete(task.id, version: nil, in: transaction, now: now) }
        }
        let (commands, now) = (harness.commands.inParts, harness.clock.now)
        let undoing = try await harness.used.write {
            try commands.undo(change, as: ChangeID(madeAt: now), in: $0, now: now)
        }
        #expect((4...10).contains(undoing.tasks.count) && undoing.taskCount == 20)
        try await PendingEditLoop(
            runner: CommandRunner(store: harness.used, commands: commands, clock: harness.clock), clock: harness.clock,
            logger: Logger(label: "test")
        ).look()
        #expect(try await harness.tasks().count == 20)
    }
}

extension Sequence {
    fileprivate func asyncMap<Value>(_ body: (Element) async throws -> Value) async rethrows -> [Value] {
        var values: [Value] = []
        for element in self { values.append(try await body(element)) }
        return values
    }
}

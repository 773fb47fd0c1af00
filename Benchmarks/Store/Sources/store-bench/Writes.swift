import Basics
import BenchmarkTasks
import Recurrence
import Scheduler
import Storage

/// How many tasks a second clients make, change or complete, each call durable when it returns.
struct Writes {
    /// What is done to each task.
    enum Verb: String {
        case create, update, complete
    }

    let verb: Verb
    /// How many go on at once, each with its next call when the last one has returned.
    let clients: Int
    /// How many tasks one transaction is about.
    let batch: Int
    /// How many tasks there are in all; those that are not made are there already, the first of the store.
    let count: Int

    /// Makes a store of so many tasks, and the hook that every daemon has.
    static func prepare(path: String, count: Int) async throws {
        let store = try await openStore(path)
        let now = WallClock().now
        try await Workload.addHook(to: store, now: now)
        try await Workload.fill(store, count: count, now: now) { due($0, now: now) }
        try await store.end()
    }

    /// Carries it out, and says how many tasks a second were written.
    func rate(path: String) async throws -> Double {
        let store = try await openStore(path, watch: Self.watch)
        let tasks = verb == .create ? [] : try await ids(in: store)
        let (verb, batch) = (verb, batch)
        let start = ContinuousClock.now
        try await withThrowingTaskGroup { group in
            for client in 0..<clients {
                let mine = (count * client / clients)..<(count * (client + 1) / clients)
                group.addTask {
                    for begin in stride(from: mine.lowerBound, to: mine.upperBound, by: batch) {
                        let numbers = begin..<min(begin + batch, mine.upperBound)
                        try await Self.write(verb, numbers, tasks, to: store)
                    }
                }
            }
            try await group.waitForAll()
        }
        let elapsed = ContinuousClock.now - start
        try await store.end()
        return Double(count) / (elapsed / .seconds(1))
    }

    /// The clock by which the daemon's store gathers changes.
    private static var watch: WriterWatch {
        WriterWatch(uptime: WallClock.stopwatch(), wait: WallClock.wait, held: { _, _ in }, committed: { _ in })
    }

    /// One transaction, recorded as a change, as a call of the HTTP interface is.
    private static func write(
        _ verb: Verb, _ numbers: Range<Int>, _ tasks: [TaskID], to store: any Store
    ) async throws {
        let now = WallClock().now
        let kind: Change.Kind =
            switch verb {
            case _ where numbers.count > 1: .batch
            case .create: .create
            case .update: .update
            case .complete: .complete
            }
        let change = Change(kind, id: ChangeID(madeAt: now), at: now, author: "bench")
        try await store.write { transaction in
            try transaction.recording(change) {
                for number in numbers {
                    switch verb {
                    case .create: try create(number, in: transaction, now: now)
                    case .update: try rename(tasks[number], in: transaction, now: now)
                    case .complete:
                        _ = try Workload.commands.complete(tasks[number], version: nil, in: transaction, now: now)
                    }
                }
            }
        }
    }

    private static func create(_ number: Int, in transaction: any StoreTransaction, now: UTCInstant) throws {
        let draft = Workload.task(number, dueAt: due(number, now: now), now: now)
        _ = try Workload.commands.create(draft, in: transaction, now: now)
    }

    /// When a task is due: within a year, from tomorrow on.
    private static func due(_ number: Int, now: UTCInstant) -> UTCInstant {
        now.advanced(by: .seconds(86_400 * (1 + number % 365)))
    }

    private static func rename(_ id: TaskID, in transaction: any StoreTransaction, now: UTCInstant) throws {
        guard let task = try transaction.task(id) else { return }
        var draft = TaskDraft(task)
        draft.title += ", and the balcony"
        _ = try Workload.commands.update(id, version: nil, to: draft, in: transaction, now: now)
    }

    private func ids(in store: any Store) async throws -> [TaskID] {
        var (query, ids) = (TaskQuery(limit: 1_000), [TaskID]())
        while ids.count < count {
            let page = try await store.read { [query] in try $0.tasks(matching: query) }
            ids += page.items.map(\.id)
            guard let next = page.next else { break }
            query.cursor = next
        }
        return Array(ids.prefix(count))
    }
}

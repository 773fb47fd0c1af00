import Basics
import BenchmarkTasks
import Logging
import Recurrence
import Scheduler
import Storage

/// How long it takes from a create on one node to the firing on another: from the return of the one commit to that of the
/// other.
enum Wake {
    /// How long nothing goes on between two creates, so that the loop sleeps when it is woken.
    private static let pause = Duration.milliseconds(20)

    /// - Parameters:
    ///   - path: A new store that two nodes can have open.
    ///   - count: How many tasks are made, one after the other.
    /// - Throws: ``StoreError``.
    static func run(path: String, count: Int) async throws {
        let clock = CorrectedClock(WallClock())
        let leader = try await openStore(path, clock: clock)
        try await Workload.addHook(to: leader, now: clock.now)
        let other = try await openStore(path)
        let times = try await leader.lead { led in
            let metered = MeteredStore(store: led)
            let loop = DueLoop(
                store: metered, commands: Workload.commands, clock: clock, logger: Logger(label: "due-bench"))
            return try await withThrowingTaskGroup { group in
                group.addTask { await loop.run() }
                defer { group.cancelAll() }
                var times: [Double] = []
                for number in 0..<count {
                    try await Task.sleep(for: pause)
                    times.append(try await fireOnce(number, from: other, seenBy: metered.log, now: clock.now))
                }
                return times
            }
        }
        print("from a create on one node to the firing on another: \(Figures(times))")
        try await other.end()
        try await leader.end()
    }

    /// Makes a task that is due when it is there, in this second, and waits until its reminder has gone off.
    private static func fireOnce(
        _ number: Int, from store: any BenchmarkStore, seenBy log: CommitLog, now: UTCInstant
    ) async throws -> Double {
        let due = UTCInstant(millisecondsSinceEpoch: now.millisecondsSinceEpoch / 1_000 * 1_000)
        let created = try await store.write { transaction in
            // Made a second ago by what it is told, so that its time was still to come.
            let draft = Workload.task(number, dueAt: due, now: now)
            _ = try Workload.commands.create(draft, in: transaction, now: due.advanced(by: .seconds(-1)))
            return try transaction.lastEventSequence()
        }
        let start = ContinuousClock.now
        await log.reaches(created + 1)
        return (ContinuousClock.now - start).milliseconds
    }
}

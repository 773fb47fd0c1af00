import Basics
import BenchmarkTasks
import Logging
import Recurrence
import Scheduler
import Storage

extension Workload {
    /// Runs the due loop from one instant to another, as fast as it can.
    static func fire(_ store: some Store, until end: UTCInstant, from begin: UTCInstant) async throws {
        let clock = LeapingClock(begin, end: end)
        let loop = DueLoop(store: store, commands: commands, clock: clock, logger: Logger(label: "due-bench"))
        await withTaskGroup { group in
            group.addTask { await loop.run() }
            await clock.isAtEnd()
            group.cancelAll()
        }
    }

    /// Runs the due loop until the event log has reached a place.
    static func fire(_ store: MeteredStore, until sequence: Int64, on clock: some UTCClock) async {
        let loop = DueLoop(store: store, commands: commands, clock: clock, logger: Logger(label: "due-bench"))
        await withTaskGroup { group in
            group.addTask { await loop.run() }
            await store.log.reaches(sequence)
            group.cancelAll()
        }
    }
}

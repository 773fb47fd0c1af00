import Basics
import Foundation

/// A thread of its own, on which an actor does what blocks, so that no thread of Swift's ever waits for a server.
final class SessionThread: SerialExecutor {
    private struct State {
        var jobs: [UnownedJob] = []
        var isEnded = false
    }

    private let state = Locked(State())
    private let arrival = DispatchSemaphore(value: 0)

    /// Starts the thread, which ends with ``end()``.
    init(named name: String) {
        let thread = Thread { [self] in
            while true {
                arrival.wait()
                let (jobs, isEnded) = state.withLock { state in
                    defer { state.jobs = [] }
                    return (state.jobs, state.isEnded)
                }
                for job in jobs { job.runSynchronously(on: asUnownedSerialExecutor()) }
                if isEnded { return }
            }
        }
        thread.name = name
        thread.start()
    }

    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        state.withLock { $0.jobs.append(job) }
        arrival.signal()
    }

    /// Ends the thread once it has done what it was given; nothing may be given to it afterwards.
    func end() {
        state.withLock { $0.isEnded = true }
        arrival.signal()
    }
}

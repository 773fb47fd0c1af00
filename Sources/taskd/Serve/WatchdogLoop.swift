import Basics
import Recurrence
import Scheduler
import ServiceLifecycle

/// Tells systemd that the daemon is alive for as long as its due loop comes round, so that one that stands still is
/// restarted.
struct WatchdogLoop: Service {
    let supervisor: Systemd
    let heartbeat: LoopHeartbeat?
    let clock: CorrectedClock

    func run() async throws {
        guard let period = supervisor.watchdog else {
            try? await gracefulShutdown()
            return
        }
        await cancelWhenGracefulShutdown {
            while !Task.isCancelled {
                if heartbeat?.hasStopped(at: clock.steady.now) != true { supervisor.notify(.alive) }
                try? await clock.steady.wait(for: period / 3)
            }
        }
    }
}

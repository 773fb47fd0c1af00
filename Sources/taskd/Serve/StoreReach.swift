import Basics
import Logging

/// Tells when the store is out of reach, as when its server ends, and when it is there again.
struct StoreReach: Sendable {
    /// How often it looks.
    private static let pause = Swift.Duration.seconds(1)

    let store: any DaemonStore
    let clock: CorrectedClock
    let logger: Logger

    func run() async {
        var lost: SteadyInstant?
        while !Task.isCancelled {
            if let trouble = store.trouble {
                if lost == nil {
                    logger.error("\(trouble); nothing goes off meanwhile", metadata: ["store": "\(store.place)"])
                }
                lost = lost ?? clock.steady.now
            } else if let begin = lost {
                let seconds = begin.duration(to: clock.steady.now).components.seconds
                logger.notice(
                    "the store is there again", metadata: ["store": "\(store.place)", "after": "\(seconds) s"])
                lost = nil
            }
            try? await clock.steady.wait(for: Self.pause)
        }
    }
}

import Logging
import NIOCore
import NIOPosix
import ServiceLifecycle

#if canImport(Darwin)
    import Darwin
#else
    import Glibc
#endif

/// Ends the process when stopping it takes too long, whatever holds it up: what is in the store is safe at any moment.
struct StopDeadline: Service {
    /// How long stopping may take.
    private static let patience = TimeAmount.milliseconds(9_500)

    let logger: Logger

    func run() async throws {
        try await gracefulShutdown()
        MultiThreadedEventLoopGroup.singleton.any().scheduleTask(in: Self.patience) {
            logger.critical("stopping takes too long; the process is ended")
            _exit(1)
        }
    }
}

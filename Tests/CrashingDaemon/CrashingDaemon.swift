import Basics
import Logging
import Notify
import Recurrence
import Storage
import StorageSQLite

#if canImport(Darwin)
    import Darwin
#else
    import Glibc
#endif

/// Delivers what a store has for webhooks, to nobody, and ends in the middle of it at an event that it is told of.
///
/// `CrashingDaemon STORE SEQUENCE WAY`: at the event with the number it ends by `trap`, `abort`, `overrun`, or `kill`;
/// with 0 at none. When nothing is left to deliver it writes `drained`, and waits to be killed.
@main
enum CrashingDaemon {
    static func main() async throws {
        let arguments = CommandLine.arguments
        guard arguments.count == 4, let sequence = Int64(arguments[2]), let way = Way(rawValue: arguments[3]) else {
            exit(2)
        }
        let store = try SQLiteStore(path: arguments[1])
        let mark = try CrashMark(path: arguments[1] + ".crash")
        mark.leaveOnCrash()
        let loop = DeliveryLoop(
            store: store,
            sinks: [.webhook: DeadlySink(sequence: sequence, way: way)],
            clock: WallClock(),
            logger: Logger(label: "crashing") { StreamLogHandler.standardError(label: $0) },
            previousEnd: mark.previousEnd
        )
        async let running: Void = loop.run()
        try await waitUntilDrained(store)
        print("drained")
        fflush(nil)
        await running
    }

    private static func waitUntilDrained(_ store: SQLiteStore) async throws {
        let wakeSignal = WakeSignal()
        store.changes.subscribe(wakeSignal, to: .deliveries)
        while true {
            let left = try await store.read { reader in
                try reader.hooks().map { try reader.backlog(of: $0.id).count }.reduce(0, +)
            }
            if left == 0 { return }
            await wakeSignal.wait()
        }
    }
}

private enum Way: String {
    case trap, abort, overrun, kill

    func end() {
        switch self {
        case .trap: preconditionFailure("as told")
        case .abort: Self.abortProcess()
        case .overrun:
            let wild = UnsafeMutablePointer<UInt8>(bitPattern: 8)
            wild?.pointee = 1
        case .kill: _ = sendKill(getpid(), SIGKILL)
        }
    }

    private static func abortProcess() { abortNow() }
}

private func abortNow() { abort() }

private func sendKill(_ process: pid_t, _ signal: Int32) -> Int32 { kill(process, signal) }

private struct DeadlySink: Sink {
    let pace = SinkLimits(concurrency: 8, batchSize: 1)
    var sequence: Int64
    var way: Way

    func deliver(_ message: OutgoingMessage) async -> DeliveryOutcome {
        if message.event.sequence == sequence { way.end() }
        return .delivered
    }
}

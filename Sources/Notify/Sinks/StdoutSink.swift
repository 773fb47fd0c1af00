import Basics
import Storage

#if canImport(Darwin)
    import Darwin
#else
    import Glibc
#endif

/// Writes each event as one line of JSON on standard output.
///
/// Every line is handed to the system whole and at once. A reader that stalls holds up this sink alone, on a thread of
/// its own; one that went away is a failed attempt.
public final class StdoutSink: Sink {
    /// One batch at a time, in order: lines must not be mixed.
    public let pace = SinkLimits(concurrency: 1, batchSize: 256)

    private let writer: LineWriter
    private let threads = BlockingThreads(count: 1)

    /// Writes to the process's standard output.
    public convenience init() {
        self.init(descriptor: STDOUT_FILENO)
    }

    /// Writes to a file descriptor.
    ///
    /// - Parameter descriptor: Where the lines go; it is not closed.
    public init(descriptor: Int32) {
        writer = LineWriter(descriptor: descriptor)
    }

    /// Writes one event.
    public func deliver(_ message: OutgoingMessage) async -> DeliveryOutcome {
        let line = message.event.body + [UInt8(ascii: "\n")]
        do {
            try await threads.run { [writer] in try writer.write(line) }
            return .delivered
        } catch let error as LineWriter.Failure {
            return DeliveryOutcome(.output, detail: error.description)
        } catch {
            return DeliveryOutcome(.output, detail: "taskd was stopped before the line could be written")
        }
    }
}

/// Writes whole lines to a descriptor; for one thread.
private final class LineWriter: Sendable {
    struct Failure: Error, CustomStringConvertible {
        var code: Int32
        var description: String { "standard output cannot be written: \(String(cString: strerror(code)))" }
    }

    private let descriptor: Int32
    /// Whether a write failed in the middle of a line, which the next one must not continue.
    private let isMidLine = Locked(false)

    init(descriptor: Int32) {
        self.descriptor = descriptor
    }

    func write(_ line: [UInt8]) throws {
        let bytes = isMidLine.withLock { $0 } ? [UInt8(ascii: "\n")] + line : line
        blockBrokenPipeSignal()
        var written = 0
        defer { if written > 0 { isMidLine.withLock { [isWhole = written == bytes.count] in $0 = !isWhole } } }
        while written < bytes.count {
            let count = bytes[written...].withUnsafeBytes { systemWrite(descriptor, $0.baseAddress, $0.count) }
            if count >= 0 {
                written += count
            } else if errno == EAGAIN {
                waitUntilWritable()
            } else if errno != EINTR {
                throw Failure(code: errno)
            }
        }
    }

    /// Whoever gave us the descriptor may have made it non-blocking.
    private func waitUntilWritable() {
        var request = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
        poll(&request, 1, -1)
    }

    /// A reader that went away must show as EPIPE, and not end the process; the signal goes to the writing thread.
    private func blockBrokenPipeSignal() {
        var signals = sigset_t()
        sigemptyset(&signals)
        sigaddset(&signals, SIGPIPE)
        pthread_sigmask(SIG_BLOCK, &signals, nil)
    }
}

private func systemWrite(_ descriptor: Int32, _ bytes: UnsafeRawPointer?, _ count: Int) -> Int {
    write(descriptor, bytes, count)
}

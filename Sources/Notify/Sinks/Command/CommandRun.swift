import Basics
import Recurrence
import Storage
import Subprocess

#if canImport(System)
    import System
#else
    import SystemPackage
#endif
#if canImport(Darwin)
    import Darwin
#else
    import Glibc
#endif

/// One run of a program: without a shell, in a process group of its own, with nothing of our environment.
struct CommandRun<Time: UTCClock>: Sendable {
    private typealias Running = Execution<CustomWriteInput, SequenceOutput, CombinedErrorOutput>

    /// What came of it.
    struct End: Sendable {
        var status: TerminationStatus
        var output: ResponseExcerpt
        var isTimedOut: Bool
    }

    let command: [String]
    let environment: [String: String]
    let input: [UInt8]
    let configuration: CommandConfiguration
    let clock: Time
    let threads: BlockingThreads

    /// Runs the program to its end, which is bounded; when the task is cancelled, the group is ended too.
    ///
    /// - Throws: Why the program could not be started.
    func run() async throws -> End {
        let isTimedOut = Locked(false)
        let result = try await Subprocess.run(
            .path(FilePath(command[0])),
            arguments: Arguments(Array(command.dropFirst())),
            environment: .custom(
                environment.reduce(into: [:]) { $0[Environment.Key(stringLiteral: $1.key)] = $1.value }),
            workingDirectory: "/",
            platformOptions: options,
            input: .inputWriter,
            output: .sequence,
            error: .combinedWithOutput
        ) { execution in
            try await withThrowingTaskGroup(of: Void.self) { group in
                group.addTask { await limit(execution, isTimedOut) }
                group.addTask { await write(to: execution) }
                let output = try await collect(execution)
                // The process is not reaped before this closure returns: until then its group's id is its own.
                if isTimedOut.withLock({ $0 }) { try? execution.send(signal: .kill, toProcessGroup: true) }
                group.cancelAll()
                return output
            }
        }
        return End(
            status: result.terminationStatus,
            output: result.closureResult,
            isTimedOut: isTimedOut.withLock { $0 }
        )
    }

    private var options: PlatformOptions {
        var options = PlatformOptions()
        options.processGroupID = 0
        options.teardownSequence = [
            .gracefulShutDown(toProcessGroup: true, allowedDurationToNextStep: configuration.grace)
        ]
        return options
    }

    /// Ends the group when its time is up: politely first.
    private func limit(
        _ execution: Running,
        _ isTimedOut: Locked<Bool>
    ) async {
        let deadline = clock.steady.now.advanced(by: configuration.timeout)
        do {
            try await clock.steady.sleep(until: deadline, tolerance: nil)
            isTimedOut.withLock { $0 = true }
            try? execution.send(signal: .terminate, toProcessGroup: true)
            try await clock.steady.sleep(until: deadline.advanced(by: configuration.grace), tolerance: nil)
            try? execution.send(signal: .kill, toProcessGroup: true)
        } catch {
            // It ended in time.
        }
    }

    /// Hands over the event; a program need not read it, and may end while it is written.
    private func write(to execution: Running) async {
        _ = try? await execution.standardInputWriter.write(input)
        try? await execution.standardInputWriter.finish()
    }

    /// Reads what the program says until it has ended; what is beyond the excerpt is read and dropped.
    private func collect(
        _ execution: Running
    ) async throws -> ResponseExcerpt {
        var excerpt = ResponseExcerpt()
        for try await chunk in execution.standardOutput {
            excerpt.append(chunk.withUnsafeBytes { Array($0) })
        }
        let identifier = execution.processIdentifier.value
        try await threads.run { Self.awaitEnd(of: identifier) }
        return excerpt
    }

    /// Returns once a child has ended, and leaves it to be reaped: it may close its output long before.
    private static func awaitEnd(of identifier: pid_t) {
        var info = siginfo_t()
        while waitid(P_PID, id_t(identifier), &info, WEXITED | WNOWAIT) == -1, errno == EINTR {}
    }
}

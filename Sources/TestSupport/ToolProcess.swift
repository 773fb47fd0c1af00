import Basics
import Foundation

/// A program that tests need, as a child process.
///
/// Foundation learns from a socket that the child inherits that it has ended, and makes it such that every child inherits
/// it that is started at that very moment: the end of a program would not be seen before that of a server that was started
/// beside it. So they are started one after the other.
package struct ToolProcess {
    /// Which of its outputs is read; the rest is nobody's.
    package enum Output { case none, standard, error }

    private static let starting = Locked(())

    private let process: Process
    /// What is read of it.
    let output: FileHandle?

    /// Starts a program, which is looked for as a shell does.
    package init(
        _ command: [String], environment: [String: String]? = nil, reading output: Output = .none
    ) throws {
        (process, self.output) = try Self.starting.withLock { _ in
            let process = Process()
            process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
            process.arguments = command
            if let environment { process.environment = environment }
            process.currentDirectoryURL = URL(fileURLWithPath: "/")
            let pipe = output == .none ? nil : Pipe()
            process.standardOutput = output == .standard ? pipe : FileHandle.nullDevice
            process.standardError = output == .error ? pipe : FileHandle.nullDevice
            try process.run()
            return (process, pipe?.fileHandleForReading)
        }
    }

    /// Runs a program to its end.
    package static func run(_ command: [String], environment: [String: String]? = nil) throws -> Result {
        try ToolProcess(command, environment: environment, reading: .standard).result()
    }

    /// Waits for the end.
    private func result() -> Result {
        let bytes = output?.readDataToEndOfFile() ?? Data()
        process.waitUntilExit()
        return Result(
            status: process.terminationStatus, output: String(decoding: bytes, as: UTF8.self),
            process: process.processIdentifier)
    }

    package struct Result {
        package var status: Int32
        package var output: String
        /// The process that there was.
        package var process: Int32
    }
}

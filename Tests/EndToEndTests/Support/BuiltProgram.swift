import Foundation
import Storage

/// The built `taskd`, run as a child process.
enum BuiltProgram {
    struct Outcome {
        var status: Int32
        var output: String
        var errors: String
    }

    /// The program lies beside the tests' own binary.
    static let url = URL(fileURLWithPath: CommandLine.arguments[0]).deletingLastPathComponent().appending(path: "taskd")

    static func process(_ arguments: [String], environment: [String: String] = [:]) -> Process {
        let process = Process()
        process.executableURL = url
        process.arguments = arguments
        process.environment = ["PATH": "/usr/bin:/bin", "HOME": NSTemporaryDirectory(), "NO_COLOR": "1", "TZ": "UTC"]
            .merging(environment) { $1 }
        process.standardInput = FileHandle.nullDevice
        return process
    }

    /// Runs the program to its end.
    static func run(
        _ arguments: [String],
        environment: [String: String] = [:],
        input: String? = nil
    ) async throws -> Outcome {
        let process = process(arguments, environment: environment)
        let (output, errors) = (LineReader(), LineReader())
        (process.standardOutput, process.standardError) = (output.pipe, errors.pipe)
        let inputPipe = Pipe()
        if input != nil { process.standardInput = inputPipe }
        try await process.runToEnd {
            guard let input else { return }
            try? inputPipe.fileHandleForWriting.write(contentsOf: Data(input.utf8))
            try? inputPipe.fileHandleForWriting.close()
        }
        return Outcome(
            status: process.terminationStatus,
            output: await output.text(),
            errors: await errors.text()
        )
    }
}

extension Process {
    /// Starts the process, and returns when it has ended.
    func runToEnd(onStart: () -> Void = {}) async throws {
        let ended = Doorbell()
        terminationHandler = { _ in ended.ring() }
        try run()
        onStart()
        await ended.wait()
    }
}

import Foundation

/// The built `taskd`, run as a child process.
enum BuiltProgram {
    struct Outcome {
        var status: Int32
        var output: String
        var errors: String
    }

    /// The program that the environment names, else the one beside the tests' own binary.
    static let url =
        ProcessInfo.processInfo.environment["TASKD_TEST_PROGRAM"].map { URL(fileURLWithPath: $0) }
        ?? URL(fileURLWithPath: CommandLine.arguments[0]).deletingLastPathComponent().appending(path: "taskd")

    /// What every program of the tests finds in its environment; a run with coverage counts the children's lines too.
    static let baseEnvironment = {
        let own = ["PATH": "/usr/bin:/bin", "HOME": NSTemporaryDirectory(), "NO_COLOR": "1", "TZ": "UTC"]
        return own.merging(ProcessInfo.processInfo.environment.filter { $0.key == "LLVM_PROFILE_FILE" }) { $1 }
    }()

    /// Starts the program; `limit` is what the shell is to do before it becomes it, such as `ulimit -n 256`.
    ///
    /// Of its output all lines are kept, or those that hold a text.
    static func start(
        _ arguments: [String],
        environment: [String: String] = [:],
        limit: String? = nil,
        keeping wanted: String? = nil
    ) throws -> ChildProcess {
        let environment = baseEnvironment.merging(environment) { $1 }
        guard let limit else {
            return try ChildProcess(url, arguments, environment: environment, keeping: wanted)
        }
        let script = "\(limit); exec \"$0\" \"$@\""
        let shell = URL(fileURLWithPath: "/bin/sh")
        return try ChildProcess(shell, ["-c", script, url.path] + arguments, environment: environment, keeping: wanted)
    }

    /// Runs the program to its end.
    static func run(
        _ arguments: [String],
        environment: [String: String] = [:],
        input: String = ""
    ) async throws -> Outcome {
        let process = try start(arguments, environment: environment)
        try process.write(input)
        try process.closeInput()
        let output = await process.output.text()
        let errors = await process.errors.text()
        return Outcome(status: await process.exitStatus(), output: output, errors: errors)
    }
}

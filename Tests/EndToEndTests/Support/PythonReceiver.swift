import Foundation
import Testing

/// A webhook receiver in Python that verifies with the `standardwebhooks` package.
final class PythonReceiver: Sendable {
    private let process: ChildProcess

    /// Starts it with the Python that has the package; `Scripts/test` makes one and names it in the environment.
    init() throws {
        let python = try #require(
            ProcessInfo.processInfo.environment["TASKD_TEST_PYTHON"],
            "TASKD_TEST_PYTHON names no Python that has standardwebhooks; run the tests with `Scripts/test`"
        )
        let script = try #require(
            Bundle.module.url(forResource: "receiver", withExtension: "py", subdirectory: "Fixtures"))
        process = try ChildProcess(
            URL(fileURLWithPath: python),
            [script.path],
            environment: ["PYTHONUTF8": "1", "PATH": "/usr/bin:/bin"]
        )
    }

    var output: LineReader { process.output }

    var url: String {
        get async throws {
            let line = try #require(await output.line(containing: "port "))
            return "http://127.0.0.1:\(line.text.dropFirst(5))/hook"
        }
    }

    func expect(secret: String) throws {
        try process.write(secret + "\n")
    }
}

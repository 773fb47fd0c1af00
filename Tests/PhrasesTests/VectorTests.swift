import Foundation
import Testing

/// The tables of phrases: one that was agreed on, and one that a script makes from parts without reading any phrase.
struct VectorTests {
    @Test(arguments: try PhraseVector.table("vectors"))
    func `A phrase means what was agreed on`(vector: PhraseVector) throws {
        #expect(try PhraseVector.ordered(vector.result()) == PhraseVector.ordered(vector.expected))
    }

    @Test(arguments: try PhraseVector.table("own-phrases"))
    func `A phrase means what its parts add up to`(vector: PhraseVector) throws {
        #expect(try PhraseVector.ordered(vector.result()) == PhraseVector.ordered(vector.expected))
    }

    @Test func `The table of phrases is what the script makes`() throws {
        let python = try #require(
            ProcessInfo.processInfo.environment["TASKD_TEST_PYTHON"],
            "TASKD_TEST_PYTHON names no Python; run the tests with `Scripts/test`")
        let script = try #require(
            Bundle.module.url(forResource: "phrases", withExtension: "py", subdirectory: "Fixtures"))
        let process = Process()
        process.executableURL = URL(fileURLWithPath: python)
        process.arguments = [script.path]
        process.environment = ["PYTHONTZPATH": "/usr/share/zoneinfo", "PATH": "/usr/bin:/bin", "PYTHONUTF8": "1"]
        let output = Pipe()
        process.standardOutput = output
        try process.run()
        let made = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        process.waitUntilExit()
        let table = try #require(
            Bundle.module.url(forResource: "own-phrases", withExtension: "tsv", subdirectory: "Fixtures"))
        #expect(process.terminationStatus == 0)
        #expect(try made == String(contentsOf: table, encoding: .utf8))
        #expect(try PhraseVector.table("own-phrases").count >= 500)
    }
}

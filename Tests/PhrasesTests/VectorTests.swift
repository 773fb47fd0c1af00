import Foundation
import TestSupport
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
        let made = try ToolProcess.run(
            [python, script.path],
            environment: ["PYTHONTZPATH": "/usr/share/zoneinfo", "PATH": "/usr/bin:/bin", "PYTHONUTF8": "1"])
        let table = try #require(
            Bundle.module.url(forResource: "own-phrases", withExtension: "tsv", subdirectory: "Fixtures"))
        #expect(made.status == 0)
        #expect(try made.output == String(contentsOf: table, encoding: .utf8))
        #expect(try PhraseVector.table("own-phrases").count >= 500)
    }
}

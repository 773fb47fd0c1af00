import Foundation
import Storage
import TestSupport
import Testing

@testable import taskd

/// What the commands refuse themselves, without a daemon: it is wrong usage, and says how to mend it.
@Suite(.timeLimit(.minutes(5)))
struct UsageTests {
    /// Nothing listens there: a command that asks it ends with 3.
    private static let environment = ["TASKD_URL": "http://127.0.0.1:1", "TASKD_TOKEN": "none"]

    private func run(_ arguments: [String]) async throws -> BuiltProgram.Outcome {
        try await BuiltProgram.run(arguments, environment: Self.environment)
    }

    @Test(arguments: [
        (["add", "x", "--tag", "none", "--tag", "a"], ["--tag none", "--tag a"]),
        (["edit", "0198c5a0", "--tag", "a", "--tag", "none"], ["--tag none", "--tag a"]),
        (["edit", "0198c5a0", "--remind", "none", "--remind", "1h"], ["--remind none", "--remind 1h"]),
        (
            ["edit", "0198c5a0", "--repeat", "FREQ=DAILY", "--repeat", "none"],
            ["--repeat none", "--repeat FREQ=DAILY"]
        ),
        (["edit", "0198c5a0", "--repeat", "none", "--missed", "keep"], ["--repeat none", "--missed keep"]),
        (["edit", "0198c5a0", "--repeat", "none", "--anchor", "due"], ["--repeat none", "--anchor due"]),
        (["series", "edit", "0198c5a0", "--tag", "none", "--tag", "a"], ["--tag none", "--tag a"]),
        (["list", "--tag", "a", "--tag", "b"], ["--tag a", "--tag b"]),
        (["upcoming", "--tag", "a", "--tag", "b"], ["--tag a", "--tag b"]),
        (["pause", "--tag", "a", "--tag", "b"], ["--tag a", "--tag b"]),
        (["resume", "--tag", "a", "--tag", "b"], ["--tag a", "--tag b"]),
    ])
    func `options that contradict each other are both named`(arguments: [String], words: [String]) async throws {
        let outcome = try await run(arguments)
        #expect(outcome.status == 64)
        for word in words + ["cannot be used together"] {
            #expect(outcome.errors.contains(word), "\(outcome.errors)")
        }
    }

    @Test(arguments: [
        ["add", "x", "--tag", "none"], ["list", "--tag", "a", "--tag", "a"], ["add", "x", "--tag", "a", "--tag", "b"],
        ["edit", "0198c5a0-0000-7000-8000-000000000000", "--tag", "none", "--repeat", "none"],
    ])
    func `what can be meant together goes to the daemon`(arguments: [String]) async throws {
        #expect(try await run(arguments).status == 3)
    }
}

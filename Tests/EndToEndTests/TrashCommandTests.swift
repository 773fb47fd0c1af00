import Basics
import Foundation
import Storage
import TestSupport
import Testing

/// `taskd trash`, against a running daemon.
@Suite(.serialized, .timeLimit(.minutes(5)))
struct TrashCommandTests {
    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
    }

    @Test
    func `deleted tasks are listed, restored, and deleted for good`() async throws {
        let user = try await CommandLineUser(in: folder)
        let ids = ["aaaa1111", "aaaa2222", "bbbb3333"].map { "\($0)-0000-7000-8000-000000000000" }
        for (id, title) in zip(ids, ["First", "Second", "Third"]) {
            _ = try await user.text("add", title, "--id", id, "--tag", "home")
        }
        try await user.check([(["trash", "list"], 0, ["the trash is empty\n"])])
        for id in ids { try await user.check([(["delete", id], 0, ["deleted: \(id)"])]) }
        let lines = try await user.text("trash", "list").split(separator: "\n")
        #expect(lines.map { $0.split(separator: "  ")[1] } == ids.reversed().map { $0[...] })
        #expect(lines.allSatisfy { $0.contains("#home") && $0.hasSuffix("admin") }, "\(lines)")
        try await user.check([
            (["trash", "list", "--limit", "1"], 0, ["Third", "more: --cursor "]),
            (["trash", "restore", "aaaa"], 1, ["aaaa is ambiguous", "First", "Second", "Give more characters."]),
            (["trash", "restore", "aaaa1"], 0, ["restored: \(ids[0])", "First"]), (["list"], 0, ["First"]),
            (["trash", "delete", "aaaa2"], 0, ["deleted for good: \(ids[1])\n"]),
            (["trash", "restore", "aaaa2"], 1, ["no deleted task whose id begins with aaaa2", "taskd trash list"]),
            (["trash", "restore", ids[1]], 1, [ids[1]]), (["trash", "delete", ids[0]], 1, [ids[0]]),
            (["trash", "restore", "x"], 64, ["is not an id"]), (["trash", "delete", "x"], 64, ["is not an id"]),
            (["trash", "list", "--limit", "0"], 64, ["--limit"]), (["trash", "empty"], 64, ["--yes"]),
        ])
        #expect(try await user.json("trash", "list")["items"]?.array?.map { $0["task"]?["id"]?.string } == [ids[2]])
        try await user.check([
            (["trash", "empty", "--yes"], 0, ["the trash is empty\n"]), (["trash", "list"], 0, ["the trash is empty"]),
            (["trash", "restore", ids[2]], 1, [ids[2]]), (["list", "--all"], 0, ["First"]),
        ])
    }
}

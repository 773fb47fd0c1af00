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
        #expect(try await user.run(["trash", "list"]).errors == "the trash is empty\n")
        for (id, title) in zip(ids, ["First", "Second", "Third"]) {
            let told = try await user.text("delete", id)
            #expect(told.hasPrefix("deleted ") && told.contains("  \(title) · #home"), "\(told)")
        }
        let lines = try await user.text("trash", "list").split(separator: "\n")
        let titles = lines.map { line in ["First", "Second", "Third"].first { line.contains("\t\($0) #home") } }
        #expect(titles == ["Third", "Second", "First"] && lines.allSatisfy { $0.contains("home") }, "\(lines)")
        try await user.check([
            (["trash", "list", "--limit", "1"], 0, ["Third"]),
            (["trash", "restore", "aaaa"], 1, ["\"aaaa\" fits 2 deleted tasks", "First", "Second"]),
            (["trash", "restore", "aaaa1"], 0, ["restored ", "First"]), (["list"], 0, ["First"]),
            (["trash", "delete", "aaaa2"], 64, ["nothing restores", "Add --yes"]),
            (["trash", "delete", "aaaa2", "--no-input"], 64, ["nothing restores", "Add --yes"]),
            (["trash", "delete", "aaaa2", "--yes"], 0, ["deleted for good ", "  Second"]),
            (["trash", "restore", "aaaa2"], 1, ["no deleted task \"aaaa2\"", "taskd trash list"]),
            (["trash", "restore", ids[1]], 1, [ids[1]]), (["trash", "delete", ids[0]], 1, [ids[0]]),
            (["trash", "restore", "x"], 1, ["no deleted task \"x\""]),
            (["trash", "delete", "x"], 1, ["no deleted task \"x\""]),
            (["trash", "list", "--limit", "0"], 64, ["--limit"]), (["trash", "empty"], 64, ["--yes"]),
        ])
        #expect(try await user.json("trash", "list")["items"]?.array?.map { $0["task"]?["id"]?.string } == [ids[2]])
        try await user.check([
            (["trash", "empty", "--yes"], 0, ["the trash is empty\n"]), (["trash", "list"], 0, []),
            (["trash", "restore", ids[2]], 1, [ids[2]]), (["list", "--all"], 0, ["First"]),
        ])
    }

    @Test
    func `an occurrence is called in the trash as it was when it was deleted, and told from others by its time`()
        async throws
    {
        let user = try await CommandLineUser(in: folder)
        let added = try await user.json("add", "Water", "--due", "2031-01-01T09:00", "--repeat", "FREQ=DAILY")
        let handle = try #require(added["handle"]?.string)
        for _ in 1...3 {
            let told = try await user.text("delete", handle, "--scope", "this")
            #expect(told.hasPrefix("deleted \(handle.prefix(3))"), "\(told)")
        }
        let days = try await user.text("trash", "list").split(separator: "\n").map { $0.split(separator: "\t")[1] }
        #expect(days == [3, 2, 1].map { "\(handle):2031-01-0\($0)" })
        try await user.check([
            (["trash", "restore", "\(handle.prefix(4)):2031-01-02"], 0, ["restored \(handle.prefix(3))", "2 Jan"]),
            (["trash", "restore", String(handle.prefix(3))], 0, ["restored ", "3 Jan"]),
            (["trash", "delete", "Water", "--yes"], 0, ["deleted for good", "1 Jan"]),
            (["trash", "restore", handle], 1, ["no deleted task \"\(handle)\""]),
            (["trash", "list"], 0, []),
        ])
    }

    @Test
    func `a short title is meant by all of it`() async throws {
        let user = try await CommandLineUser(in: folder)
        for title in ["회의", "E2"] {
            _ = try await user.text("add", title)
            _ = try await user.text("delete", title)
            try await user.check([(["trash", "restore", title], 0, ["restored "])])
        }
    }
}

import Basics
import Foundation
import Storage
import TestSupport
import Testing

/// `taskd undo` and `taskd redo`, against a running daemon.
@Suite(.serialized, .timeLimit(.minutes(5)))
struct UndoCommandTests {
    @Test
    func `changes are undone and redone, one or several, and listed`() async throws {
        let folder = try TemporaryFolder()
        let user = try await CommandLineUser(in: folder)
        let task = try #require(
            try await user.json("add", "Water", "--due", "2031-01-31T09:00", "--repeat", "FREQ=DAILY")["id"]?.string)
        _ = try await user.json("done", task)
        try await user.check([
            (["undo"], 0, ["undone task completed", "restored ", "Water", "removed ", "  Water\n"]),
            (["redo"], 0, ["redone task completed", "done again "]),
            (["undo", "2"], 0, ["undone task completed", "undone task created", "removed "]),
            (["undo"], 1, ["no change that can be undone"]),
            (["redo", "2"], 0, ["redone task created", "redone task completed"]),
            (["redo"], 1, ["there is nothing to redo"]),
            (["undo", "--list"], 0, ["redo", "task completed", "task created", "of "]),
            (["undo", "0"], 64, ["1 to 100, not 0"]),
            (["undo", "2", "--change", "\(TaskID.numbered(1))"], 64, ["cannot be used together"]),
            (["undo", "--list", "--change", "\(TaskID.numbered(1))"], 64, ["cannot be used together"]),
            (["undo", "--change", "x"], 64, ["--change"]),
            (["undo", "--change", "\(TaskID.numbered(1))"], 1, ["change"]),
        ])
        try await user.check([(["history", task], 0, ["admin", "undo: deleted", "redo: completed", "created"])])
        let changes = try await user.json("undo", "--list")["items"]?.array ?? []
        let creation = try #require(changes.last?["id"]?.string)
        try await user.check([(["undo", "--change", creation], 1, ["Undo that change first"])])
        #expect(try await user.json("undo")["undone"]?["kind"]?.string == "complete")
    }
}

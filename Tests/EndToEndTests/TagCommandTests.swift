import Basics
import Foundation
import TestSupport
import Testing

/// `taskd tag`, and `--tag` of other commands, against a running daemon.
@Suite(.serialized, .timeLimit(.minutes(5)))
struct TagCommandTests {
    @Test
    func `tags come with tasks, are listed with their counts, renamed everywhere and deleted`() async throws {
        let folder = try TemporaryFolder()
        let user = try await CommandLineUser(in: folder)
        try await user.check([
            (["tag", "list"], 0, ["no tags"]),
            (["add", "Mow", "--tag", "Home", "--due", "2001-01-01"], 0, ["added: "]),
            (["add", "Sow", "--tag", "home", "--tag", "a/b c"], 0, ["added: "]),
            (["tag", "list"], 0, ["a/b c", "1 task", "Home", "2 tasks"]),
            (["tag", "add", "HOME"], 0, ["added: HOME"]), (["tag", "add", "home"], 1, ["already exists"]),
            (["tag", "edit", "home"], 64, ["no changes"]),
            (["tag", "edit", "home", "--name", "House", "--color", "red", "--icon", "🏠"], 0, ["changed: 🏠 House"]),
            (["tag", "show", "house"], 0, ["House", "red", "🏠", "2"]),
            (["list", "--tag", "house"], 0, ["Mow", "Sow", "#House"]), (["list", "--tag", "home"], 0, ["no"]),
            (["tag", "edit", "A/B C", "--name", "House"], 1, ["House"]),
            (["undo"], 0, ["undone: tag changed"]), (["list", "--tag", "home"], 0, ["Mow", "#HOME"]),
            (["tag", "delete", "a/b c"], 0, ["deleted: a/b c"]), (["tag", "show", "a/b c"], 1, ["there is no tag"]),
            (["undo"], 0, ["undone: tag deleted"]), (["list", "--tag", "a/b c"], 0, ["Sow"]),
            (["pause", "--tag", "home"], 0, []), (["tag", "delete", "home"], 1, ["paused", "resume"]),
            (["resume", "--tag", "Home"], 0, []), (["tag", "delete", "home"], 0, ["deleted"]),
        ])
        let names = try await user.json("tag", "list")["items"]?.array?.map { $0["name"]?.string }
        #expect(names == ["a/b c"])
    }
}

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
        let none = try await user.run(["tag", "list"])
        #expect(none.status == 0 && none.output.isEmpty && none.errors.contains("no tags"), "\(none)")
        try await user.check([
            (["add", "Mow", "--tag", "Home", "--due", "2001-01-01"], 0, ["added ", "  Mow · ", "#Home"]),
            (["add", "Sow", "--tag", "home", "--tag", "a/b c"], 0, ["added ", "  Sow · #Home · #a/b c"]),
            (["tag", "list"], 0, ["a/b c\t1\t", "Home\t2\t"]),
            (["tag", "delete", ""], 64, ["the tag is empty\n  Give its name; taskd tag list shows them."]),
            (["tag", "edit", "", "--name", "x"], 64, ["the tag is empty"]),
            (["tag", "show", ""], 64, ["the tag is empty"]),
            (["tag", "show", "a/b"], 1, ["there is no tag \"a/b\""]),
            (["tag", "add", "HOME"], 0, ["added HOME"]), (["tag", "add", "home"], 1, ["already exists"]),
            (["tag", "edit", "home"], 64, ["no changes"]),
            (["tag", "edit", "home", "--name", "House", "--color", "red", "--icon", "🏠"], 0, ["changed 🏠 House"]),
            (["tag", "show", "house"], 0, ["House", "red", "🏠", "2"]),
            (["list", "--tag", "house"], 0, ["\tMow\t", "\tSow\t", "\tHouse\t", "\tHouse,a/b c\t"]),
        ])
        let gone = try await user.run(["list", "--tag", "home"])
        #expect(gone.status == 0 && gone.output.isEmpty && gone.errors.contains("no tasks"), "\(gone)")
        try await user.check([
            (["tag", "edit", "A/B C", "--name", "House"], 1, ["House"]),
            (["undo"], 0, ["undone tag changed"]), (["list", "--tag", "home"], 0, ["\tMow\t", "\tHOME\t"]),
            (["tag", "delete", "a/b c"], 0, ["deleted a/b c"]), (["tag", "show", "a/b c"], 1, ["there is no tag"]),
            (["undo"], 0, ["undone tag deleted"]), (["list", "--tag", "a/b c"], 0, ["Sow"]),
            (["pause", "--tag", "home"], 0, []), (["tag", "delete", "home"], 1, ["paused", "Resume"]),
            (["resume", "--tag", "Home"], 0, []), (["tag", "delete", "home"], 0, ["deleted"]),
            // A name that was typed as it is listed is that of this tag.
            (["add", "Dig", "--tag", "+zoo", "--tag", "zoo"], 0, []), (["tag", "delete", "+zoo"], 0, ["deleted +zoo"]),
            (["tag", "delete", "+zoo"], 0, ["deleted zoo"]),
            (["tag", "delete", "+zoo"], 1, ["there is no tag \"zoo\""]),
        ])
        let names = try await user.json("tag", "list")["items"]?.array?.map { $0["name"]?.string }
        #expect(names == ["a/b c"])
    }
}

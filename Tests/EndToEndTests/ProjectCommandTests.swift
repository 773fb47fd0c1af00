import Basics
import Foundation
import Storage
import TestSupport
import Testing

/// `taskd project`, and `--project` of other commands, against a running daemon.
@Suite(.serialized, .timeLimit(.minutes(5)))
struct ProjectCommandTests {
    @Test
    func `projects are added, nested, listed with their counts, changed and deleted`() async throws {
        let folder = try TemporaryFolder()
        let user = try await CommandLineUser(in: folder)
        let home = try #require(try await user.json("project", "add", "Home", "--icon", "🏠")["id"]?.string)
        try await user.check([
            (["project", "add", "Garden", "--parent", "Home", "--color", "green"], 0, ["added ", "  Garden\n"]),
            (["add", "Mow", "--project", "Garden", "--due", "2001-01-01"], 0, ["added ", "  Mow · Mon 1 Jan 2001"]),
            (["add", "Rent", "--project", String(home.prefix(20))], 0, ["added ", "  Rent"]),
            (["project", "list"], 0, ["\tHome\t1\t\t0%\t", "\tGarden\t1\t1\t0%\t"]),
            (["list", "--project", "Garden"], 0, ["Mow"]),
            (["list", "--where", "project:Home/*"], 0, ["Mow", "Rent"]),
            (["project", "show", "garden"], 0, ["Garden"]),
            (["project", "show", "Attic"], 1, ["there is no project", "project list"]),
            (["project", "show", "Garden"], 0, ["color", "green", "in ", "Home\n", "1 of them overdue"]),
            (["project", "edit", "Garden"], 64, ["no changes"]),
            (["project", "edit", "Home", "--parent", "Garden"], 64, ["--parent"]),
            (["project", "edit", "Garden", "--parent", "none", "--color", "none", "--name", "Yard"], 0, ["Yard"]),
            (["project", "edit", "Yard", "--archived"], 0, ["changed"]),
            (["project", "list", "--all"], 0, ["archived"]),
            (["add", "Sow", "--project", "Attic"], 1, ["there is no project \"Attic\""]),
            (["project", "add", "Yard"], 0, ["added"]),
            (["list", "--project", "Yard"], 1, ["\"Yard\" fits 2 projects", "give more of the handle or id"]),
        ])
        let listed = try await user.json("project", "list")["items"]?.array?.map { $0["name"]?.string }
        #expect(listed == ["Home", "Yard"])
        let rent = try #require(try await user.json("list", "--project", home)["items"]?.array?.first)
        let task = try #require(rent["id"]?.string)
        let handle = try #require(rent["handle"]?.string).prefix(3)
        try await user.check([
            (["edit", task, "--project", "none"], 0, ["changed"]),
            (["history", task], 0, ["\tproject \"Home\" cleared\n"]),
            (["edit", task, "--project", "Home"], 0, ["changed"]),
            (["history", task], 0, ["\tproject set to \"Home\"\n", "\tproject \"Home\" cleared\n"]),
            (["show", task], 0, ["project  Home\n"]),
            (["project", "delete", "Home", "--tasks", "delete"], 0, ["deleted ", "  🏠 Home\n"]),
            (["show", task], 1, []),
            (["undo"], 0, ["undone project deleted", "restored \(handle)"]), (["show", task], 0, ["project  Home\n"]),
            (["project", "delete", "Home"], 0, ["deleted ", "  🏠 Home\n"]), (["show", task], 0, ["Rent"]),
            (["project", "delete", "Home"], 1, ["there is no project"]),
        ])
        #expect(try await user.json("show", task)["projectId"] == .null)
    }
}

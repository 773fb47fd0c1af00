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
            (
                ["undo"], 1,
                [
                    "no change under its name that can be undone\n  To undo one of another token, or from before "
                        + "this one was renamed, give --change and the id of the change."
                ]
            ),
            (["redo", "3"], 1, ["redone task completed", "there were no more changes: redone 2 of 3\n"]),
            (["undo", "5"], 1, ["undone task created", "there were no more changes: undone 2 of 5\n"]),
            (["redo", "2"], 0, ["redone task created", "added again ", "redone task completed"]),
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
        try await user.check([
            (["undo", "--change", creation], 1, ["taskd undo --change ", " takes that back first."])
        ])
        #expect(try await user.json("undo")["undone"]?["kind"]?.string == "complete")
        let undo = try #require(try await user.json("undo", "--list")["items"]?.array?.first?["id"]?.string)
        try await user.check([(["undo", "--change", undo], 0, ["redone task completed", "done again "])])
        try await user.check([
            (["add", "Old"], 0, []), (["done", "old"], 0, []),
            (["bulk", "delete", "--where", "title:old and status:completed"], 0, []),
            (["undo"], 0, ["  restored "]),
        ])
    }

    @Test
    func `what is deleted for good is told where its changes are passed over, and where they are listed`() async throws
    {
        let folder = try TemporaryFolder()
        let user = try await CommandLineUser(in: folder)
        for title in ["Alpha", "Beta"] { _ = try await user.text("add", title) }
        try await user.check([
            (["delete", "beta"], 0, []), (["trash", "delete", "beta", "--yes"], 0, ["deleted for good "]),
            (
                ["undo", "--list"], 0,
                [
                    "\ttask deleted\t\tadmin\ta task deleted for good\n",
                    "\ttask created\t\tadmin\ta task deleted for good\n",
                ]
            ),
        ])
        let told = try await user.text("undo")
        let passed = /\n  passed over task deleted \([^)]*\), task created \([^)]*\): the task is deleted for good\n/
        #expect(told.hasPrefix("undone task created ") && told.contains("  Alpha\n"), "\(told)")
        #expect(told.contains(passed), "\(told)")
        #expect(try await !user.text("redo").contains("passed over"))
        // One of several that is left is what they were about.
        for title in ["One", "Two"] { _ = try await user.text("add", title) }
        try await user.check([
            (["edit", "one", "two", "+home"], 0, []), (["delete", "one"], 0, []),
            (["trash", "delete", "one", "--yes"], 0, []),
            (["undo", "--list"], 0, ["\tseveral changes\t\tadmin\tTwo and 1 more\n"]),
        ])
    }

    @Test
    func `a change that cannot be undone any more is named with its series, and older ones are reached past it`()
        async throws
    {
        let folder = try TemporaryFolder()
        let user = try await CommandLineUser(in: folder)
        _ = try await user.text("add", "Older")
        _ = try await user.text("add", "Stretch", "--due", "2031-01-31T08:00", "--repeat", "every day at 8am")
        try await user.check([
            (["delete", "stretch", "--scope", "this", "--yes"], 0, []),
            (["delete", "stretch", "--scope", "all", "--yes"], 0, []),
            (["undo"], 0, []), (["trash", "empty", "--yes"], 0, []),
        ])
        let changes = try await user.json("undo", "--list")["items"]?.array ?? []
        let older = try #require(changes.last?["id"]?.string)
        let created = try #require(changes.dropLast().last?["id"]?.string)
        let handle = try await user.handle(of: "Stretch")
        try await user.check([
            (
                ["undo"], 1,
                [
                    "taskd: the change \"task created\" (\(created)) cannot be undone: the occurrence ",
                    " of the series \"Stretch\" (\(handle)) has appeared since\n  Edit the series or its tasks instead, or ",
                    "undo an older change: taskd undo --list shows them, taskd undo --change ID undoes one.\n",
                ]
            ),
            (["undo", "--change", older], 0, ["undone task created", "Older"]),
        ])
    }

    @Test
    func `what a change was about is told where it is listed, and what is no task where it is undone`() async throws {
        let folder = try TemporaryFolder()
        let user = try await CommandLineUser(in: folder)
        for title in ["Dentist", "Bread", "Milk"] { _ = try await user.json("add", title) }
        _ = try await user.text("done", "dentist", "bread", "milk")
        let series = try await user.json("add", "Water", "--due", "2031-01-31T09:00", "--repeat", "FREQ=DAILY")
        try await user.check([
            (["series", "edit", try #require(series["id"]?.string), "--title", "Pour"], 0, ["changed"]),
            (["undo"], 0, ["undone series changed Water"]), (["redo"], 0, ["redone series changed Pour"]),
            (["pause", "--all"], 0, ["paused everything"]), (["undo"], 0, ["undone paused everything"]),
            (["project", "add", "Garden"], 0, ["added"]), (["project", "delete", "garden"], 0, ["deleted"]),
            (["undo"], 0, ["undone project deleted Garden"]),
            (["tag", "add", "home"], 0, ["home"]), (["undo"], 0, ["undone tag created home"]),
        ])
        let lines = try await user.text("undo", "--list")
        for end in ["\tseveral changes\t\tadmin\tDentist and 2 more", "\ttask created\t\tadmin\tMilk"] {
            #expect(lines.contains("\(end)\n"), "\(lines)")
        }
        let terminal = try await TerminalSession(columns: 100, in: folder, environment: user.daemon.environment)
        let shown = try await terminal.run("taskd undo --list").text
        for words in ["changes to Dentist and 2 more", "created Milk", "project deleted Garden"] {
            #expect(shown.contains(words), "\(shown)")
        }
        await terminal.close()
    }
}

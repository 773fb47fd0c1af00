import Basics
import Foundation
import NIOHTTP1
import TestSupport
import Testing

extension TerminalTests {
    /// A daemon with one task called rent, and two that are paid.
    private func renting() async throws -> CommandLineUser {
        let user = try await CommandLineUser(in: folder)
        for title in ["Pay rent", "Pay the plumber", "전기 요금 내기"] {
            let body = "{\"title\":\"\(title)\",\"due\":\"2031-05-05T09:00:00\"}"
            try #require(try await user.daemon.request(.POST, "/v1/tasks", body).status == 201)
        }
        return user
    }

    private func openTitles(_ user: CommandLineUser) async throws -> Set<String> {
        let items = try await user.json("list")["items"]?.array ?? []
        return Set(items.compactMap { $0["title"]?.string })
    }

    @Test
    func `a word that one title has is asked about, and one that several have gives a choice`() async throws {
        let user = try await renting()
        let terminal = try await TerminalSession(columns: 80, in: folder, environment: user.daemon.environment)
        for answer in ["n", "ㅜ"] {
            try await terminal.start("taskd done rent")
            try await terminal.wait(until: "Pay rent  Mon 5 May 2031 09:00")
            try await terminal.wait(until: "- done? [Y/n]")
            try await terminal.type(answer, "Enter")
            let refused = try await terminal.prompt()
            #expect(refused.status == 1 && refused.lines.last == "taskd: nothing was done", "\(refused.text)")
        }
        try await terminal.start("taskd done pay")
        try await terminal.wait(until: "Which one? [1-2]")
        let shown = try await terminal.lines()
        #expect(
            shown.contains { $0.contains(#/^  1  \w+  Pay /#) } && shown.contains { $0.contains(#/^  2  \w+  Pay /#) })
        try await terminal.type("", "Enter")
        #expect(try await terminal.prompt().status == 1)
        #expect(try await openTitles(user) == ["Pay rent", "Pay the plumber", "전기 요금 내기"])

        try await terminal.start("taskd done plumber")
        try await terminal.wait(until: "[Y/n]")
        try await terminal.type("", "Enter")
        let done = try await terminal.prompt()
        #expect(done.status == 0 && done.lines.last?.hasPrefix("done ") == true, "\(done.text)")
        #expect(try await openTitles(user) == ["Pay rent", "전기 요금 내기"])
        let undone = try await terminal.run("taskd undo")
        #expect(undone.status == 0 && undone.text.contains("Pay the plumber"), "\(undone.text)")

        try await terminal.start("taskd done pay")
        let choices = try await terminal.wait("the choice") { $0.last?.hasPrefix("Which one?") == true ? $0 : nil }
        let second = try #require(choices.dropFirst().first?.firstMatch(of: /Pay (rent|the plumber)/)?.output.0)
        try await terminal.type("2", "Enter")
        let chosen = try await terminal.prompt()
        #expect(chosen.status == 0 && chosen.lines.last?.contains(second) == true, "\(chosen.text)")
        #expect(try await openTitles(user).count == 2)
        #expect(try await terminal.run("taskd undo").status == 0)

        // Nobody is asked where that is not wanted.
        #expect(try await terminal.run("taskd done plumber --yes").status == 0)
        #expect(try await terminal.run("taskd done 'pay' --no-input < /dev/null").status == 0)
        #expect(try await openTitles(user) == ["전기 요금 내기"])
        await terminal.close()
    }

    @Test
    func `whether to make a project is asked, unless all is answered with yes`() async throws {
        let user = try await renting()
        let terminal = try await TerminalSession(columns: 80, in: folder, environment: user.daemon.environment)
        try await terminal.start("taskd add 'Mow @garden'")
        try await terminal.wait(until: "There is no project \"garden\". Make it? [y/N]")
        try await terminal.type("", "Enter")
        #expect(try await terminal.prompt().status == 1)
        #expect(try await terminal.run("taskd add 'Mow @garden' --yes --dry-run").status == 0)
        #expect(try await user.json("project", "list")["items"]?.array?.isEmpty == true)
        for command in ["taskd add 'Mow @garden' --yes", "taskd edit rent @home --yes"] {
            let screen = try await terminal.run("clear; \(command)")
            #expect(screen.status == 0 && !screen.text.contains("[y/N]"), "\(command): \(screen.text)")
        }
        let projects = try await user.json("project", "list")["items"]?.array?.compactMap { $0["name"]?.string }
        #expect(projects?.sorted() == ["garden", "home"])
        await terminal.close()
    }

    @Test
    func `an interrupted command ends with 130, and the terminal is as it was`() async throws {
        let user = try await renting()
        let terminal = try await TerminalSession(
            columns: 80, rows: 20, in: folder, environment: user.daemon.environment)
        #expect(try await terminal.run("stty -a >before").status == 0)
        let waiting: [(command: String, shown: String)] = [
            ("taskd done rent", "[Y/n]"), ("taskd done pay", "Which one?"),
            ("taskd events --follow --after 0", "added  Pay rent"),
        ]
        for (command, shown) in waiting {
            try await terminal.start(command)
            try await terminal.wait(until: shown)
            try await terminal.type("", "C-c")
            #expect(try await terminal.prompt().status == 130, "\(command)")
            let same = try await terminal.run("stty -a | cmp - before")
            #expect(same.status == 0 && same.lines.isEmpty, "\(command): \(same.text)")
        }
        #expect(try await openTitles(user).count == 3)
        await terminal.close()
    }

    @Test
    func `a list that is longer than the screen is paged, whatever the locale, and q leaves it`() async throws {
        let user = try await renting()
        for number in 1...40 {
            _ = try await user.daemon.request(.POST, "/v1/tasks", "{\"title\":\"할 일 \(number)\"}")
        }
        let terminal = try await TerminalSession(
            columns: 80, rows: 20, in: folder, environment: user.daemon.environment)
        for command in ["taskd list", "env -u LC_CTYPE LANG=C taskd list", "PAGER='less -X' taskd list"] {
            try await terminal.start(command)
            // The pager's own prompt.
            let page = try await terminal.wait("a page") { $0.last == ":" ? $0 : nil }
            #expect(page.count == 20 && page[0].hasPrefix("handle") && page[18].contains("할 일"), "\(command): \(page)")
            try await terminal.type(" ")
            try await terminal.wait(until: "할 일 20")
            try await terminal.type("q")
            #expect(try await terminal.prompt().status == 0, "\(command)")
        }
        for command in [
            "TASKD_PAGER=cat taskd list", "TASKD_PAGER= taskd list", "TASKD_PAGER=no-such-pager taskd list",
        ] {
            let screen = try await terminal.run(command)
            #expect(screen.status == 0 && screen.lines.last?.hasSuffix("할 일 40") == true, "\(command): \(screen.text)")
        }
        let short = try await terminal.run("taskd list --limit 3")
        #expect(short.status == 0 && short.lines.count == 5, "\(short.text)")
        await terminal.close()
    }

    @Test
    func `a task is changed as a line in the person's editor, and what stays in its title is told`() async throws {
        let user = try await renting()
        let editor = folder.path("editor")
        try "#!/bin/sh\necho \"$LINE\" >\"$1\"\n".write(toFile: editor, atomically: true, encoding: .utf8)
        try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: editor)
        var environment = user.daemon.environment
        environment["EDITOR"] = editor
        let terminal = try await TerminalSession(columns: 80, in: folder, environment: environment)
        let changed = try await terminal.run("LINE='Pay the rent 2031-05-06 10:00 +home' taskd edit rent")
        #expect(changed.status == 0 && changed.text.contains("Pay the rent · Tue 6 May 2031 10:00"), "\(changed.text)")
        #expect(changed.text.contains("#home"), "\(changed.text)")
        let reminding = try await terminal.run(
            "clear; LINE='Pay the rent 2031-05-06 10:00 +home remind 30m' taskd edit rent")
        #expect(reminding.text.contains(" at 09:30"), "\(reminding.text)")
        for empty in ["", "#", "# all of it"] {
            let left = try await terminal.run("clear; LINE='\(empty)' taskd edit rent")
            #expect(left.status == 0 && !left.text.contains("changed "), "\(left.text)")
        }
        let missing = try await terminal.run("clear; VISUAL=/nope taskd edit rent")
        #expect(missing.text.contains("Set VISUAL to the editor"), "\(missing.text)")
        let kept = try await terminal.run("LINE='Pay the rent feb 30' taskd edit rent")
        #expect(kept.status == 0 && kept.text.contains("note: ") && kept.text.contains("February"), "\(kept.text)")
        #expect(try await openTitles(user).contains("Pay the rent feb 30"))
        await terminal.close()
    }

    @Test
    func `a line that was edited is kept where it cannot be carried out`() async throws {
        let user = try await renting()
        let editor = folder.path("editor")
        try "#!/bin/sh\necho \"$LINE\" >\"$1\"\n".write(toFile: editor, atomically: true, encoding: .utf8)
        try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: editor)
        var environment = user.daemon.environment
        (environment["EDITOR"], environment["TMPDIR"]) = (editor, folder.path(""))
        let terminal = try await TerminalSession(columns: 200, in: folder, environment: environment)
        func kept(_ screen: TerminalSession.Screen) throws -> String {
            let path = try #require(screen.text.firstMatch(of: /note: the line as it was edited is kept in (\S+)/))
                .output.1
            return try String(contentsOfFile: String(path), encoding: .utf8)
        }
        try await terminal.start("LINE='Pay the rent @Nowhere' taskd edit rent")
        try await terminal.wait(until: "There is no project \"Nowhere\". Make it? [y/N]")
        try await terminal.type("n", "Enter")
        let unknown = try await terminal.prompt()
        #expect(
            unknown.status == 1 && unknown.text.contains("taskd: there is no project \"Nowhere\""), "\(unknown.text)")
        #expect(unknown.text.contains("Give --create to make it."), "\(unknown.text)")
        #expect(try kept(unknown) == "Pay the rent @Nowhere\n")
        let untitled = try await terminal.run("clear; LINE='tomorrow 3pm' taskd edit rent")
        #expect(untitled.status == 64 && untitled.text.contains("the title is missing"), "\(untitled.text)")
        #expect(try kept(untitled) == "tomorrow 3pm\n")
        #expect(try await terminal.run("clear; LINE='Pay rent due:2031-05-06' taskd edit rent").status == 0)
        #expect(
            try FileManager.default.contentsOfDirectory(atPath: folder.path("")).count { $0.hasSuffix(".txt") } == 2)
        #expect(try await user.json("list")["items"]?.array?.contains { $0["due"]?.string == "2031-05-06" } == true)
        try await user.check([(["add", "Run", "--due", "2031-05-06", "--repeat", "every week"], 0, [])])
        let undated = try await terminal.run("clear; LINE='Run' taskd edit run")
        #expect(undated.status == 64, "\(undated.text)")
        let way = try #require(undated.text.firstMatch(of: /taskd edit (\w+) due:none repeat:none/)).output.1
        try await user.check([(["edit", String(way), "due:none", "repeat:none"], 0, ["changed "])])
        await terminal.close()
    }

    @Test
    func `a person who reads Korean is answered in Korean, though the system lacks the locale`() async throws {
        let user = try await renting()
        var environment = user.daemon.environment
        environment["LANG"] = "ko_KR.UTF-8"
        let terminal = try await TerminalSession(columns: 80, in: folder, environment: environment)
        let list = try await terminal.run("taskd list")
        #expect(list.lines.first?.contains(/^기호 +기한 +제목/) == true, "\(list.text)")
        #expect(list.text.contains("2031년 5월 5일 (월) 오전 9:00"), "\(list.text)")
        let added = try await terminal.run("taskd add '내일 오후 3시 치과'")
        #expect(added.status == 0 && added.text.contains(/추가 \w+  치과 · 내일 오후 3:00 \(/), "\(added.text)")
        let done = try await terminal.run("taskd done 전기 --yes")
        #expect(done.status == 0 && done.text.hasPrefix("완료 "), "\(done.text)")
        try await terminal.start("taskd done rent")
        try await terminal.wait(until: "[Y/n]")
        try await terminal.type("아니요", "Enter")
        #expect(try await terminal.prompt().status == 1)
        await terminal.close()
    }
}

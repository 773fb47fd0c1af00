import ArgumentParser
import Basics
import Recurrence
import Testing

@testable import taskd

@Suite
struct ListTermTests {
    @Test(arguments: [
        (["+home", "-work", "#flat"], #"tag:"home" and not tag:"work" and tag:"flat""#),
        (["p:high", "p2"], "priority = high and priority:high"),
        (["p:high+"], "priority >= high"), (["p:<medium"], "priority < medium"), (["p:1"], "priority = urgent"),
        (["due:today"], "due = 2026-11-21"), (["due:<fri"], "due < 2026-11-27"),
        (["due:<=tomorrow"], "due <= 2026-11-22"),
        (["due:none"], "no:due"), (["due:any"], "has:due"), (["due:yesterday"], "due = 2026-11-20"),
        (["due:week"], "(due >= 2026-11-16 and due <= 2026-11-22)"),
        (["due:next week"], "(due >= 2026-11-23 and due <= 2026-11-29)"),
        (["due:last month"], "(due >= 2026-10-01 and due <= 2026-10-31)"),
        (["due:<next month"], "due < 2026-12-01"), (["due:>this year"], "due > 2026-12-31"),
        (["due:dec 1 - dec 5"], "(due >= 2026-12-01 and due <= 2026-12-05)"),
        (["due:<fri 5pm"], "due < 2026-11-27T17:00:00"), (["마감:다음 주"], "(due >= 2026-11-23 and due <= 2026-11-29)"),
        (["overdue", "repeats", "blocked"], "overdue and recurring and blocked"),
        (["pay rent"], #"text:"pay rent""#), (["say \"hi\""], #"text:"say \"hi\"""#),
        (["title:pay", "tag:a b"], #"title:"pay" and tag:"a b""#), (["no:tag"], "no:tag"),
        (["12:30"], #"text:"12:30""#), (["due<fri", "p>=high"], "due < 2026-11-27 and priority >= high"),
        (["start <= tomorrow"], "start <= 2026-11-22"), (["due=today"], "due = 2026-11-21"),
        (["createdAt:today", "tags:x"], #"createdat = 2026-11-21 and tag:"x""#),
        (["overdue:false", "is:blocked"], "overdue:false and is:blocked"),
        (["a<b", "http://x", "x=y"], #"text:"a<b" and text:"http://x" and text:"x=y""#),
    ])
    func `terms are a filter`(terms: [String], filter: String) throws {
        let read = try ListTerms(terms, reader())
        #expect(read.filter(and: nil, []) == filter)
        #expect(!read.asksForClosed)
    }

    @Test
    func `closed tasks are asked for by their words`() throws {
        #expect(try ListTerms(["done"], reader()).asksForClosed)
        let quoted = try ListTerms(["+\"deep work\"", "tag:\"a b\"", "@\"Old House\""], reader())
        #expect(quoted.tags == ["deep work", "a b"] && quoted.projects == ["Old House"])
        #expect(try ListTerms(["completed:last week"], reader()).asksForClosed)
        #expect(try ListTerms(["status:cancelled"], reader()).asksForClosed)
        #expect(try !ListTerms(["status:open"], reader()).asksForClosed)
    }

    @Test
    func `what else is to hold is joined in brackets`() throws {
        let read = try ListTerms(["+home", "@flat"], reader())
        #expect(read.projects == ["flat"])
        #expect(
            read.filter(and: "a or b", ["0198"], tags: ["x"])
                == #"tag:"home" and project:0198 and tag:"x" and (a or b)"#)
        #expect(try ListTerms([], reader()).filter(and: "a or b", []) == "a or b")
        #expect(try ListTerms([], reader()).filter(and: nil, []) == nil)
    }

    @Test(arguments: [
        ("tag=home", "Write tag:home,"), ("due!=fri", "Write --where 'not due:fri',"),
        ("title=pay", "Write title:pay,"),
        ("repeat:monthly", "Write repeats"), ("note:card", "Write description:card,"), ("remind:1h", "help filters"),
        ("status:done", "Did you mean completed?"), ("is:foo", "help filters"), ("overdue:maybe", "help filters"),
        ("project<x", "Write project:x,"),
    ])
    func `a word that looks like a condition and is none is refused with what to write`(term: String, how: String) {
        let failure = #expect(throws: CommandFailure.self) { try ListTerms([term], reader()) }
        #expect(
            failure?.exitStatus == 64 && failure?.suggestion?.contains(how) == true, "\(String(describing: failure))")
    }

    @Test(arguments: [
        ("", "a term is empty"), (" ", "a term is empty"), ("due:<", "due:< is empty"),
        ("due:<feb 30", "due:<feb 30: \"feb 30\" is not a date: February has 29 days at the most"),
    ])
    func `a term that is refused is shown as it was typed`(term: String, message: String) {
        let failure = #expect(throws: CommandFailure.self) { try ListTerms([term], reader()) }
        #expect(failure?.message == message && failure?.exitStatus == 64)
    }

    @Test
    func `the tags that terms name are known`() throws {
        #expect(try ListTerms(["+home", "-work", "tag:x"], reader()).tags == ["home", "work", "x"])
    }

    @Test(arguments: ["due:soon", "due:3/4", "p:top", "due:every monday", "due<soon"])
    func `a term that cannot be read is refused`(term: String) {
        #expect(throws: CommandFailure.self) { try ListTerms([term], reader()) }
    }

    @Test
    func `a hyphen before a word is one of a term, and not of an option's value`() {
        let minus = String(TermArguments.minus)
        #expect(
            TermArguments.protecting(["list", "-work", "--sort", "-due", "-h"]) == [
                "list", "\(minus)work", "--sort", "-due", "-h",
            ])
        #expect(
            TermArguments.protecting(["edit", "kf3", "-건강", "--", "-x1"]) == ["edit", "kf3", "\(minus)건강", "--", "-x1"])
        #expect(TermArguments.protecting(["edit", "kf3", "-y"]) == ["edit", "kf3", "-y"])
        #expect(TermArguments.protecting(["list", "-y"]) == ["list", "\(minus)y"])
        #expect(TermArguments.protecting(["add", "-work"]) == ["add", "-work"])
    }
}

@Suite
struct EditTermTests {
    private func terms(_ typed: [String], _ options: [String] = []) throws -> EditTerms {
        try EditTerms(typed, TaskOptions.parse(options), title: nil)
    }

    @Test
    func `tasks and changes are told apart`() throws {
        let read = try terms([
            "kf3", "due:fri 3pm", "+home", "-old", "@flat", "p:none", "kf3:12-01", "title:New", "every:day",
        ])
        #expect(read.tasks == ["kf3", "kf3:12-01"])
        #expect(read.options.due == "fri 3pm" && read.options.content.project == "flat")
        #expect(read.options.content.priority == PriorityArgument.none && read.title == "New")
        #expect(read.addedTags == ["home"] && read.removedTags == ["old"])
        #expect(read.options.content.rules == ["every day"])
    }

    @Test
    func `names in quotation marks are those that taskd add reads`() throws {
        let read = try terms(
            Array(
                TermArguments.protecting(["edit", "kf3", "+\"deep work\"", "-\"a b\"", "@\"Old House\""]).dropFirst()))
        #expect(read.addedTags == ["deep work"] && read.removedTags == ["a b"])
        #expect(read.options.content.project == "Old House")
        let values = try terms(["kf3", "due:\"fri 5pm\"", "title:\"Foo\" bar"])
        #expect(values.options.due == "fri 5pm" && values.title == "\"Foo\" bar")
    }

    @Test(arguments: [
        ["due:fri", "due:mon"], ["start:+1d", "start:fri"], ["start:+1d", "start:-1d"], ["p:high", "p1"], ["p:top"],
        ["due:+5x"], ["@a", "project:b"],
    ])
    func `what is said twice, or cannot be read, is refused`(typed: [String]) {
        #expect(throws: CommandFailure.self) { try terms(["kf3"] + typed) }
    }

    @Test(
        arguments: [
            (["due:fri"], ["--due", "mon"], "due is given twice, by \"due:fri\" and by --due"),
            (["due:fri"], ["--due=+1h"], "due is given twice, by \"due:fri\" and by --due"),
            (["due:fri", "due:mon"], [], "due is given twice: \"due:mon\" is the second"),
            (["zone:UTC"], ["--zone", "UTC"], "zone is given twice, by \"zone:UTC\" and by --zone"),
            (["due:+400000d"], [], "\"due:+400000d\" is too long"),
        ] as [([String], [String], String)])
    func `what is said twice, or is too long, is refused in its own words`(
        typed: [String], options: [String], message: String
    ) {
        let failure = #expect(throws: CommandFailure.self) { try terms(["kf3"] + typed, options) }
        #expect(failure?.message == message)
    }

    @Test
    func `an option with a sign moves a time as a term does`() throws {
        let read = try terms(["kf3"], ["--due", "+1h", "--start=-1d"])
        #expect(read.shift == CalendarDuration(seconds: 3_600) && read.startShift == CalendarDuration(days: -1))
        #expect(read.options.due == nil && read.options.start == nil && read.isRelative)
    }

    @Test
    func `a tag may be said as in a line, and none takes all away`() throws {
        #expect(try terms(["kf3", "tag:home"]).addedTags == ["home"])
        #expect(try terms(["kf3", "tag:none"]).options.content.tags == ["none"])
        #expect(throws: CommandFailure.self) { try terms(["kf3", "tag:none"], ["--tag", "x"]) }
    }
}

@Suite
struct HangulKeyTests {
    @Test(arguments: [
        ("ㅏㄹ3", "kf3"), ("ㅣㅑㄴㅅ", "list"), ("ㅁㅇㅇ", "add"), ("애ㅜㄷ", "done"), ("누ㅐㅐㅋㄷ", "snooze"), ("쇼", "ty"),
    ])
    func `keys of the Korean layout are the Latin letters under them`(typed: String, meant: String) {
        #expect(HangulKeys.latin(typed) == meant)
    }

    @Test
    func `what has no Hangul is nothing of the kind`() {
        #expect(HangulKeys.latin("list") == nil)
    }
}

@Suite
struct PromptTests {
    private func prompts(_ answers: [String]) -> (Prompts, () -> String) {
        let shown = LockedText()
        let left = LockedAnswers(answers)
        let prompts = Prompts(isInteractive: true, readLine: { left.next() }, show: { shown.append($0) })
        return (prompts, { shown.text })
    }

    @Test(arguments: [("", true), ("y", true), ("N", false), ("네", true), ("아니요", false), ("what\nn", false)])
    func `a question is asked until it is answered`(typed: String, answer: Bool) {
        let (prompts, _) = prompts(typed.split(separator: "\n", omittingEmptySubsequences: false).map(String.init))
        #expect(prompts.confirm(.isMeant(line: "Pay rent", verb: "done")) == answer)
    }

    @Test
    func `the end of the input is no answer, and a time is one beside the numbers`() {
        let (prompts, _) = prompts(["20m", "2", ""])
        #expect(prompts.answer(.howLong, offering: ["10m", "30m"]) == "20m")
        #expect(prompts.answer(.howLong, offering: ["10m", "30m"]) == "30m")
        #expect(prompts.answer(.howLong, offering: ["10m"]) == nil)
        #expect(prompts.confirm(.isMeant(line: "Pay rent", verb: "delete")) == nil)
    }

    @Test
    func `Korean readers are asked in Korean`() {
        var (prompts, shown) = prompts(["what", "y"])
        prompts.language = .korean
        #expect(prompts.confirm(.isMeant(line: "치과", verb: "done")) == true)
        #expect(shown().hasPrefix("치과 - 완료할까요? [Y/n] y 또는 n으로"))
    }

    @Test
    func `one of several is chosen by number`() {
        let (prompts, shown) = prompts(["7", "2"])
        #expect(prompts.choose(.which, among: ["a", "b"]) == 1)
        #expect(shown().contains("  2  b\n"))
        #expect(shown().contains("Which one? [1-2] "))
        #expect(Prompts.none.choose(.which, among: ["a"]) == nil)
        #expect(prompts.asking(unless: true).confirm(.deletingTasks(1)) == nil)
    }

    @Test(arguments: [
        ("Flat", ["flat 2", "Garden"], "flat 2"), ("garden-work", ["Garden work"], "Garden work"),
        ("zzz", ["Home"], nil),
    ])
    func `the nearest project is named`(typed: String, names: [String], nearest: String?) {
        #expect(ProjectName.nearest(to: typed, in: names) == nearest)
    }
}

/// What was shown, in the order in which it was.
private final class LockedText: Sendable {
    private let parts = Locked("")
    var text: String { parts.withLock { $0 } }
    func append(_ part: String) { parts.withLock { $0 += part } }
}

/// Answers that are given one after the other.
private final class LockedAnswers: Sendable {
    private let left: Locked<[String]>
    init(_ answers: [String]) { left = Locked(answers) }
    func next() -> String? { left.withLock { $0.isEmpty ? nil : $0.removeFirst() } }
}

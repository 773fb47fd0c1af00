import Basics
import Foundation
import Notify
import Recurrence
import Storage
import TestSupport
import Testing

@Suite struct MessageTemplateTests {
    private static let title = "\"Zahnärztin\" \\ ☎ {{x}} {{{y}}} </b>\n\u{1}\u{2028}"

    private static func event(title: String = title, tags: [String] = ["a", "b\""]) throws -> Event {
        var task = TaskItem.fixture(1) { $0.priority = .high }
        task.title = title
        task.tags = tags
        var json = JSONWriter()
        json.object { json in
            json.field("lateBySeconds", 1.5)
            json.field("missedCount", 0)
            json.field("task") { task.write(to: &$0, now: .noon) }
        }
        return Event(sequence: 3, id: Event.numbered(3).id, type: .reminderDue, timestamp: .noon, data: json.bytes)
    }

    private static func fill(
        _ text: String,
        _ format: Hook.Template.Format,
        _ event: Event,
        limit: Int = 100_000
    ) throws -> String {
        let hook = Hook.webhook(1) { hook in
            hook.shape.template = Hook.Template(format: format, text: text)
            hook.shape.sizeLimit = limit
        }
        return String(decoding: try MessageBody(of: event, for: hook).bytes, as: UTF8.self)
    }

    @Test(arguments: [
        ("{{data.task.title}}", title), ("{{{data.task.title}}}", title), ("{{&data.task.title}}", title),
        ("{{type}} #{{seq}}: {{data.task.priority}}", "reminder.due #3: high"),
        ("{{data.lateBySeconds}} {{data.missedCount}} {{nothing}}{{data.task.nothing}}.", "1.5 0 ."),
        ("{{#data.task.tags}}<{{.}}>{{/data.task.tags}}", "<a><b\">"),
        ("{{#data.task}}{{type}}/{{priority}}{{/data.task}}", "reminder.due/high"),
        (
            "{{^data.task.location}}nowhere{{/data.task.location}}{{#data.task.location}}x{{/data.task.location}}",
            "nowhere"
        ),
        ("{{#data.task.isOverdue}}late{{/data.task.isOverdue}}{{! a comment }}ok", "ok"),
        ("{{upper(data.task.priority)}} {{json(data.task.tags)}}", #"HIGH ["a","b\""]"#),
        ("\n\n  a\n {{type}}\n", "\n\n  a\n reminder.due\n"), ("no tags {at} all }}", "no tags {at} all }}"),
        ("{{summary.priority}} {{summary.title}}", "4 \(title)"),
    ])
    func `a text template shows values as they are`(template: String, expected: String) throws {
        #expect(try Self.fill(template, .text, Self.event()) == expected)
    }

    @Test(arguments: ["{{data.task.title}}", "{{{data.task.title}}}", "{{&data.task.title}}"])
    func `a value cannot end the JSON string that it stands in`(tag: String) throws {
        for title in [Self.title, "\",\"admin\":true,\"x\":\"", "\\", "\\\"", "\u{0}\u{7F}\r\n\t", "\u{1F4C5}"] {
            let filled = try Self.fill(#"{"text":"\#(tag)","n":{{seq}}}"#, .json, Self.event(title: title))
            let value = try JSONValue(json: Data(filled.utf8))
            #expect(value == .object(["text": .string(title), "n": .number(3)]), "\(filled)")
        }
    }

    @Test func `a whole value is written as JSON, with its quotes`() throws {
        let template =
            #"{"title":{{json(data.task.title)}},"due":{{json(data.task.due)}},"tags":{{json(data.task.tags)}}}"#
        let value = try JSONValue(json: Data(Self.fill(template, .json, Self.event()).utf8))
        #expect(value["title"]?.string == Self.title)
        #expect(value["due"] == .null)
        #expect(value["tags"] == .array([.string("a"), .string("b\"")]))
    }

    @Test(arguments: [
        ("{{#a}}", "line 1: the section {{#a}} is not closed"),
        ("x\n{{#a}}{{^b}}{{/b}}\n", "line 2: the section {{#a}} is not closed"),
        ("{{#a}}{{/b}}", "does not match its opening tag"), ("{{a", "line 1: a {{ is not closed"),
        ("{{a b}}", "name"),
        ("{{> partial}}", "is not supported"), ("{{< parent}}{{/parent}}", "is not supported"),
        ("{{$block}}{{/block}}", "is not supported"),
        ("{{=<% %>=}}<%a%>", "is not supported"), ("{{% CONTENT_TYPE:HTML}}", "is not supported"), ("", "1 to"),
        (String(repeating: "x", count: 16_385), "1 to 16384"), ("line one\n{{#a}}{{/c}}", "line 2"),
        (String(repeating: "{{#a}}", count: 9) + String(repeating: "{{/a}}", count: 9), "more than 8 levels deep"),
    ])
    func `a template that cannot be read is refused with the reason`(template: String, reason: String) throws {
        let error = #expect(throws: NotifyError.self) { try Self.fill(template, .text, Self.event()) }
        #expect(error?.code == .invalidTemplate)
        #expect(error?.description.contains(reason) == true, "\(error?.description ?? "")")
    }

    @Test(arguments: ["{{data.task.title}}", #"{"a":{{data.task.title}}}"#, #"{"a":"{{seq}}"} x"#, "{\"a\":\n}"])
    func `what does not come out as JSON is refused`(template: String) throws {
        let error = #expect(throws: NotifyError.self) { try Self.fill(template, .json, Self.event()) }
        #expect(error?.description.contains("does not produce JSON for an event of type reminder.due") == true)
    }

    @Test(arguments: [
        (
            "{\"a\":{{data.task.title}}}",
            "{{data.task.title}} stands outside of quotation marks; put it in such, or write "
                + "{{json(data.task.title)}}"
        ),
        ("{\"a\":\"{{data.task.title}}\",\"b\":{{ type }}}", "{{ type }} stands outside of quotation marks"),
        ("{\"a\":{{seq}}} x", "reminder.due: "),
    ])
    func `a value without quotation marks is named`(template: String, reason: String) throws {
        let error = #expect(throws: NotifyError.self) { try Self.fill(template, .json, Self.event()) }
        #expect(error?.description.contains(reason) == true, "\(error?.description ?? "")")
    }

    @Test func `sections within sections cannot multiply without end`() throws {
        let tags = (0..<100).map { "tag \($0)" }
        let depth = 8
        let bomb =
            String(repeating: "{{#data.task.tags}}", count: depth) + "{{data.task.title}}"
            + String(repeating: "{{/data.task.tags}}", count: depth)
        let event = try Self.event(title: String(repeating: "x", count: 10_000), tags: tags)
        #expect(try notifyCode { _ = try Self.fill(bomb, .text, event) } == .invalidTemplate)
        #expect(try notifyCode { _ = try Self.fill("{{type}}", .text, event, limit: 11) } == .invalidTemplate)
        #expect(try Self.fill("{{type}}", .text, event, limit: 12) == "reminder.due")
    }
}

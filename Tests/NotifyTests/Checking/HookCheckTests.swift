import Basics
import Notify
import Storage
import TestSupport
import Testing

@Suite struct HookCheckTests {
    private func pointers(_ key: String? = nil, _ change: (inout Hook) -> Void) throws -> [String] {
        let commands = try CommandAllowList("/usr/bin/notify-send")
        return HookCheck(commands: Locked(commands))
            .complaints(about: .webhook(1, change: change), clientKey: key).map(\.pointer)
    }

    @Test func `a plain webhook is in order`() throws {
        #expect(try pointers { _ in } == [])
    }

    @Test(arguments: [
        #"{"text":"{{summary.title}}: {{data.task.title}}"}"#, #"{"event":{{json(data)}},"n":{{seq}}}"#,
    ])
    func `a JSON template that every event can fill is in order`(text: String) throws {
        #expect(try pointers { $0.shape.template = .init(format: .json, text: text) } == [])
    }

    @Test(arguments: [
        #"{"late":{{data.lateBySeconds}}}"#,  // only a reminder has it
        #"{"title":{{data.task.title}}}"#,  // without quotes
        "{{#a}}", "not JSON",
    ])
    func `a JSON template that some event cannot fill is refused`(text: String) throws {
        #expect(try pointers { $0.shape.template = .init(format: .json, text: text) } == ["/template/body"])
    }

    @Test(arguments: [
        ("{{titel}}", "an event has no titel; it has data, id, seq, summary, timestamp, type"),
        ("{{#titel}}x{{/titel}}", "an event has no titel; it has data, id, seq, summary, timestamp, type"),
        ("{{upper(summary.titel)}}", "summary has no titel; it has priority, text, title"),
        ("{{{data.task.dueat}}}", "data.task has no dueat; it has "),
        (
            "{{#data.task.tags}}{{a}}{{/data.task.tags}}{{typ}}",
            "an event has no typ; it has data, id, seq, summary, timestamp, type"
        ),
    ])
    func `a name that no event has is refused, with those that there are`(text: String, reason: String) throws {
        let hook = Hook.webhook(1) { $0.shape.template = .init(format: .text, text: text) }
        let complaints = HookCheck(commands: Locked(try CommandAllowList(""))).complaints(about: hook, clientKey: nil)
        #expect(complaints.map(\.pointer) == ["/template/body"])
        #expect(complaints.first?.detail.hasPrefix(reason) == true)
    }

    @Test(arguments: [
        "{{! titel }}{{data.whatever}} {{data.task.due}} {{data.task.location.latitude}} {{json(data.task)}}",
        "{{#data.task}}{{titel}}{{/data.task}}{{^data.task.due}}{{x}}{{/data.task.due}}", "{{ id }} {{& seq }}",
    ])
    func `names in sections, and of what only some events have, are taken`(text: String) throws {
        #expect(try pointers { $0.shape.template = .init(format: .text, text: text) } == [])
    }

    @Test func `a template is tried with the events that the hook wants, and no others`() throws {
        let pointers = try pointers { hook in
            hook.shape.template = .init(format: .json, text: #"{"late":{{data.lateBySeconds}}}"#)
            hook.events = [EventPattern("reminder.due")].compactMap(\.self)
        }
        #expect(pointers == [])
    }

    @Test(arguments: [
        (Hook.Preset.ntfy, "https://ntfy.sh/", ["/url"]), (.ntfy, "https://ntfy.sh/a.b", ["/url"]),
        (.ntfy, "https://ntfy.sh/mytopic", []), (.gotify, "https://host/message?token=a", []),
        (.gotify, "https://host/?token=a", ["/url"]), (.slack, "https://hooks.slack.com/services/a/b/c", []),
    ])
    func `a preset knows the URLs of its service`(preset: Hook.Preset, url: String, expected: [String]) throws {
        let found = try pointers { hook in
            hook.shape.preset = preset
            hook.url = url
        }
        #expect(found == expected)
    }

    @Test func `a template and a preset exclude each other`() throws {
        let found = try pointers { hook in
            hook.shape.preset = .slack
            hook.shape.template = .init(format: .text, text: "x")
        }
        #expect(found == ["/template"])
    }

    @Test func `TLS settings must be certificates, and a key that fits`() throws {
        let server = try Fixtures.text("TLS/server.pem")
        let key = try Fixtures.text("TLS/server-key.pem")
        let client = try Fixtures.text("TLS/client.pem")
        #expect(try pointers { $0.tls = .init(authorities: server) } == [])
        #expect(try pointers(key) { $0.tls = .init(certificate: server) } == [])
        #expect(try pointers { $0.tls = .init(authorities: "x") } == ["/tls"])
        #expect(try pointers { $0.tls = .init(certificate: server) } == ["/tls"])
        #expect(try pointers(key) { $0.tls = .init() } == ["/tls"])
        #expect(try pointers("x") { $0.tls = .init(certificate: server) } == ["/tls"])
        #expect(try pointers(key) { $0.tls = .init(certificate: client) } == ["/tls"])
    }

    @Test(arguments: [
        (["/usr/bin/notify-send", "a b", "$(x)"], []), ([], ["/argv"]), (["/bin/sh", "-c", "x"], ["/argv"]),
        (["notify-send"], ["/argv"]), (["/usr/bin/../bin/notify-send"], ["/argv"]),
        (["/usr/bin/notify-send", "a\0b"], ["/argv"]),
        (["/usr/bin/notify-send"] + Array(repeating: "x", count: 64), ["/argv"]),
    ])
    func `a command is one of those that the operator listed`(command: [String], expected: [String]) throws {
        var hook = Hook(id: .numbered(1), kind: .command, now: .noon)
        hook.command = command
        let check = HookCheck(commands: Locked(try CommandAllowList(" /usr/bin/notify-send , /a")))
        #expect(check.complaints(about: hook, clientKey: nil).map(\.pointer) == expected)
        #expect(HookCheck(commands: Locked(.none)).complaints(about: hook, clientKey: nil).map(\.pointer) == ["/argv"])
    }

    @Test(arguments: [(["/usr/bin/notify-send"], []), ([], ["/argv"]), (["/usr/bin/notify-send", "a\0b"], ["/argv"])])
    func `a command that is disabled need not be listed any more`(command: [String], expected: [String]) {
        var hook = Hook(id: .numbered(1), kind: .command, now: .noon)
        (hook.command, hook.isEnabled) = (command, false)
        let check = HookCheck(commands: Locked(.none))
        #expect(check.complaints(about: hook, clientKey: nil).map(\.pointer) == expected)
    }

    @Test(arguments: ["notify-send", "/", "/usr/bin/", "/usr//bin", "/usr/../bin/x", "./x", "/a,b"])
    func `a list of commands has absolute paths and nothing else`(text: String) throws {
        #expect(try notifyCode { _ = try CommandAllowList(text) } == .invalidCommandList)
    }
}

import Foundation
import Notify
import Recurrence
import Storage
import TestSupport
import Testing

/// Command hooks over real child processes.
///
/// They run `/bin/sh` by name, as an operator could who lists it.
@Suite(.timeLimit(.minutes(10))) struct CommandSinkTests {
    private let clock = TestClock(.noon)

    init() {
        signal(SIGPIPE, SIG_IGN)
    }

    private func deliver(
        _ command: [String],
        allowing list: String = "/bin/sh,/bin/cat,/bin/true,/bin/false,/nothing/here",
        event: Event = .numbered(7)
    ) async throws -> DeliveryOutcome {
        var configuration = CommandConfiguration()
        configuration.allowed = try CommandAllowList(list)
        var hook = Hook(id: .numbered(1), kind: .command, now: .noon)
        hook.command = command
        let sink = CommandSink(configuration: configuration, clock: clock)
        return await sink.deliver(OutgoingMessage(hook: hook, event: event, attempt: 3))
    }

    @Test func `the event comes on standard input, whole`() async throws {
        let outcome = try await deliver(["/bin/cat"])
        #expect(outcome.kind == .delivered)
        #expect(outcome.statusCode == 0)
        #expect(outcome.responseExcerpt == String(decoding: Event.numbered(7).body, as: UTF8.self))
    }

    @Test func `arguments are passed as they are; no shell looks at them`() async throws {
        let odd = ["$(touch /tmp/x)", "a b", "", "*", "; exit 3", "\"", "予約", "-n", "`id`", "\n"]
        let outcome = try await deliver(["/bin/sh", "-c", #"printf '<%s>' "$@""#, "name"] + odd)
        #expect(outcome.responseExcerpt == odd.map { "<\($0)>" }.joined())
    }

    @Test func `the environment holds what tells of the event and a path, and nothing of ours`() async throws {
        setenv("TASKD_SECRET_OF_OURS", "x", 1)
        let outcome = try await deliver([
            "/bin/sh", "-c", "env | grep -v -e ^PWD= -e ^SHLVL= -e ^_= -e ^OLDPWD= | sort; pwd",
        ])
        let event = Event.numbered(7)
        let expected = [
            "PATH=/usr/bin:/bin", "TASKD_ATTEMPT=3", "TASKD_EVENT_ID=\(event.id)", "TASKD_EVENT_SEQ=7",
            "TASKD_EVENT_TIMESTAMP=\(event.timestamp)", "TASKD_EVENT_TYPE=task.created",
            "TASKD_HOOK_ID=\(HookID.numbered(1))", "/",
        ]
        let lines = outcome.responseExcerpt?.split(separator: "\n").map(String.init) ?? []
        #expect(lines.filter { !$0.hasPrefix("TRACEPARENT=00-") } == expected && lines.count == expected.count + 1)
    }

    @Test func `no file of ours is open in the child, and it leads a process group of its own`() async throws {
        let script = "ls /proc/$$/fd; cut -d ' ' -f 5 /proc/$$/stat; echo $$"
        let lines = try await deliver(["/bin/sh", "-c", script]).responseExcerpt?.split(separator: "\n") ?? []
        let descriptors = lines.dropLast(2).compactMap { Int($0) }.filter { $0 < 10 }
        #expect(Set(descriptors).isSubset(of: [0, 1, 2]), "\(lines)")
        #expect(lines.count > 4 && lines[lines.count - 1] == lines[lines.count - 2])
    }

    @Test(arguments: [
        (0, DeliveryOutcome.Kind.delivered), (1, .exit), (2, .exit), (74, .exit), (75, .later), (76, .exit),
        (255, .exit),
    ])
    func `what an exit status means`(status: Int, kind: DeliveryOutcome.Kind) async throws {
        let outcome = try await deliver(["/bin/sh", "-c", "echo said; exit \(status)"])
        #expect(outcome.kind == kind)
        #expect(outcome.statusCode == status)
        #expect(outcome.responseExcerpt == "said\n")
        #expect((outcome.detail == nil) == (status == 0))
    }

    @Test func `a program that is ended by a signal has failed`() async throws {
        let outcome = try await deliver(["/bin/sh", "-c", "kill -9 $$"])
        #expect(outcome.kind == .exit)
        #expect(outcome.detail?.contains("signal 9") == true)
    }

    @Test func `what is not listed is not run, and what is not there is reported`() async throws {
        #expect(try await deliver(["/bin/cat"], allowing: "").kind == .misconfigured)
        #expect(try await deliver(["/bin/cat"], allowing: "/usr/bin/cat").kind == .misconfigured)
        #expect(try await deliver([]).kind == .misconfigured)
        let missing = try await deliver(["/nothing/here"])
        #expect(missing.kind == .exit)
        #expect(missing.detail?.contains("could not be run") == true, "\(missing)")
    }

    @Test func `endless output is read, and its beginning kept`() async throws {
        let outcome = try await deliver([
            "/bin/sh", "-c", "head -c 3000000 /dev/zero | tr '\\0' a; echo end >&2; exit 4",
        ])
        #expect(outcome.statusCode == 4)
        #expect(outcome.responseExcerpt == String(repeating: "a", count: 4_096))
    }

    @Test func `a program need not read a large event`() async throws {
        let data = Array(#"{"x":"\#(String(repeating: "a", count: 200_000))"}"#.utf8)
        let event = Event(sequence: 1, id: Event.numbered(1).id, type: .taskCreated, timestamp: .noon, data: data)
        for _ in 1...5 {
            #expect(try await deliver(["/bin/true"], event: event).kind == .delivered)
            #expect(try await deliver(["/bin/false"], event: event).kind == .exit)
        }
        let counted = try await deliver(["/bin/sh", "-c", "wc -c"], event: event)
        #expect(counted.responseExcerpt.flatMap { Int($0.filter(\.isNumber)) } == event.body.count)
    }

    @Test func `what a program said is never lost, however soon it ends`() async throws {
        for number in 1...50 {
            #expect(try await deliver(["/bin/sh", "-c", "echo \(number)"]).responseExcerpt == "\(number)\n")
        }
    }

    @Test func `a child left in the background does not hold the outcome up`() async throws {
        let outcome = try await deliver(["/bin/sh", "-c", "sleep 100 & echo $!"])
        #expect(outcome.kind == .delivered)
        let identifier = try #require(outcome.responseExcerpt.flatMap { Int32($0.filter(\.isNumber)) })
        #expect(kill(identifier, SIGKILL) == 0)
    }
}

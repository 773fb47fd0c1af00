import Basics
import Foundation
import NIOHTTP1
import Notify
import Recurrence
import Storage
import TestSupport
import Testing

/// Killed in the middle of an attempt, a delivery is sent again: the same id and the same bytes, signed again.
@Suite(.serialized, .timeLimit(.minutes(5)))
struct KilledDeliveryTests {
    /// A hook whose body is made in some way, and a change of it that makes other bytes.
    private struct Form {
        var fields: String
        var change: String
    }

    private static let forms = [
        Form(fields: #""payload":"full""#, change: #"{"payload":"thin"}"#),
        Form(fields: #""payload":"full""#, change: #"{"maxBodyBytes":1024,"template":{"format":"text","body":"x"}}"#),
        Form(fields: #""payload":"thin""#, change: #"{"payload":"full"}"#),
        Form(fields: #""maxBodyBytes":1024"#, change: #"{"maxBodyBytes":100000}"#),
        Form(
            fields: #""template":{"format":"text","body":"{{data.task.title}}"}"#,
            change: #"{"template":{"format":"text","body":"now {{type}}"}}"#
        ),
        Form(
            fields: #""template":{"format":"json","body":"{\"t\":{{json(data.task)}}}"}"#, change: #"{"template":null}"#
        ),
        Form(fields: #""preset":"slack""#, change: #"{"preset":"discord"}"#),
    ]

    /// A hook with the receiver that it leads to, which never answers.
    private struct Line {
        var form: Form
        var receiver: WebhookReceiver
        var hook: String
        var secret: String
    }

    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
    }

    private func line(_ form: Form, _ daemon: RunningDaemon) async throws -> Line {
        let receiver = try await WebhookReceiver.start(otherwise: .hang)
        let body = #"{"url":"\#(receiver.url)","events":["reminder.due"],\#(form.fields)}"#
        let answer = try await daemon.request(.POST, "/v1/hooks", body)
        return Line(
            form: form,
            receiver: receiver,
            hook: try #require(answer.json["id"]?.string, "\(answer.json)"),
            secret: try #require(answer.json["secret"]?.string)
        )
    }

    @Test
    func `killed in the middle of its attempts, every form of body is sent again as it was`() async throws {
        let store = folder.path("taskd.db")
        var daemon = try await RunningDaemon(store: store)
        var lines: [Line] = []
        for form in Self.forms { lines.append(try await line(form, daemon)) }
        let soon = RunningDaemon.soon
        try await daemon.addTask(#"Zahnärztin ☎ \"予約\""#, remindingAt: soon)
        for line in lines { _ = await line.receiver.requests(atLeast: 1) }
        for line in lines {
            #expect(try await daemon.request(.PATCH, "/v1/hooks/\(line.hook)", line.form.change).status == 200)
        }
        for attempt in 2...3 {
            await daemon.end(by: SIGKILL)
            daemon = try await RunningDaemon(store: store)
            for line in lines { _ = await line.receiver.requests(atLeast: attempt) }
        }
        try await daemon.addTask("afterwards", remindingAt: RunningDaemon.soon)
        for line in lines { try check(line, await line.receiver.requests(atLeast: 4)) }
        await daemon.end(by: SIGKILL)
        for line in lines { try await line.receiver.stop() }
    }

    private func check(_ line: Line, _ requests: [WebhookReceiver.Request]) throws {
        let begun = requests.prefix(3)
        #expect(Set(begun.map(\.body)).count == 1, "\(line.form.fields)")
        #expect(begun[0].body != [])
        #expect(Set(begun.map { $0.headers["webhook-id"] }).count == 1, "\(line.form.fields)")
        #expect(Set(begun.map { $0.headers["content-type"] }).count == 1, "\(line.form.fields)")
        let verifier = WebhookVerifier(keys: [try VerificationKey(line.secret)])
        for request in requests {
            let headers = try WebhookHeaders { request.headers[$0] }
            try verifier.verify(headers, body: request.body, at: WallClock().now)
        }
        #expect(requests[3].headers["webhook-id"] != begun[0].headers["webhook-id"])
        #expect(
            Self.shape(requests[3]) != Self.shape(begun[0]), "the change of \(line.form.fields) counts from then on")
    }

    /// What a form of body can be told by: its media type, its outermost names, and what it begins with.
    private static func shape(_ request: WebhookReceiver.Request) -> [String] {
        let mediaType = request.headers["content-type"] ?? ""
        guard let json = try? JSONValue(json: Data(request.body)), case .object(let fields) = json else {
            return [mediaType, String(decoding: request.body.prefix(4), as: UTF8.self)]
        }
        guard case .object(let data)? = fields["data"] else { return [mediaType] + fields.fields.map(\.name).sorted() }
        return [mediaType] + fields.fields.map(\.name).sorted() + data.fields.map(\.name).sorted()
    }
}

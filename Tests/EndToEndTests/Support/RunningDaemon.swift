import AsyncHTTPClient
import Basics
import Foundation
import NIOCore
import NIOHTTP1
import Recurrence
import Storage
import TestSupport
import Testing

/// The built daemon on a store of its own, talked to over HTTP as any client would.
final class RunningDaemon: Sendable {
    struct Event: Sendable {
        var id: String
        var sequence: Int
        var type: String
        var data: JSONValue
        var line: LineReader.Line
    }

    let store: String
    private let process: ChildProcess
    let url: String
    let token: String

    /// Starts the daemon and returns once it takes requests, as a line of its log says; of its output all events are kept,
    /// or those that hold a text.
    init(
        store: String,
        flags: [String] = [],
        environment: [String: String] = [:],
        limit: String? = nil,
        keeping wanted: String? = nil,
        readyMark: String = "] ready",
        tokenFile: String? = nil
    ) async throws {
        self.store = store
        process = try BuiltProgram.start(
            ["serve", "--db", store] + (flags.contains("--listen") ? [] : ["--listen", "127.0.0.1:0"]) + flags,
            environment: ["TASKD_HOOKS_ALLOW": "127.0.0.0/8"].merging(environment) { $1 },
            limit: limit,
            keeping: wanted
        )
        let ready = try #require(
            await process.errors.line(containing: readyMark),
            "the daemon did not start: \(process.errors.lines.map(\.text))")
        let start = try #require(ready.text.range(of: "http"), "it listens on no address")
        url = String(ready.text[start.lowerBound...].prefix { $0 != " " && $0 != "," && $0 != "\"" })
        token = try String(contentsOfFile: tokenFile ?? store + ".token", encoding: .utf8)
            .trimmingCharacters(in: .whitespacesAndNewlines)
    }

    /// What a client in a shell needs to reach it.
    var environment: [String: String] { ["TASKD_URL": url, "TASKD_TOKEN": token] }

    /// The port that it listens on.
    var port: Int { url.split(separator: ":").last.flatMap { Int($0) } ?? 0 }

    /// How much processor time it has used, in seconds.
    func processorTime() throws -> Double {
        let text = try String(contentsOfFile: "/proc/\(process.identifier)/stat", encoding: .utf8)
        let fields = text.split(separator: ")").last?.split(separator: " ") ?? []
        let ticks = fields.dropFirst(11).prefix(2).compactMap { Double($0) }
        return ticks.reduce(0, +) / Double(sysconf(Int32(_SC_CLK_TCK)))
    }

    /// Bounds how many descriptors it may have from now on, those that are open included (Linux).
    func limitDescriptors(to count: Int) async throws {
        let program = URL(fileURLWithPath: "/usr/bin/prlimit")
        let arguments = ["--pid", "\(process.identifier)", "--nofile=\(count):"]
        try #require(await ChildProcess(program, arguments, environment: [:]).exitStatus() == 0)
    }

    /// Sends a signal that it is to survive.
    func signal(_ signal: Int32) {
        kill(process.identifier, signal)
    }

    /// A line of its log that holds a text, once there is one; nil when it has ended before.
    func logLine(containing text: String) async -> String? {
        await process.errors.line(containing: text)?.text
    }

    /// Sends a signal, and returns the exit status once the process has ended.
    @discardableResult
    func end(by signal: Int32) async -> Int32 {
        kill(process.identifier, signal)
        return await process.exitStatus()
    }

    /// Makes a request.
    @discardableResult
    func request(_ method: HTTPMethod, _ path: String, _ body: String? = nil) async throws -> (
        status: Int, json: JSONValue
    ) {
        let (status, body) = try await exchange(method, path, body)
        return (status, body.isEmpty ? .null : try JSONValue(json: body))
    }

    /// Makes a request, and returns what came as it came.
    func exchange(
        _ method: HTTPMethod, _ path: String, _ body: String? = nil, headers: [(String, String)] = [],
        within limit: TimeAmount = .seconds(20)
    ) async throws -> (status: Int, body: Data) {
        var request = HTTPClientRequest(url: url + path)
        request.method = method
        request.headers.add(contentsOf: HTTPHeaders([("authorization", "Bearer \(token)")] + headers))
        if let body { request.body = .bytes(ByteBuffer(string: body)) }
        let response = try await HTTPClient.shared.execute(request, timeout: limit)
        let bytes = try await response.body.collect(upTo: 16 << 20)
        return (Int(response.status.code), Data(bytes.readableBytesView))
    }

    /// What Prometheus would read, without a token.
    func metrics() async throws -> (mediaType: String?, text: String) {
        let response = try await HTTPClient.shared.execute(
            HTTPClientRequest(url: url + "/metrics"), timeout: .seconds(20))
        try #require(response.status == .ok)
        return (
            response.headers.first(name: "content-type"), String(buffer: try await response.body.collect(upTo: 1 << 20))
        )
    }

    /// The events of a type on standard output, once there are so many.
    func events(_ type: String, atLeast count: Int) async throws -> [Event] {
        try await process.output.lines(atLeast: count) { $0.contains("\"type\":\"\(type)\"") }.map { try Event($0) }
    }

    /// The events of a type about a task with a title on standard output, once there are so many.
    func events(_ type: String, titled title: String, atLeast count: Int) async throws -> [Event] {
        try await process.output.lines(atLeast: count) {
            $0.contains("\"type\":\"\(type)\"") && $0.contains("\"title\":\"\(title)\"")
        }.map { try Event($0) }
    }

    /// The last hundred lines of its log that are worse than information.
    func warnings() -> [String] {
        process.errors.lines.map(\.text).filter { !$0.contains(" info ") }.suffix(100)
    }

    /// How much of its memory is in use, in bytes (Linux).
    func residentBytes() throws -> Int {
        let status = try String(contentsOfFile: "/proc/\(process.identifier)/status", encoding: .utf8)
        let line = try #require(status.split(separator: "\n").first { $0.hasPrefix("VmRSS:") })
        return try #require(Int(line.filter(\.isNumber))) << 10
    }

    /// The whole event log, as the API tells it.
    func log() async throws -> [JSONValue] {
        var items: [JSONValue] = []
        while true {
            let after = items.last?["seq"]?.integer ?? 0
            let page = try await request(.GET, "/v1/events?limit=1000&after=\(after)").json["items"]?.array ?? []
            if page.isEmpty { return items }
            items += page
        }
    }
}

extension RunningDaemon.Event {
    init(_ line: LineReader.Line) throws {
        let json = try JSONValue(json: Data(line.text.utf8))
        id = try #require(json["id"]?.string)
        sequence = try #require(json["seq"]?.integer)
        type = try #require(json["type"]?.string)
        data = try #require(json["data"])
        self.line = line
    }

    /// An instant in the event's data.
    func instant(_ name: String) throws -> UTCInstant {
        let text = try #require(data[name]?.string)
        return try #require(UTCInstant(text))
    }
}

extension RunningDaemon {
    /// Makes a task with one reminder that goes off at an instant; the instant is of whole seconds.
    @discardableResult
    func addTask(_ title: String, remindingAt instant: UTCInstant, more: String = "") async throws -> JSONValue {
        let body = #"{"title":"\#(title)","due":"\#(instant)","reminders":[{"offset":"PT0S"}]\#(more)}"#
        let answer = try await request(.POST, "/v1/tasks", body)
        try #require(answer.status == 201, "\(answer.json)")
        return answer.json
    }

    /// Makes a webhook for reminders.
    func addWebhook(_ url: String) async throws -> JSONValue {
        let answer = try await request(.POST, "/v1/hooks", #"{"url":"\#(url)","events":["reminder.due"]}"#)
        try #require(answer.status == 201, "\(answer.json)")
        return answer.json
    }

    /// The second after next: near enough to wait for, far enough to be asked for before it comes.
    static var soon: UTCInstant {
        UTCInstant(secondsSinceEpoch: WallClock().now.millisecondsSinceEpoch / 1_000 + 2)
    }
}

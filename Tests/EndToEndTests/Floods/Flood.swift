import Basics
import Foundation
import Recurrence
import Storage

/// What a flood is made of, and what came of it.
struct Flood: Sendable {
    struct Outcome: Sendable {
        /// How many bad requests were answered.
        var answers = 0
        /// How many of these with a status of 500 or more.
        var failures = 0
        /// How many connections there were.
        var connections = 0
    }

    /// How many requests are sent at once, before any of their answers is read.
    private static let batch = 10
    private static let threads = 4

    let port: Int
    let token: String

    /// Requests that are wrong, each in another way; the last one is none at all, and ends its connection.
    private var requests: [String] {
        func head(_ line: String, _ token: String?, _ more: String = "") -> String {
            let access = token.map { "authorization: Bearer \($0)\r\n" } ?? ""
            return "\(line) HTTP/1.1\r\nhost: localhost\r\n\(access)\(more)\r\n"
        }
        let broken = #"{"title":"#
        return [
            head("GET /v1/tasks", "taskd_guess"),
            head("GET /v1/tasks", nil),
            head("GET /v1/nothing", token),
            head("GET /v1/tasks?colour=red", token),
            head("PATCH /v1/tasks", token),
            head("POST /v1/tasks", token, "content-length: \(broken.utf8.count)\r\n") + broken,
            "GET /v1/tasks HTTP/1.1\r\nhost: elsewhere.example\r\n\r\n",
            head("GET /v1/tasks/%zz", token),
            head("DELETE /v1/tasks/0198c5a0-0000-7000-8000-000000000001", token),
            "NO SUCH THING\r\n\r\n",
        ]
    }

    /// Sends bad requests, as fast as they are answered.
    func send(_ count: Int) async -> Outcome {
        let text = requests.joined()
        let share = count / Self.threads
        return await withTaskGroup(of: Outcome.self) { group in
            for _ in 0..<Self.threads {
                group.addTask { await onThread { send(share, Array(text.utf8)) } }
            }
            return await group.reduce(into: Outcome()) { total, part in
                total.answers += part.answers
                total.failures += part.failures
                total.connections += part.connections
            }
        }
    }

    private func send(_ count: Int, _ batch: [UInt8]) -> Outcome {
        var outcome = Outcome()
        while outcome.answers < count, outcome.connections < count {
            outcome.connections += 1
            guard let socket = BlockingSocket(port: port), socket.send(batch) else { continue }
            let (answers, failures) = socket.receiveAnswers(Self.batch)
            outcome.answers += answers
            outcome.failures += failures
        }
        return outcome
    }
}

/// Connections whose requests never come to an end: a few bytes of a header each second, and a new connection for each
/// that the server gives up (slow loris).
final class SlowClients: Sendable {
    private let isOver = Locked(false)
    private let finished: Task<Int, Never>

    init(_ count: Int, port: Int) {
        finished = Task { [isOver] in
            await onThread {
                let head = Array("GET /v1/tasks HTTP/1.1\r\nhost: localhost\r\n".utf8)
                let piece = Array("a: b\r\n".utf8)
                var opened = 0
                var clients: [BlockingSocket?] = []
                while !isOver.withLock(\.self) {
                    let begin = monotonicTime()
                    for number in 0..<count {
                        if number < clients.count, let client = clients[number] {
                            if !client.send(piece) { clients[number] = nil }
                        } else {
                            let client = BlockingSocket(port: port)
                            if client?.send(head) == true { opened += 1 }
                            if number < clients.count { clients[number] = client } else { clients.append(client) }
                        }
                        if isOver.withLock(\.self) { break }
                    }
                    let left = begin + pauseNanoseconds - monotonicTime()
                    if left > 0 { keepPace(milliseconds: Int32(left / 1_000_000)) }
                }
                return opened
            }
        }
    }

    /// Ends all of them.
    ///
    /// - Returns: How many connections were opened.
    func end() async -> Int {
        isOver.withLock { $0 = true }
        return await finished.value
    }
}

/// How long a round of the slow clients takes at least, in nanoseconds.
private let pauseNanoseconds: Int64 = 500_000_000

/// The time on a clock that nobody sets, in nanoseconds.
func monotonicTime() -> Int64 { WallClock().steady.now.nanoseconds }

/// Blocks its thread for as long as a client takes that sends at a pace: what is measured here is the machine's own time.
func keepPace(milliseconds: Int32) { poll(nil, 0, milliseconds) }

/// Runs what blocks on a thread of its own.
func onThread<Value: Sendable>(_ body: @escaping @Sendable () -> Value) async -> Value {
    await withCheckedContinuation { continuation in
        let thread = Thread { continuation.resume(returning: body()) }
        thread.start()
    }
}

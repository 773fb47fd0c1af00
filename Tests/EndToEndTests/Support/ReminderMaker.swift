import Basics
import Foundation
import NIOCore
import NIOHTTP1
import Recurrence
import Storage

/// Makes reminders all the while, at whichever node answers: what is not acknowledged is asked for again, at another one,
/// with the same idempotency key, so that each is made once.
final class ReminderMaker: Sendable {
    /// How many are asked for in one request.
    private static let batch = 100
    private let lead: Swift.Duration
    /// How long those of a batch are apart, all in all.
    private static let spread = 2_000

    private struct State {
        var made: [UTCInstant] = []
        var troubles: [String] = []
    }

    private let nodes: @Sendable () -> [RunningDaemon]
    private let state = Locked(State())

    /// - Parameters:
    ///   - nodes: Gives the nodes that may be asked.
    ///   - lead: How long before it goes off a reminder is made: longer than a fault lasts.
    init(asking nodes: @escaping @Sendable () -> [RunningDaemon], aheadBy lead: Swift.Duration) {
        (self.nodes, self.lead) = (nodes, lead)
    }

    /// How many were acknowledged.
    var count: Int { state.withLock { $0.made.count } }

    /// How many of these are to go off at an instant or earlier.
    func count(dueUntil instant: UTCInstant) -> Int {
        state.withLock { $0.made.count { $0 <= instant } }
    }

    /// What was wrong.
    var troubles: [String] { state.withLock { $0.troubles } }

    /// Makes so many, evenly over some seconds.
    func make(_ count: Int, over seconds: Int) async throws {
        let begin = WallClock().now
        for first in stride(from: 0, to: count, by: Self.batch) {
            let moment = begin.advanced(by: .milliseconds(first * seconds * 1_000 / count))
            try await WallClock().sleep(until: moment, tolerance: nil)
            try await make(min(Self.batch, count - first))
        }
    }

    private func make(_ count: Int) async throws {
        let begin = WallClock().now.advanced(by: lead)
        let instants = (0..<count).map { number in
            // Due times are of whole seconds.
            UTCInstant(
                secondsSinceEpoch: begin.advanced(by: .milliseconds(number * Self.spread / count))
                    .millisecondsSinceEpoch / 1_000)
        }
        let operations = instants.map {
            #"{"op":"create","task":{"title":"chaos","due":"\#($0)","reminders":[{"offset":"PT0S"}]}}"#
        }
        let body = #"{"operations":[\#(operations.joined(separator: ","))]}"#
        let key = UUID().uuidString
        var turn = Int.random(in: 0..<3)
        while true {
            turn += 1
            let nodes = nodes()
            let answer = try? await nodes[turn % nodes.count].exchange(
                .POST, "/v1/batch", body, headers: [("idempotency-key", key)], within: .seconds(4))
            if answer?.status == 200 { break }
            if let answer, answer.status != 503 {
                let text = String(decoding: answer.body.prefix(500), as: UTF8.self)
                // The same request is under way where the first one waits for the server.
                if answer.status != 409 { state.withLock { $0.troubles.append("\(answer.status) \(text)") } }
            }
            try await WallClock().steady.wait(for: .milliseconds(100))
        }
        let now = WallClock().now
        state.withLock { state in
            state.made += instants
            if let first = instants.first, now > first {
                state.troubles.append("a batch took until \(now), due \(first)")
            }
        }
    }
}

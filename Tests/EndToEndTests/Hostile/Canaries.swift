import Basics
import Foundation
import NIOHTTP1
import Recurrence
import Storage
import TestSupport
import Testing

/// Reminders that go off every second beside an attack, and what came of them.
///
/// A bare writer in this process tells how late anything was because the machine or its disk was busy, which is not the
/// daemon's fault.
struct Canaries {
    /// What a canary beside random requests is called, which leave those alone.
    static let title = "canary"

    private let daemon: RunningDaemon
    private let begin: UTCInstant
    private let count: Int
    private let title: String
    private let writer: BareWriter

    /// Makes one for each second of a time that begins soon.
    static func begin(_ title: String, on daemon: RunningDaemon, seconds: Int) async throws -> Canaries {
        let begin = RunningDaemon.soon
        for first in stride(from: 0, to: seconds, by: 500) {
            let operations = (first..<min(first + 500, seconds)).map { number in
                let due = begin.advanced(by: .seconds(number))
                return #"{"op":"create","task":{"title":"\#(title)","due":"\#(due)","reminders":[{"offset":"PT0S"}]}}"#
            }
            let answer = try await daemon.request(
                .POST, "/v1/batch", #"{"operations":[\#(operations.joined(separator: ","))]}"#)
            try #require(answer.status == 200, "\(answer.json)")
        }
        let writer = try BareWriter(beside: daemon.store)
        return Canaries(daemon: daemon, begin: begin, count: seconds, title: title, writer: writer)
    }

    /// Waits for those that are due by now, checks that each went off once, never early, and in time, and ends.
    ///
    /// - Returns: The greatest lateness, less that of a bare writer at the same moment.
    @discardableResult
    func end(atMost bound: Swift.Duration) async throws -> Swift.Duration {
        await writer.stop()
        return try await check(atMost: bound)
    }

    /// The same while it goes on.
    @discardableResult
    func check(atMost bound: Swift.Duration) async throws -> Swift.Duration {
        let now = WallClock().now
        let due = min(count, max(0, Int(begin.duration(to: now) / .seconds(1))))
        let events = try await daemon.events("reminder.due", titled: title, atLeast: due)
        let delays = writer.delays
        #expect(Set(events.map(\.id)).count == events.count, "one went off twice")
        #expect(events.count >= due)
        var greatest = Swift.Duration.zero
        var late: [String] = []
        for event in events {
            let scheduledAt = try event.instant("scheduledAt")
            let lateness = scheduledAt.duration(to: event.line.cameAt)
            #expect(lateness >= .zero, "one went off early")
            let excess = lateness - delays.greatest(near: scheduledAt)
            greatest = max(greatest, excess)
            if excess > bound {
                late.append("\(scheduledAt) by \(excess), \(event.line.text.prefix(250))")
            }
        }
        #expect(late.isEmpty, "\(title) at \(late), \(daemon.warnings())")
        return greatest
    }
}

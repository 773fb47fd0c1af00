import Basics
import Foundation
import NIOHTTP1
import Storage
import TestSupport
import Testing

/// What one client or receiver may do to a daemon; nobody else's reminders may be late for it.
struct Attack: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let run: @Sendable (RunningDaemon) async throws -> Void

    init(_ testDescription: String, _ run: @escaping @Sendable (RunningDaemon) async throws -> Void) {
        self.testDescription = testDescription
        self.run = run
    }

    /// Makes the same request again and again.
    private static func repeated(
        _ testDescription: String, _ count: Int, _ method: HTTPMethod, _ path: String,
        _ body: @escaping @Sendable (Int) -> String? = { _ in nil }
    ) -> Attack {
        Attack(testDescription) { daemon in
            for number in 0..<count {
                let answer = try await daemon.request(method, path, body(number))
                guard answer.status < 500 else { throw Failure(status: answer.status, path: path) }
            }
        }
    }

    /// Makes a task with a recurrence, again and again.
    private static func series(
        _ testDescription: String, _ count: Int, due: String, recurrence: String, more: String = ""
    ) -> Attack {
        repeated(testDescription, count, .POST, "/v1/tasks") { number in
            #"{"title":"series \#(number)","due":"\#(due)","timeZone":"UTC","recurrence":{\#(recurrence)}\#(more)}"#
        }
    }

    struct Failure: Error, Equatable {
        var status: Int
        var path: String
    }

    private static let reminders = #","reminders":[{"offset":"PT0S"},{"offset":"P1D"}]"#
    private static let subtasks = (1...100).map { #"{"title":"\#($0)"}"# }.joined(separator: ",")

    static let all: [Attack] = times + rules + bodies + bounds
}

extension Attack {
    private static let times = ["0001-01-01T00:00:00Z", "9999-12-31T23:59:59Z", "0000-01-01", "9999-12-31"].flatMap {
        due in
        ["America/New_York", "Pacific/Kiritimati"].map { zone in
            repeated("due \(due) in \(zone)", 3, .POST, "/v1/tasks") { _ in
                #"{"title":"edge","due":"\#(due)","timeZone":"\#(zone)","reminders":[{"offset":"PT0S"},{"at":"\#(due)"}]}"#
            }
        }
    }

    private static let rules: [Attack] = [
        series(
            "series that ended after a million occurrences", 10, due: "2020-01-01T00:00:00",
            recurrence: #""rrule":["FREQ=SECONDLY;COUNT=1000000"]"#, more: reminders),
        series(
            "series of every second that ended hours ago", 20, due: "2026-01-01T00:00:00",
            recurrence: #""rrule":["FREQ=SECONDLY;UNTIL=20260601T000000Z"]"#, more: reminders),
        series(
            "series of every second with many reminders and subtasks", 20, due: "2026-01-01T00:00:00",
            recurrence: #""rrule":["FREQ=SECONDLY"]"#,
            more: #"\#(reminders),"subtasks":[\#(subtasks)]"#),
        series(
            "series that appear by themselves since 1990", 10, due: "1990-01-01T00:00:00",
            recurrence: #""rrule":["FREQ=SECONDLY"],"respawn":"schedule","missed":"keep""#),
        series(
            "a series that would pass the year 9999", 3, due: "9999-12-31T00:00:00",
            recurrence: #""rrule":["FREQ=YEARLY"],"respawn":"schedule""#, more: #","start":"2020-01-01T00:00:00""#),
        Attack("a reminder's id that was foreseen") { try await $0.takeForeseenIDs() },
    ]

    private static let bodies: [Attack] = [
        repeated("deep JSON", 20, .POST, "/v1/tasks") { _ in
            let depth = 500
            return #"{"title":\#(String(repeating: "[", count: depth))"# + String(repeating: "[],", count: 2_000) + "1"
                + String(repeating: "]", count: depth) + "}"
        },
        repeated("50,000 tags", 5, .POST, "/v1/tasks") { _ in
            #"{"title":"a","tags":[\#((0..<50_000).map { "\"\($0)\"" }.joined(separator: ","))]}"#
        },
        repeated("a title of accents", 5, .POST, "/v1/tasks") { _ in
            #"{"title":"e\#(String(repeating: "\u{301}", count: 450_000))"}"#
        },
    ]

    private static let bounds: [Attack] = [
        "from=2500-01-01T00:00:00Z", "from=0001-01-01T00:00:00Z&until=9999-12-31T23:59:59Z&limit=1000",
        "from=2031-01-01T00:00:00Z", "from=9999-12-31T00:00:00Z", "until=0001-01-01T00:00:00Z",
    ].map { query in repeated("upcoming with \(query)", 10, .GET, "/v1/upcoming?\(query)") }
}

extension RunningDaemon {
    /// Gives the reminders that a series will have away to other tasks.
    fileprivate func takeForeseenIDs() async throws {
        let due = Self.soon
        try await request(
            .POST, "/v1/tasks",
            #"""
            {"title":"foreseen","due":"\#(due)","reminders":[{"offset":"PT0S"}],
            "recurrence":{"rrule":["FREQ=SECONDLY"],"respawn":"schedule"}}
            """#)
        let items = try await request(.GET, "/v1/upcoming?limit=20").json["items"]?.array ?? []
        for id in items.filter({ $0["projected"] == .bool(true) }).compactMap({ $0["reminderId"]?.string }) {
            try await request(
                .POST, "/v1/tasks",
                #"{"title":"thief","due":"2030-01-01T00:00:00","reminders":[{"id":"\#(id)","offset":"PT0S"}]}"#)
        }
    }
}

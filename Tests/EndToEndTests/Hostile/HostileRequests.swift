import Basics
import NIOHTTP1
import Storage
import TestSupport

/// Random requests: tasks made, changed, completed and deleted, lists with any bounds, and bodies that are no JSON.
///
/// What they name by id are things that earlier answers told of.
final class HostileRequests: Sendable {
    struct Call: Sendable {
        var method: HTTPMethod
        var path: String
        var body: String?
    }

    fileprivate struct State {
        var draft: HostileDraft
        var tasks: [String] = []
        var series: [String] = []
        var reminders: [String] = []
    }

    /// How many ids are remembered of each kind.
    private static let memory = 500

    private let state: Locked<State>

    init(seed: UInt64) {
        state = Locked(State(draft: HostileDraft(generator: SeededGenerator(seed: seed))))
    }

    func next() -> Call { state.withLock { $0.next() } }

    /// Remembers the ids in an answer.
    func learn(from answer: JSONValue) {
        let tasks =
            [answer, answer["next"], answer["completed"]].compactMap(\.self) + (answer["items"]?.array ?? []).prefix(3)
        state.withLock { state in
            // The canaries are everybody else's.
            for task in tasks where task["title"]?.string != Canaries.title {
                if task["title"] != nil, let id = task["id"]?.string { state.tasks.append(id) }
                if let id = task["seriesId"]?.string { state.series.append(id) }
                let reminders = task["reminders"]?.array ?? []
                state.reminders += reminders.prefix(2).compactMap { $0["id"]?.string }
                // Ids that a respawned task will have are taken beforehand.
                if let id = task["reminderId"]?.string { state.reminders.append(id) }
            }
            state.tasks.removeFirst(max(0, state.tasks.count - Self.memory))
            state.series.removeFirst(max(0, state.series.count - Self.memory))
            state.reminders.removeFirst(max(0, state.reminders.count - Self.memory))
        }
    }
}

extension HostileRequests.State {
    typealias Call = HostileRequests.Call

    fileprivate mutating func next() -> Call {
        switch draft.number(1...100) {
        case 1...35: Call(method: .POST, path: "/v1/tasks", body: draft.task())
        case 36...50: Call(method: .PATCH, path: "/v1/tasks/\(task())\(scope())", body: draft.task(isPatch: true))
        case 51...60:
            Call(method: .POST, path: "/v1/tasks/\(task())/\(draft.pick(["complete", "skip", "reopen"]))", body: nil)
        case 61...63: Call(method: .DELETE, path: "/v1/tasks/\(task())\(scope())", body: nil)
        case 64: Call(method: .PATCH, path: "/v1/series/\(id(of: series))", body: seriesPatch())
        case 65...70:
            Call(
                method: .POST, path: "/v1/reminders/\(reminder())/\(draft.pick(["snooze", "acknowledge"]))",
                body: snooze())
        case 71...82: Call(method: .GET, path: "/v1/upcoming?\(bounds("from", "until"))&limit=\(limit())", body: nil)
        case 83...88: Call(method: .GET, path: "/v1/tasks?\(bounds("dueFrom", "dueUntil"))&limit=\(limit())", body: nil)
        case 89: Call(method: .GET, path: "/v1/tasks/\(task())/firings", body: nil)
        case 90: Call(method: .GET, path: "/v1/series/\(id(of: series))/occurrences?\(window())", body: nil)
        case 91: Call(method: draft.pick([.GET, .DELETE]), path: "/v1/series/\(id(of: series))", body: nil)
        case 92...94: Call(method: .POST, path: "/v1/batch", body: batch())
        case 95...96: Call(method: .POST, path: "/v1/tasks", body: taken())
        default: Call(method: .POST, path: "/v1/tasks", body: shape())
        }
    }

    private mutating func task() -> String { id(of: tasks) }
    private mutating func reminder() -> String { id(of: reminders) }
    private mutating func limit() -> Int { draft.pick([1, 20, 100, 1_000]) }

    private mutating func id(of known: [String]) -> String {
        known.isEmpty || draft.chance(3) ? "00000000-0000-7000-8000-000000000000" : draft.pick(known)
    }

    private mutating func scope() -> String { draft.pick(["", "", "?scope=this", "?scope=following", "?scope=all"]) }

    private mutating func window() -> String { bounds("from", "until") + "&limit=\(limit())" }

    private mutating func seriesPatch() -> String {
        draft.pick([
            draft.task(isPatch: true), #"{"dtstart":"\#(draft.time())"}"#, #"{"state":"active","title":"b"}"#,
            #"{"recurrence":{"exdate":["20261201T090000"],"missed":"keep"}}"#, #"{"timeZone":"Asia/Seoul"}"#,
        ])
    }

    private mutating func snooze() -> String {
        draft.chance(50) ? #"{"for":"\#(draft.duration())"}"# : #"{"until":"\#(draft.time())"}"#
    }

    private mutating func bounds(_ from: String, _ until: String) -> String {
        var query: [String] = []
        if draft.chance(60) { query.append("\(from)=\(instant())") }
        if draft.chance(40) { query.append("\(until)=\(instant())") }
        return query.joined(separator: "&")
    }

    private mutating func instant() -> String {
        let year = draft.pick([1, 1990, 2026, 2027, 2500, 9_999, draft.number(1...9_999)])
        return "\(draft.digits(year, 4))-01-01T00:00:00Z"
    }

    private mutating func batch() -> String {
        let operations = (0..<(draft.chance(5) ? 100 : 5)).map { _ in #"{"op":"create","task":\#(draft.task())}"# }
        return #"{"operations":[\#(operations.joined(separator: ","))]}"#
    }

    /// A task whose ids are taken, or foreseen.
    private mutating func taken() -> String {
        #"{"title":"taken","id":"\#(task())","due":"2026-12-01T09:00","reminders":[{"id":"\#(reminder())","offset":"PT0S"}]}"#
    }

    /// JSON that is deep, wide, repeated or broken.
    private mutating func shape() -> String {
        let depth = draft.pick([1, 31, 32, 33, 500, 3_000])
        return draft.pick([
            #"{"title":\#(String(repeating: "[", count: depth))\#(String(repeating: "]", count: depth))}"#,
            #"{"title":"a","tags":[\#(Array(repeating: "[]", count: 2_000).joined(separator: ","))]}"#,
            String(repeating: #"{"a":"#, count: depth) + "1" + String(repeating: "}", count: depth),
            #"{"title":"a",}"#, #"{"title":"a","title":"b"}"#, #"{"title":"\uD800"}"#, "[1e999]", "", "nul", "{\"",
            #"{"title":"\#(String(repeating: "e\u{301}", count: draft.number(1...9_999)))"}"#,
        ])
    }
}

import Basics
import Foundation
import NIOCore
import NIOHTTP1
import Recurrence
import Storage

/// Somebody who follows the event log all the while, from one place to the next, at whichever node answers, and looks at
/// each event once.
final class LogFollower: Sendable {
    private struct State {
        var place = 0
        var firings: Set<String> = []
        var events: Set<String> = []
        var planned: [UTCInstant] = []
        var fired: [UTCInstant] = []
        var troubles: [String] = []
    }

    private let nodes: @Sendable () -> [RunningDaemon]
    private let state = Locked(State())

    /// - Parameter nodes: Gives the nodes that may be asked.
    init(asking nodes: @escaping @Sendable () -> [RunningDaemon]) {
        self.nodes = nodes
    }

    /// How many reminders it has seen go off.
    var count: Int { state.withLock { $0.planned.count } }

    /// How many of them were planned for an instant or earlier.
    func count(plannedUntil instant: UTCInstant) -> Int {
        state.withLock { $0.planned.count { $0 <= instant } }
    }

    /// When the first of them went off after an instant.
    func firstFiring(after instant: UTCInstant) -> UTCInstant? {
        state.withLock { $0.fired.filter { $0 > instant }.min() }
    }

    /// The ids of the events by which they went off.
    var events: Set<String> { state.withLock { $0.events } }

    /// What was wrong with what it has seen.
    var troubles: [String] { state.withLock { $0.troubles } }

    /// Follows until its task is cancelled.
    func run() async {
        var turn = 0
        while !Task.isCancelled {
            let nodes = nodes()
            turn += 1
            let isMore = (try? await look(at: nodes[turn % nodes.count])) ?? false
            if !isMore { try? await WallClock().steady.wait(for: .milliseconds(100)) }
        }
    }

    /// Reads on.
    ///
    /// - Returns: Whether there was something.
    private func look(at node: RunningDaemon) async throws -> Bool {
        let place = state.withLock { $0.place }
        let path = "/v1/events?limit=1000&after=\(place)"
        let answer = try await node.exchange(.GET, path, within: .seconds(3))
        guard answer.status == 200 else { return false }
        let items = try JSONValue(json: answer.body)["items"]?.array ?? []
        let now = WallClock().now
        state.withLock { state in for item in items { Self.note(item, readAt: now, in: &state) } }
        return !items.isEmpty
    }

    private static func note(_ event: JSONValue, readAt now: UTCInstant, in state: inout State) {
        let place = event["seq"]?.integer ?? 0
        if place != state.place + 1 { state.troubles.append("event \(place) follows \(state.place)") }
        state.place = place
        guard event["type"]?.string == "reminder.due", let id = event["id"]?.string,
            let firing = event["data"]?["firingId"]?.string,
            let planned = event["data"]?["scheduledAt"]?.string.flatMap({ UTCInstant($0) }),
            let fired = event["data"]?["firedAt"]?.string.flatMap({ UTCInstant($0) })
        else { return }
        if !state.firings.insert(firing).inserted { state.troubles.append("firing \(firing) is there twice") }
        if !state.events.insert(id).inserted { state.troubles.append("event \(id) is there twice") }
        if fired < planned || now < planned { state.troubles.append("firing \(firing) at \(fired) is early") }
        state.planned.append(planned)
        state.fired.append(fired)
    }
}

extension LogFollower {
    /// Follows while a closure runs, and until so many reminders have gone off, for a minute at the most.
    func follow(untilSeen count: Int, _ body: () async throws -> Void) async throws {
        // A task of its own: it goes on beside what the closure waits for.
        let following = Task { await run() }
        defer { following.cancel() }
        try await body()
        for _ in 0..<600 where self.count < count { try await WallClock().steady.wait(for: .milliseconds(100)) }
    }
}

import Dispatch
import Storage

/// Writes the events of a large batch on a thread of its own, while what is ready of the batch is recorded.
///
/// An event's JSON needs nothing of the store, and takes half as long as the rows of its firing.
final class EventDrafting: Sendable {
    /// The first part is soon there, the later ones are worth their way.
    private static let (smallestPart, largestPart) = (16, 128)

    private let queue = DispatchQueue(label: "taskd.event-drafting")

    /// Passes on decisions as outcomes with their events, in order, part by part.
    ///
    /// It blocks until each part is ready, so it is not for Swift's own threads.
    func forEachPart(of decisions: [FiringDecision], _ body: ([FiringOutcome]) throws -> Void) rethrows {
        guard decisions.count > Self.smallestPart else { return try body(decisions.map { $0.told() }) }
        for part in begin(decisions) { try body(part.outcomes()) }
    }

    private func begin(_ decisions: [FiringDecision]) -> [Part] {
        var parts: [Part] = []
        var left = decisions[...]
        var size = Self.smallestPart
        while !left.isEmpty {
            let part = Part()
            queue.async { [decisions = left.prefix(size)] in part.finish(decisions.map { $0.told() }) }
            parts.append(part)
            left = left.dropFirst(size)
            size = min(2 * size, Self.largestPart)
        }
        return parts
    }
}

/// A part of a batch that is being made ready.
private final class Part: Sendable {
    private let isReady = DispatchSemaphore(value: 0)
    private let made = Locked<[FiringOutcome]>([])

    func finish(_ outcomes: [FiringOutcome]) {
        made.withLock { $0 = outcomes }
        isReady.signal()
    }

    /// The outcomes, once they are there.
    func outcomes() -> [FiringOutcome] {
        isReady.wait()
        return made.withLock { $0 }
    }
}

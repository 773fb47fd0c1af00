import Basics
import Dispatch
import Storage

/// A large batch of firings on its way from the thread that works them out to the one that records them, part by part.
///
/// Each takes about half of the time, so that a batch is done in little more than half of it.
final class FiringPipeline: Sendable {
    /// The first part is soon there; the later ones are worth their way.
    private static let (smallest, largest) = (16, 128)
    /// How large a batch must be for a second thread to be worth it.
    static let minCount = 4 * smallest

    private let slices: [ArraySlice<PlannedFiring>]
    private let slots: [Slot]

    init(_ planned: [PlannedFiring]) {
        var slices: [ArraySlice<PlannedFiring>] = []
        var left = planned[...]
        var size = Self.smallest
        while !left.isEmpty {
            slices.append(left.prefix(size))
            left = left.dropFirst(size)
            size = min(2 * size, Self.largest)
        }
        self.slices = slices
        slots = slices.map { _ in Slot() }
    }

    /// Makes all parts; after a failure the rest fail alike.
    func make(by maker: () throws -> FiringEvaluator) {
        do {
            var maker = try maker()
            for (slice, slot) in zip(slices, slots) { slot.put(.success(try maker.part(slice))) }
        } catch {
            for slot in slots { slot.put(.failure(error)) }
        }
    }

    /// Passes on the parts in order, waiting for each.
    ///
    /// It blocks, so it is not for Swift's own threads.
    ///
    /// - Throws: What making a part threw, or `body`.
    func forEach(_ body: (FiringPart) throws -> Void) throws {
        for slot in slots { try body(slot.take()) }
    }
}

/// The place of one part.
private final class Slot: Sendable {
    private let isFull = DispatchSemaphore(value: 0)
    private let content = Locked<Result<FiringPart, any Error>?>(nil)

    /// Puts a part in, unless there is one.
    func put(_ part: Result<FiringPart, any Error>) {
        let isFirst = content.withLock { content in
            defer { content = content ?? part }
            return content == nil
        }
        if isFirst { isFull.signal() }
    }

    /// Waits for the part and takes it out.
    func take() throws -> FiringPart {
        isFull.wait()
        guard
            let part = content.withLock({ content in
                defer { content = nil }
                return content
            })
        else { preconditionFailure("the place of a part is full once that was signalled, and emptied once") }
        return try part.get()
    }
}

import Basics
import Dispatch
import Storage

/// A large batch of firings on its way from the thread that reads them and works them out to the one that records them,
/// part by part.
///
/// Each takes about half of the time, so that a batch is done in little more than half of it.
final class FiringPipeline: Sendable {
    /// The first part is soon there; the later ones are worth their way.
    private static let (smallest, largest) = (16, 128)
    /// How large a batch must be for a second thread to be worth it.
    static let minCount = 4 * smallest

    private let due: DueFirings
    /// The parts on their way, nil behind the last.
    private let parts = Locked<[Result<FiringPart?, any Error>]>([])
    private let arrivals = DispatchSemaphore(value: 0)

    init(_ due: DueFirings) {
        self.due = due
    }

    /// Makes all parts, up to a failure.
    func make(by maker: () throws -> FiringEvaluator) {
        do {
            var (maker, due, size) = (try maker(), due, Self.smallest)
            while let part = try maker.part(ofNext: size, in: &due) {
                put(.success(part))
                size = min(2 * size, Self.largest)
            }
            put(.success(nil))
        } catch {
            put(.failure(error))
        }
    }

    /// Passes on the parts in order, waiting for each.
    ///
    /// It blocks, so it is not for Swift's own threads.
    ///
    /// - Throws: What making a part threw, or `body`.
    func forEach(_ body: (FiringPart) throws -> Void) throws {
        while let part = try take() { try body(part) }
    }

    private func put(_ part: Result<FiringPart?, any Error>) {
        parts.withLock { $0.append(part) }
        arrivals.signal()
    }

    private func take() throws -> FiringPart? {
        arrivals.wait()
        return try parts.withLock { $0.removeFirst() }.get()
    }
}

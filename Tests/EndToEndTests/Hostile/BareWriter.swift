import Basics
import Dispatch
import Foundation
import Recurrence

/// Wakes up ten times a second, writes to a file beside a store until the disk has it, and notes how late it was: no
/// program that records what it does before it does it could have been faster.
final class BareWriter: Sendable {
    struct Delays: Sendable {
        fileprivate var delays: [(at: UTCInstant, by: Swift.Duration)] = []

        /// The greatest within a second of an instant.
        func greatest(near instant: UTCInstant) -> Swift.Duration {
            delays.filter { abs($0.at.duration(to: instant) / .seconds(1)) <= 1 }.map(\.by).max() ?? .zero
        }
    }

    private let noted = Locked(Delays())
    private let running: Task<Void, Never>

    init(beside store: String) throws {
        let path = store + ".bare-writer"
        try Data().write(to: URL(fileURLWithPath: path))
        let file = try FileHandle(forUpdating: URL(fileURLWithPath: path))
        let queue = DispatchQueue(label: "bare writer")
        running = Task { [noted] in
            let clock = WallClock()
            while !Task.isCancelled {
                let target = clock.now.advanced(by: .milliseconds(100))
                try? await clock.sleep(until: target, tolerance: nil)
                // Off the threads that the tests share: a slow disk must hold up nobody else.
                await withCheckedContinuation { continuation in
                    queue.async {
                        try? file.seek(toOffset: 0)
                        try? file.write(contentsOf: Data(repeating: 0, count: 4_096))
                        try? file.synchronize()
                        continuation.resume()
                    }
                }
                let now = clock.now
                noted.withLock { $0.delays.append((now, target.duration(to: now))) }
            }
        }
    }

    var delays: Delays { noted.withLock { $0 } }

    func stop() async {
        running.cancel()
        await running.value
    }
}

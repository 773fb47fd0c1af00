import Basics
import Notify
import Storage

/// Which events a scripted sink was given, in order.
final class SentLog: Sendable {
    private let sent = Locked<[Int64]>([])
    private let wakeSignal = WakeSignal()

    var sequences: [Int64] { sent.withLock { $0 } }

    func note(_ message: OutgoingMessage) {
        sent.withLock { $0.append(message.event.sequence) }
        wakeSignal.signal()
    }

    /// Returns once so many were given.
    func wait(for count: Int) async -> [Int64] {
        while sequences.count < count { await wakeSignal.wait() }
        return sequences
    }
}

import Basics
import NIOCore

/// The connections that are open: bounds how many there are, and knows which have kept the server waiting longest.
final class OpenConnections: Sendable {
    /// What becomes of a connection that was accepted.
    enum Admission {
        case admitted
        /// It is admitted, and this one is to be closed for it.
        case insteadOf(any Channel)
        case refused
    }

    private struct Entry {
        let channel: any Channel
        /// Since when it waits for its client; nil while a request is at work.
        var waitingSince: NIODeadline?
    }

    private let limit: Int
    private let entries = Locked<[ObjectIdentifier: Entry]>([:])

    init(limit: Int) {
        self.limit = limit
    }

    /// How many there are.
    var count: Int { entries.withLock { $0.count } }

    /// Takes in a connection that was accepted, if there is room or room can be made.
    func admit(_ channel: any Channel, at now: NIODeadline) -> Admission {
        let admission = entries.withLock { entries -> Admission in
            var result = Admission.admitted
            if entries.count >= limit {
                let waiting = entries.lazy.compactMap { key, entry in entry.waitingSince.map { (key, $0) } }
                guard let oldest = waiting.min(by: { $0.1 < $1.1 }), let entry = entries.removeValue(forKey: oldest.0)
                else { return .refused }
                result = .insteadOf(entry.channel)
            }
            entries[ObjectIdentifier(channel)] = Entry(channel: channel, waitingSince: now)
            return result
        }
        if case .refused = admission { return admission }
        channel.closeFuture.whenComplete { [entries] _ in
            entries.withLock { $0[ObjectIdentifier(channel)] = nil }
        }
        return admission
    }

    /// Notes that a connection waits for its client since an instant, or, by nil, that a request is at work.
    func note(_ channel: any Channel, waitingSince: NIODeadline?) {
        entries.withLock { $0[ObjectIdentifier(channel)]?.waitingSince = waitingSince }
    }
}

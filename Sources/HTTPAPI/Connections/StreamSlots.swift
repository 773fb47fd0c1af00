import Storage

/// Bounds how many event streams there are.
///
/// A slot is an object that counts as long as anything holds it, so that it comes back whatever becomes of its stream:
/// it ends, its client goes, or not even its head could be written.
final class StreamSlots: Sendable {
    final class Slot: Sendable {
        private let slots: StreamSlots

        fileprivate init(_ slots: StreamSlots) {
            self.slots = slots
        }

        deinit {
            slots.taken.withLock { $0 -= 1 }
        }
    }

    /// How many there may be.
    let limit: Int
    private let taken = Locked(0)

    init(limit: Int) {
        self.limit = limit
    }

    /// A slot to be held as long as the stream lasts; nil when all are taken.
    func take() -> Slot? {
        let isFree = taken.withLock { count in
            guard count < limit else { return false }
            count += 1
            return true
        }
        return isFree ? Slot(self) : nil
    }
}

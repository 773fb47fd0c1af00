import Storage

/// Where those who send leave what came of it, and where the loop hears that there is something to do.
final class DeliveryDesk: Sendable {
    let bell = Doorbell()
    private let landings = Locked<[Landing]>([])
    private let isClosed = Locked(false)

    /// Whether the loop is to come to an end.
    var isClosing: Bool { isClosed.withLock { $0 } }

    /// Asks the loop to come to an end.
    func close() {
        isClosed.withLock { $0 = true }
        bell.ring()
    }

    /// Leaves what came of a batch.
    func leave(_ landing: Landing) {
        landings.withLock { $0.append(landing) }
        bell.ring()
    }

    /// Takes what was left since the last time.
    func takeLandings() -> [Landing] {
        landings.withLock { landings in
            defer { landings = [] }
            return landings
        }
    }
}

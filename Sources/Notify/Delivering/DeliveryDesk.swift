import DequeModule
import Storage

/// Where batches wait for a place, where those who send them leave what came of them, and where the loop hears of it.
///
/// More is claimed than is sent at once, so that those who send go on while the loop records what they have done.
final class DeliveryDesk: Sendable {
    /// The batches of one hook.
    private struct Line {
        var senders = 0
        var waiting: Deque<DeliveryBatch> = []
    }

    private struct State {
        var isClosing = false
        var landings: [Landing] = []
        var lines: [HookID: Line] = [:]

        /// Gives back unsent what waits of a hook.
        mutating func withdraw(_ hook: HookID) {
            let waiting = lines[hook]?.waiting ?? []
            lines[hook]?.waiting = []
            landings += waiting.map { Landing(batch: $0, unsent: $0.claims.map(\.id)) }
        }
    }

    let bell = Doorbell()
    private let state = Locked(State())

    /// Whether the loop is to come to an end.
    var isClosing: Bool { state.withLock { $0.isClosing } }

    /// The hooks of which something waits, as they were when it was claimed.
    var waitingHooks: [Hook] {
        state.withLock { $0.lines.values.compactMap(\.waiting.first?.hook) }
    }

    /// Asks the loop to come to an end; what waits is given back.
    func close() {
        state.withLock { state in
            state.isClosing = true
            for hook in Array(state.lines.keys) { state.withdraw(hook) }
        }
        bell.ring()
    }

    /// Takes a batch in.
    ///
    /// - Returns: Whether it is to be sent now; if not, it waits until one of its hook has been sent.
    func admit(_ batch: DeliveryBatch) -> Bool {
        state.withLock { state in
            var line = state.lines[batch.hook.id, default: Line()]
            let hasPlace = line.senders < batch.places && !state.isClosing
            if hasPlace { line.senders += 1 } else { line.waiting.append(batch) }
            state.lines[batch.hook.id] = line
            if state.isClosing { state.withdraw(batch.hook.id) }
            return hasPlace
        }
    }

    /// Leaves what came of a batch; when something failed, what waits of its hook is given back, to be thought over.
    ///
    /// - Returns: The batch that is to be sent in its place; nil when the place is free now.
    func leave(_ landing: Landing) -> DeliveryBatch? {
        let hook = landing.batch.hook.id
        let next = state.withLock { state -> DeliveryBatch? in
            state.landings.append(landing)
            if landing.hasFailures { state.withdraw(hook) }
            guard var line = state.lines[hook] else { return nil }
            // Fewer may have places now than when those who send set out.
            let next = line.waiting.first.flatMap { line.senders <= $0.places ? $0 : nil }
            if next == nil { line.senders -= 1 } else { line.waiting.removeFirst() }
            state.lines[hook] = line.senders == 0 && line.waiting.isEmpty ? nil : line
            return next
        }
        bell.ring()
        return next
    }

    /// Gives back what waits of some hooks.
    func withdraw(_ hooks: [HookID]) {
        guard !hooks.isEmpty else { return }
        state.withLock { state in
            for hook in hooks { state.withdraw(hook) }
        }
        bell.ring()
    }

    /// Takes what was left since the last time.
    func takeLandings() -> [Landing] {
        state.withLock { state in
            defer { state.landings = [] }
            return state.landings
        }
    }
}

extension Landing {
    fileprivate var hasFailures: Bool {
        results.contains { $0.attempt != nil && $0.verdict != .delivered }
    }
}

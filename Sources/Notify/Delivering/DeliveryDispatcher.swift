import Basics
import DequeModule
import Recurrence
import Storage

/// Where batches wait for a place, where those who send them leave what came of them, and where the loop hears of it.
///
/// More is claimed than is sent at once, so that those who send go on while the loop records what they have done.
final class DeliveryDispatcher: Sendable {
    /// The batches of one hook.
    private struct Line {
        var senders = 0
        var waiting: Deque<DeliveryBatch> = []

        var isEmpty: Bool { senders == 0 && waiting.isEmpty }

        /// The batch that one who has sent his goes on with; when there is none, his place is free.
        ///
        /// Fewer may have places now than when those who send set out.
        mutating func next() -> DeliveryBatch? {
            if let next = waiting.first, senders <= next.places { return waiting.removeFirst() }
            senders -= 1
            return nil
        }
    }

    private struct State {
        var isClosing = false
        var batchResults: [BatchResult] = []
        var lines: [HookID: Line] = [:]

        /// Gives back unsent what waits of a hook.
        mutating func withdraw(_ hook: HookID) {
            let waiting = lines[hook]?.waiting ?? []
            lines[hook]?.waiting = []
            batchResults += waiting.map { BatchResult(batch: $0, unsent: $0.claims.map(\.id)) }
        }
    }

    /// Signals when something was left, and for whatever else the loop is to look at.
    let wakeSignal = WakeSignal()
    /// Signals when something was left that is to be seen to at once.
    private let pressingBell = WakeSignal()
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
        wakeSignal.signal()
        pressingBell.signal()
    }

    /// Takes a batch in.
    ///
    /// - Returns: Whether it is to be sent now; if not, it waits until one of its hook has been sent.
    func admit(_ batch: DeliveryBatch) -> Bool {
        state.withLock { state in
            let hook = batch.hook.id
            let isFree = state.lines[hook, default: Line()].senders < batch.places
            let hasPlace = (isFree || batch.isSuspect) && !state.isClosing
            if hasPlace {
                state.lines[hook, default: Line()].senders += 1
            } else {
                state.lines[hook, default: Line()].waiting.append(batch)
            }
            if state.isClosing { state.withdraw(hook) }
            return hasPlace
        }
    }

    /// Leaves what came of a batch; when something failed, what waits of its hook is given back, to be thought over.
    ///
    /// - Returns: The batch that is to be sent in its place; nil when the place is free now.
    func leave(_ batchResult: BatchResult) -> DeliveryBatch? {
        let hook = batchResult.batch.hook.id
        let (next, left) = state.withLock { state -> (DeliveryBatch?, Int) in
            state.batchResults.append(batchResult)
            if batchResult.hasFailures { state.withdraw(hook) }
            let next = state.lines[hook]?.next()
            let left = state.lines[hook]?.waiting.count ?? 0
            if state.lines[hook]?.isEmpty == true { state.lines[hook] = nil }
            return (next, left)
        }
        wakeSignal.signal()
        // What is left is sent while the loop is about its next turn, if it begins now.
        if left < batchResult.batch.places { pressingBell.signal() }
        return next
    }

    /// Returns when there is reason for a turn: a hook soon has nothing waiting, something failed, or what was left has
    /// lain here for as long as it may.
    ///
    /// The more is recorded in one transaction, the less each record costs.
    func gather(atMost duration: Swift.Duration, on clock: some SteadyClock) async {
        guard !pressingBell.takeSignal(), state.withLock({ !$0.batchResults.isEmpty }) else { return }
        await pressingBell.wait(until: clock.now.advanced(by: duration), on: clock)
    }

    /// Gives back what waits of some hooks.
    func withdraw(_ hooks: [HookID]) {
        guard !hooks.isEmpty else { return }
        state.withLock { state in
            for hook in hooks { state.withdraw(hook) }
        }
        wakeSignal.signal()
        pressingBell.signal()
    }

    /// Takes what was left since the last time.
    func takeLandings() -> [BatchResult] {
        // It has been answered by what is taken now.
        _ = pressingBell.takeSignal()
        return state.withLock { state in
            defer { state.batchResults = [] }
            return state.batchResults
        }
    }
}

extension BatchResult {
    fileprivate var hasFailures: Bool {
        results.contains { $0.attempt != nil && $0.verdict != .delivered }
    }
}

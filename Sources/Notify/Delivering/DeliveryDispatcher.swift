import Basics
import Recurrence
import Storage

/// The lock around the ``DeliveryMachine`` of a delivery loop: passes events in, and wakes the loop when it asks for that.
final class DeliveryDispatcher: Sendable {
    /// Signals when there are results, and for whatever else the loop is to look at.
    let wakeSignal = WakeSignal()
    /// Signals when the next turn should not wait for further results.
    private let urgentSignal = WakeSignal()
    private let machine: Locked<DeliveryMachine>

    init(limits: [Hook.Kind: SinkLimits], flightLimit: Int) {
        machine = Locked(DeliveryMachine(limits: limits, flightLimit: flightLimit))
    }

    /// Whether the loop is to stop.
    var isStopping: Bool { machine.withLock { $0.isStopping } }
    /// Whether anything is being sent.
    var isSending: Bool { machine.withLock { $0.isSending } }
    /// Whether there is anything to record.
    var hasResults: Bool { machine.withLock { $0.hasResults } }

    /// Asks the loop to stop.
    func stop() {
        machine.withLock { $0.stop() }
        wakeAtOnce()
    }

    /// Returns when there is a reason for a turn: a hook soon has nothing waiting, something failed, or results have been
    /// here for as long as they may.
    ///
    /// The more is recorded in one transaction, the less each record costs.
    func gather(atMost duration: Swift.Duration, on clock: some SteadyClock) async {
        guard !urgentSignal.takeSignal(), hasResults else { return }
        await urgentSignal.wait(until: clock.now.advanced(by: duration), on: clock)
    }

    /// Begins a turn and returns what it is to record.
    func beginTurn() -> [BatchResult] {
        // It is answered by what is taken now.
        _ = urgentSignal.takeSignal()
        return machine.withLock { $0.beginTurn() }
    }

    /// Plans by what the turn has read.
    func plan(_ snapshot: DeliverySnapshot, now: UTCInstant, steady: SteadyInstant) -> ClaimPlan {
        let (plan, isUrgent) = machine.withLock { $0.plan(snapshot, now: now, steady: steady) }
        if isUrgent { wakeAtOnce() }
        return plan
    }

    /// Ends a turn that is committed, and returns the batches to send now.
    func endTurn(granted: [GrantedClaims] = [], at now: SteadyInstant) -> [DeliveryBatch] {
        machine.withLock { $0.endTurn(granted: granted, at: now) }
    }

    /// Ends a turn that was rolled back; what it was to record has waited for long enough.
    func abandonTurn() {
        machine.withLock { $0.abandonTurn() }
        urgentSignal.signal()
    }

    /// Takes the result of a batch, and returns the one to send in its slot; nil when the slot is free now.
    func finish(_ result: BatchResult) -> DeliveryBatch? {
        let sequel = machine.withLock { $0.finish(result) }
        wakeSignal.signal()
        if sequel.isUrgent { urgentSignal.signal() }
        return sequel.next
    }

    private func wakeAtOnce() {
        wakeSignal.signal()
        urgentSignal.signal()
    }
}

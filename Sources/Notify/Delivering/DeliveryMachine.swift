import Basics
import DequeModule
import Recurrence
import Storage

/// The state of all deliveries in flight: which wait for a slot, which are being sent, and which have a result that the
/// store does not have yet.
///
/// It is a value without a clock, a lock, a task or a store. Each mutating method is an event, and returns what is to be
/// done now; ``DeliveryDispatcher`` keeps the one machine of a delivery loop behind a lock and carries that out. An event
/// that cannot occur in the present state is a programming error, and traps.
///
/// A claimed delivery is `waiting`, then `sending`, then `finished`, or is withdrawn from `waiting` to `finished` unsent.
/// It is forgotten at the end of the turn that recorded or released it. A turn is `beginTurn`, `plan`, as often as its
/// transaction is run, and `endTurn` or `abandonTurn`; batches may finish at any time.
struct DeliveryMachine: Sendable {
    /// How far a claimed delivery has come.
    private enum Stage {
        case waiting, sending, finished
    }

    private enum Turn {
        case none, begun, planned
    }

    /// How much each kind of sink takes.
    let limits: [Hook.Kind: SinkLimits]
    /// How many batches may be claimed and not finished, over all hooks.
    let flightLimit: Int

    private(set) var lanes: [HookID: HookLane] = [:]
    /// How many batches are claimed and not finished, suspects aside.
    private(set) var batchCount = 0
    /// Whether a suspect is being sent: there is one at a time.
    private(set) var hasSuspect = false
    private(set) var isStopping = false
    private var stages: [DeliveryID: Stage] = [:]
    /// What the next turn is to record.
    private(set) var results: [BatchResult] = []
    /// What the present turn records.
    private var recording: [BatchResult] = []
    private var turn = Turn.none
    /// The hooks of which the present turn has withdrawn what waited.
    private var withdrawn: Set<HookID> = []

    init(limits: [Hook.Kind: SinkLimits], flightLimit: Int) {
        precondition(flightLimit > 0, "a delivery loop has at least one delivery in flight")
        self.limits = limits
        self.flightLimit = flightLimit
    }

    /// Whether anything is being sent.
    var isSending: Bool { hasSuspect || lanes.values.contains { $0.sending > 0 } }
    /// Whether there is anything to record.
    var hasResults: Bool { !results.isEmpty }
    /// Whether nothing is claimed any more.
    var isEmpty: Bool { stages.isEmpty }

    // MARK: Turns

    /// A turn begins.
    ///
    /// - Returns: What it is to record and release.
    mutating func beginTurn() -> [BatchResult] {
        precondition(turn == .none, "a turn of the delivery loop began before the last one had ended")
        turn = .begun
        withdrawn = []
        swap(&recording, &results)
        return recording
    }

    /// The turn has read the store, and may read it again where its transaction is run again.
    ///
    /// - Returns: What it is to claim, once its results are recorded; and whether it is to be followed at once by another
    ///   one, to release what waited for hooks that have changed.
    mutating func plan(_ snapshot: DeliverySnapshot, now: UTCInstant, steady: SteadyInstant) -> (
        ClaimPlan, isUrgent: Bool
    ) {
        precondition(turn != .none, "a turn of the delivery loop planned that had not begun")
        turn = .planned
        guard !isStopping else { return (ClaimPlan(), false) }
        forgetLanes(unlessOf: snapshot.hooks)
        withdrawn.formUnion(withdrawChanged(snapshot.hooks))
        let planner = ClaimPlanner(machine: self, withdrawn: withdrawn, now: now, steady: steady)
        return (planner.plan(snapshot), !withdrawn.isEmpty)
    }

    /// The turn is committed: its results are recorded and released, and these deliveries are claimed.
    ///
    /// A claim of what is in flight already only had its lease renewed, and is passed over.
    ///
    /// - Returns: The batches to hand to senders now; the others wait for a slot.
    mutating func endTurn(granted: [GrantedClaims], at now: SteadyInstant) -> [DeliveryBatch] {
        precondition(turn == .planned || turn == .begun && granted.isEmpty, "deliveries were claimed without a plan")
        turn = .none
        for result in recording { forget(result) }
        recording.removeAll()
        var started: [DeliveryBatch] = []
        for grant in granted { take(grant, at: now, into: &started) }
        return started
    }

    /// The turn was rolled back: what it was to record is recorded by the next one.
    mutating func abandonTurn() {
        precondition(turn != .none, "a turn of the delivery loop was abandoned that had not begun")
        turn = .none
        results.insert(contentsOf: recording, at: 0)
        recording = []
    }

    // MARK: Sending

    /// What follows when a batch was sent.
    struct Sequel {
        /// The batch to send in its slot; nil when the slot is free now.
        var next: DeliveryBatch?
        /// Whether the next turn should begin at once: there is soon nothing to send, or something failed.
        var isUrgent: Bool
    }

    /// A batch was sent.
    ///
    /// When something of it failed, what waits for the same hook is withdrawn: what to send, how fast
    /// and where to is to be decided again.
    mutating func finish(_ result: BatchResult) -> Sequel {
        let hook = result.batch.hook.id
        precondition(
            result.results.count + result.unsent.count == result.batch.claims.count,
            "a batch of \(result.batch.claims.count) deliveries was finished with other ones")
        for delivery in result.results { advance(delivery.delivery, from: .sending, to: .finished) }
        for delivery in result.unsent { advance(delivery, from: .sending, to: .finished) }
        results.append(result)
        if result.batch.isSuspect {
            hasSuspect = false
        } else {
            lanes[hook, default: HookLane()].finishOne()
            batchCount -= 1
        }
        if result.hasFailures { withdraw(hook) }
        let next = start(hook)
        guard let lane = lanes[hook] else { return Sequel(next: next, isUrgent: true) }
        if lane.claimed == 0, lane.bucket == nil { lanes[hook] = nil }
        return Sequel(next: next, isUrgent: lane.waiting.count < lane.slots)
    }

    /// The loop is to stop: what waits is withdrawn, and nothing more is claimed or started.
    mutating func stop() {
        isStopping = true
        for hook in Array(lanes.keys) { withdraw(hook) }
    }

    // MARK: Parts

    private mutating func advance(_ delivery: DeliveryID, from old: Stage, to new: Stage) {
        let before = stages.updateValue(new, forKey: delivery)
        precondition(before == old, "\(delivery) is \(before.map { "\($0)" } ?? "not claimed") and cannot be \(new)")
    }

    /// Takes the next batch of a hook into a free slot.
    private mutating func start(_ hook: HookID) -> DeliveryBatch? {
        guard let next = lanes[hook]?.startNext() else { return nil }
        for claim in next.claims { advance(claim.id, from: .waiting, to: .sending) }
        return next
    }

    /// Finishes unsent what waits for a hook.
    private mutating func withdraw(_ hook: HookID) {
        guard let waiting = lanes[hook]?.withdraw(), !waiting.isEmpty else { return }
        batchCount -= waiting.count
        for batch in waiting {
            for claim in batch.claims { advance(claim.id, from: .waiting, to: .finished) }
            results.append(BatchResult(batch: batch, unsent: batch.claims.map(\.id)))
        }
    }

    /// Withdraws what waits for hooks that are not what they were when it was claimed.
    private mutating func withdrawChanged(_ hooks: [Hook]) -> Set<HookID> {
        var changed: Set<HookID> = []
        for (id, lane) in lanes where !lane.waiting.isEmpty { changed.insert(id) }
        guard !changed.isEmpty else { return [] }
        for hook in hooks where lanes[hook.id]?.waiting.first?.hook == hook { changed.remove(hook.id) }
        for hook in changed { withdraw(hook) }
        return changed
    }

    /// Forgets the tokens of hooks that are deleted.
    private mutating func forgetLanes(unlessOf hooks: [Hook]) {
        guard lanes.count > hooks.count else { return }
        let known = Set(hooks.map(\.id))
        lanes = lanes.filter { $0.value.claimed > 0 || known.contains($0.key) }
    }

    private mutating func forget(_ result: BatchResult) {
        for delivery in result.results.lazy.map(\.delivery) { forget(delivery) }
        for delivery in result.unsent { forget(delivery) }
    }

    private mutating func forget(_ delivery: DeliveryID) {
        precondition(stages.removeValue(forKey: delivery) == .finished, "\(delivery) was recorded while in flight")
    }

    private mutating func take(_ grant: GrantedClaims, at now: SteadyInstant, into started: inout [DeliveryBatch]) {
        let (request, hook) = (grant.request, grant.request.hook)
        precondition(grant.claims.count <= request.limit, "more deliveries were claimed than planned")
        var fresh = grant.claims[...]
        if fresh.contains(where: { stages[$0.id] != nil }) { fresh = fresh.filter { stages[$0.id] == nil }[...] }
        guard !fresh.isEmpty else { return }
        guard let size = limits[hook.kind]?.batchSize else { preconditionFailure("claimed for a kind without a sink") }
        for claim in fresh {
            precondition(stages.updateValue(.waiting, forKey: claim.id) == nil, "\(claim.id) was claimed twice at once")
        }
        var lane = lanes.removeValue(forKey: hook.id) ?? HookLane()
        lane.bucket = lane.currentBucket(for: hook.traffic.rateLimit, at: now)
        lane.bucket?.take(fresh.count, at: now)
        if request.isSuspect {
            startSuspect(DeliveryBatch(hook: hook, claims: Array(fresh), isSuspect: true), into: &started)
        } else {
            lane.slots = request.slots
            while !fresh.isEmpty {
                lane.enqueue(DeliveryBatch(hook: hook, claims: Array(fresh.prefix(size))))
                batchCount += 1
                fresh = fresh.dropFirst(size)
            }
        }
        if lane.claimed > 0 || lane.bucket != nil { lanes[hook.id] = lane }
        if isStopping { withdraw(hook.id) }
        while let batch = start(hook.id) { started.append(batch) }
    }

    /// Starts a suspect, or finishes it unsent when the machine is to stop.
    private mutating func startSuspect(_ batch: DeliveryBatch, into started: inout [DeliveryBatch]) {
        precondition(!hasSuspect, "a second suspect was claimed while one is being sent")
        let isUnsent = isStopping
        for claim in batch.claims { advance(claim.id, from: .waiting, to: isUnsent ? .finished : .sending) }
        if isUnsent {
            results.append(BatchResult(batch: batch, unsent: batch.claims.map(\.id)))
        } else {
            hasSuspect = true
            started.append(batch)
        }
    }
}

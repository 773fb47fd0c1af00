import Basics
import Recurrence
import Storage
import TestSupport
import Testing

@testable import Notify

/// A machine between a model of the store and senders that finish at random, and what must hold of it at every step.
struct MachineSimulation {
    private static let limits = SinkLimits(concurrency: 4, batchSize: 3)

    private var random: SeededGenerator
    private var machine = DeliveryMachine(limits: [.webhook: limits], flightLimit: 12)
    private var store = ModelStore()
    private var now = UTCInstant.noon
    private var steady = SteadyInstant.noon
    private var sending: [DeliveryBatch] = []
    /// What was begun of each hook as it was in one version, with the instant.
    private var begun: [HookVersion: [(at: SteadyInstant, count: Int)]] = [:]
    /// What the turn under way is to record; nil when none is under way.
    private var recording: [BatchResult]?
    private var lastNumber = 0
    private(set) var doneCount = 0

    private struct HookVersion: Hashable {
        var hook: HookID
        var version: Int
    }

    init(seed: UInt64) {
        random = SeededGenerator(seed: seed, isAnnounced: false)
        for number in 1...5 { edit(.webhook(number)) }
    }

    /// Does one thing at random.
    mutating func step() {
        switch Int.random(in: 0..<20, using: &random) {
        case 0...2: append()
        case 3...8: finishOne()
        case 9...10: pass(.milliseconds(Int.random(in: 0...900, using: &random)))
        case 11: pass(.seconds(Int.random(in: 0...90, using: &random)))
        case 12: if let hook = store.hooks.values.min(by: { $0.version < $1.version }) { edit(hook) }
        case 13 where Int.random(in: 0..<10, using: &random) == 0: deleteHook()
        default: if recording == nil { recording = machine.beginTurn() } else { endTurn() }
        }
    }

    /// Stops, lets everything that is being sent finish, and records it.
    mutating func stop() {
        if Bool.random(using: &random), recording == nil { recording = machine.beginTurn() }
        machine.stop()
        if recording != nil { endTurn(mayFail: false) }
        while !sending.isEmpty { finishOne() }
        #expect(!machine.isSending)
        store.record(machine.beginTurn(), at: now)
        #expect(machine.endTurn(granted: [], at: steady).isEmpty)
        #expect(machine.isEmpty && !machine.hasResults)
        #expect(machine.planned(store.snapshot()) == ClaimPlan())
        #expect(store.rows.values.allSatisfy { !$0.isClaimed })
    }

    private mutating func pass(_ duration: Swift.Duration) {
        now = now.advanced(by: duration)
        steady = steady.advanced(by: duration)
    }

    private mutating func append() {
        for hook in store.hooks.keys where Bool.random(using: &random) {
            for _ in 0..<Int.random(in: 1...4, using: &random) {
                lastNumber += 1
                let isSuspect = Int.random(in: 0..<15, using: &random) == 0
                store.rows[lastNumber] = ModelStore.Row(hook: hook, nextAt: now, isSuspect: isSuspect)
            }
        }
    }

    private mutating func edit(_ old: Hook) {
        var hook = old
        hook.version += 1
        hook.isEnabled = Int.random(in: 0..<6, using: &random) > 0
        let slots: [Int?] = [nil, 1, 2, 7]
        hook.traffic.concurrency = slots.randomElement(using: &random) ?? nil
        let rates: [Hook.RateLimit?] = [
            nil, nil, Hook.RateLimit(perSecond: 0.5), Hook.RateLimit(perSecond: 20, burst: 5),
        ]
        hook.traffic.rateLimit = rates.randomElement(using: &random) ?? nil
        store.hooks[hook.id] = hook
    }

    private mutating func deleteHook() {
        guard store.hooks.count > 2, let hook = store.hooksInOrder.last else { return }
        store.hooks[hook.id] = nil
        store.health[hook.id] = nil
        store.rows = store.rows.filter { $0.value.hook != hook.id }
    }

    private mutating func finishOne() {
        guard let index = sending.indices.randomElement(using: &random) else { return }
        let batch = sending.remove(at: index)
        let sent = Int.random(in: 0...batch.claims.count, using: &random)
        var result = batch.result()
        result.unsent = result.results.dropFirst(sent).map(\.delivery)
        result.results = result.results.prefix(sent).map { delivered in
            var result = delivered
            switch Int.random(in: 0..<10, using: &random) {
            case 0: result.verdict = .retry(at: now.advanced(by: .seconds(Int.random(in: 0...20, using: &random))))
            case 1: result.verdict = .failed
            case 2: (result.verdict, result.attempt) = (.expired, nil)
            default: break
            }
            return result
        }
        if let next = machine.finish(result).next { note(start: next) }
    }

    private mutating func endTurn(mayFail: Bool = true) {
        guard let results = recording else { return }
        recording = nil
        if mayFail, Int.random(in: 0..<8, using: &random) == 0 { return machine.abandonTurn() }
        var next = store
        next.record(results, at: now)
        let before = machine
        let snapshot = next.snapshot()
        let (plan, _) = machine.plan(snapshot, now: now, steady: steady)
        check(plan, by: snapshot, before)
        if mayFail, Int.random(in: 0..<8, using: &random) == 0 { return machine.abandonTurn() }
        if Bool.random(using: &random) { finishOne() }
        if !mayFail || Bool.random(using: &random) { pass(.milliseconds(Int.random(in: 0...50, using: &random))) }
        let granted = plan.requests.compactMap { next.claim($0, at: now) }
        // What was finished meanwhile is recorded by a later turn.
        store = next
        doneCount += results.reduce(0) { $0 + $1.results.count }
        for batch in machine.endTurn(granted: granted, at: steady) { note(start: batch) }
    }

    /// No hook is left out that may send, and none is asked for more than it may.
    private func check(_ plan: ClaimPlan, by snapshot: DeliverySnapshot, _ before: DeliveryMachine) {
        for hook in snapshot.hooks {
            let requests = plan.requests.filter { $0.hook.id == hook.id && !$0.isSuspect }
            let circuit = snapshot.health[hook.id]?.circuit(at: now) ?? .closed
            let isUnrecorded = before.results.contains { $0.batch.hook.id == hook.id && !$0.batch.isSuspect }
            let isFree = !isUnrecorded && before.lanes[hook.id].map { $0.claimed == 0 } ?? true
            let isDue = snapshot.nextAttempts[hook.id].map { $0 <= now } ?? false
            #expect(requests.count <= 1)
            if circuit == .open { #expect(requests.isEmpty) }
            if circuit == .halfOpen { #expect(requests.allSatisfy { isFree && $0.limit == 1 }) }
            if isDue, isFree, circuit == .closed, hook.traffic.rateLimit == nil, !before.isStopping {
                #expect(requests.count == 1, "a hook that has nothing in flight is left out")
            }
        }
        #expect(plan.requests.count { $0.isSuspect } <= (before.hasSuspect ? 0 : 1))
    }

    private mutating func note(start batch: DeliveryBatch) {
        #expect(!machine.isStopping)
        for claim in batch.claims {
            #expect(!sending.contains { $0.claims.contains { $0.id == claim.id } }, "\(claim.id) is sent twice at once")
            if let row = store.rows[Int(claim.id.number)] { #expect(row.isClaimed && row.hook == batch.hook.id) }
        }
        sending.append(batch)
        let ofHook = sending.filter { $0.hook.id == batch.hook.id && !$0.isSuspect }
        if !batch.isSuspect {
            #expect(ofHook.count <= batch.hook.traffic.concurrency ?? Self.limits.concurrency)
        }
        #expect(sending.count { $0.isSuspect } <= 1)
        if let limit = batch.hook.traffic.rateLimit { checkRate(of: batch, limit) }
    }

    /// In no span of time was more begun than the burst and what the rate gives meanwhile.
    private mutating func checkRate(of batch: DeliveryBatch, _ limit: Hook.RateLimit) {
        let key = HookVersion(hook: batch.hook.id, version: batch.hook.version)
        begun[key, default: []].append((steady, batch.claims.count))
        var count = 0
        for entry in (begun[key] ?? []).reversed().prefix(60) {
            count += entry.count
            let seconds = entry.at.duration(to: steady) / .seconds(1)
            #expect(Double(count) <= Double(limit.burst) + seconds * limit.perSecond + 1e-6)
        }
    }
}

import Recurrence
import Storage
import TestSupport
import Testing

@testable import Notify

@Suite struct ClaimPlannerTests {
    /// A hook that is not prefetched, since its rate is limited, though widely.
    private func hook(_ number: Int, _ perSecond: Double = 10_000, burst: Int = 10_000) -> Hook {
        .webhook(number) { $0.traffic.rateLimit = Hook.RateLimit(perSecond: perSecond, burst: burst) }
    }

    /// The numbers of the hooks that are to claim, and how many each.
    private func limits(_ plan: ClaimPlan) -> [HookID: Int] {
        Dictionary(uniqueKeysWithValues: plan.requests.map { ($0.hook.id, $0.limit) })
    }

    @Test func `a hook claims until its own bound`() {
        var machine = DeliveryMachine.fixture(batchSize: 5)
        #expect(limits(machine.planned(.due([hook(1), hook(2)]))) == [.numbered(1): 10, .numbered(2): 10])
        let first = machine.claim(1...5)
        #expect(limits(machine.planned(.due([hook(1)]))) == [.numbered(1): 5])
        _ = machine.claim(6...6)
        #expect(limits(machine.planned(.due([hook(1), hook(2)]))) == [.numbered(2): 10])
        _ = machine.finish(first[0].result())
        #expect(limits(machine.planned(.due([hook(1)]))) == [.numbered(1): 5])
    }

    @Test func `a healthy hook claims three times its slots beside them, and a failing one a quarter of them`() {
        var machine = DeliveryMachine.fixture(concurrency: 8)
        var health = HookHealth()
        #expect(machine.planned(.due([.webhook(1)])).requests == [ClaimRequest(hook: .webhook(1), limit: 32, slots: 8)])
        health.consecutiveFailures = 1
        let failing = machine.planned(.due([.webhook(1)], health: [.numbered(1): health]))
        #expect(failing.requests == [ClaimRequest(hook: .webhook(1), limit: 2, slots: 2)])
        var one = DeliveryMachine.fixture(concurrency: 1, batchSize: 7)
        #expect(one.planned(.due([.webhook(1)])).requests == [ClaimRequest(hook: .webhook(1), limit: 7, slots: 1)])
    }

    @Test func `an open circuit claims nothing, and then one delivery as a probe`() {
        var machine = DeliveryMachine.fixture(concurrency: 8, batchSize: 5)
        var health = HookHealth()
        (health.trips, health.consecutiveFailures, health.resumesAt) = (1, 5, .noon(plus: 30))
        let open = machine.planned(.due([.webhook(1)], health: [.numbered(1): health]))
        #expect(open == ClaimPlan(wakeAt: .noon(plus: 30)))
        health.resumesAt = .noon
        let halfOpen = machine.planned(.due([.webhook(1)], health: [.numbered(1): health]))
        #expect(halfOpen.requests == [ClaimRequest(hook: .webhook(1), limit: 1, slots: 1)])
        _ = machine.claim(1...1)
        #expect(machine.planned(.due([.webhook(1)], health: [.numbered(1): health])) == ClaimPlan())
        // What is in flight when the circuit opens is waited for: its failure must not be taken for that of a probe.
        health.resumesAt = .noon(plus: 30)
        #expect(machine.planned(.due([.webhook(1)], health: [.numbered(1): health])) == ClaimPlan())
    }

    @Test func `beyond the bound of the loop, a hook with nothing in flight has one batch`() {
        var machine = DeliveryMachine.fixture(batchSize: 5, flightLimit: 5)
        let hooks = (1...4).map { hook($0) }
        #expect(machine.planned(.due(hooks)).requests.map(\.limit) == [10, 10, 5, 5])
        for number in 1...2 { _ = machine.claim(number...number, of: 1) }
        for number in 3...4 { _ = machine.claim(number...number, of: 2) }
        #expect(limits(machine.planned(.due(hooks))) == [.numbered(3): 5, .numbered(4): 5])
        _ = machine.claim(5...5, of: 3)
        #expect(limits(machine.planned(.due(hooks))) == [.numbered(4): 5])
    }

    @Test func `the hook with the least in flight is served first`() {
        var machine = DeliveryMachine.fixture(batchSize: 5, flightLimit: 3)
        _ = machine.claim(1...1)
        #expect(limits(machine.planned(.due([hook(1), hook(2)]))) == [.numbered(2): 10])
    }

    @Test func `no more is claimed than the rate lets through, and the next token wakes the loop`() {
        var machine = DeliveryMachine.fixture(concurrency: 8)
        let slow = hook(1, 2, burst: 3)
        _ = machine.beginTurn()
        let (plan, _) = machine.plan(.due([slow]), now: .noon, steady: .noon)
        #expect(limits(plan) == [.numbered(1): 3])
        let claims = (1...3).map { ClaimedDelivery.numbered($0, of: slow.id) }
        let sent = machine.endTurn(granted: [GrantedClaims(request: plan.requests[0], claims: claims)], at: .noon)
        #expect(sent.count == 3)
        #expect(machine.planned(.due([slow])) == ClaimPlan(tokenWait: .milliseconds(500)))
        for batch in sent { _ = machine.finish(batch.result()) }
        #expect(machine.planned(.due([slow])) == ClaimPlan(tokenWait: .milliseconds(500)))
        #expect(limits(machine.planned(.due([slow]), at: .noon(plus: 1))) == [.numbered(1): 2])
        // Another limit is another bucket; a hook that is deleted has none.
        #expect(limits(machine.planned(.due([hook(1, 2, burst: 4)]))) == [.numbered(1): 4])
        #expect(machine.planned(.due([])) == ClaimPlan())
        #expect(machine.lanes.isEmpty)
    }

    @Test func `a suspect is claimed alone, the one that has been due for longest, and takes a token`() {
        var machine = DeliveryMachine.fixture(concurrency: 8)
        let slow = hook(1, 1, burst: 2)
        var snapshot = DeliverySnapshot.due(
            [slow, .webhook(2)], suspects: [slow.id: .noon(plus: -9), .numbered(2): .noon(plus: -5)])
        snapshot.nextAttempts = [slow.id: .noon]
        let plan = machine.planned(snapshot)
        #expect(plan.requests.map(\.isSuspect) == [true, false])
        #expect(plan.requests.map(\.limit) == [1, 1])
        #expect(plan.requests.allSatisfy { $0.hook == slow })
        snapshot.nextSuspects = [.numbered(2): .noon(plus: 7)]
        #expect(machine.planned(snapshot).wakeAt == .noon(plus: 7))
    }

    @Test func `what is due later wakes the loop, and a hook without a sink never does`() {
        var machine = DeliveryMachine.fixture()
        let program = Hook(id: .numbered(3), kind: .command, now: .noon)
        var snapshot = DeliverySnapshot.due([.webhook(1), .webhook(2), program], suspects: [program.id: .noon])
        snapshot.nextAttempts = [.numbered(1): .noon(plus: 9), .numbered(2): .noon(plus: 4), program.id: .noon]
        #expect(machine.planned(snapshot) == ClaimPlan(wakeAt: .noon(plus: 4)))
    }
}

import Recurrence
import Storage
import TestSupport
import Testing

@testable import Notify

@Suite struct DeliveryMachineTests {
    @Test func `beyond its slots a hook's batches wait, and go in order as slots become free`() {
        var machine = DeliveryMachine.fixture()
        let first = machine.claim(1...4)
        #expect(first.map(\.numbers) == [[1], [2]])
        let other = machine.claim(5...5, of: 2)
        #expect(other.map(\.numbers) == [[5]])
        let third = machine.finish(first[1].result()).next
        #expect(third?.numbers == [3])
        #expect(machine.finish(first[0].result()).next?.numbers == [4])
        #expect(third.map { machine.finish($0.result()).next == nil } == true)
        #expect(machine.beginTurn().map(\.batch.numbers) == [[2], [1], [3]])
        _ = machine.endTurn(granted: [], at: .noon)
        #expect(machine.claim(6...6).map(\.numbers) == [[6]])
        #expect(machine.claim(7...7).isEmpty)
    }

    @Test(arguments: [DeliveryResult.Verdict.failed, .retry(at: .noon)])
    func `after a failure what waits of its hook is withdrawn, and of no other`(verdict: DeliveryResult.Verdict) {
        var machine = DeliveryMachine.fixture()
        let (first, other) = (machine.claim(1...4), machine.claim(5...7, of: 2))
        let sequel = machine.finish(first[0].result(verdict))
        #expect(sequel.next == nil && sequel.isUrgent)
        #expect(machine.released() == [3, 4])
        #expect(machine.finish(other[0].result()).next?.numbers == [7])
        #expect(machine.finish(first[1].result()).next == nil)
    }

    @Test(arguments: [false, true])
    func `what waits is withdrawn when its hook has changed or is deleted`(isDeleted: Bool) {
        var machine = DeliveryMachine.fixture()
        let first = machine.claim(1...3)
        let hooks = isDeleted ? [] : [Hook.webhook(1) { $0.url = "https://example.org/new" }]
        _ = machine.beginTurn()
        let (plan, isUrgent) = machine.plan(.due(hooks), now: .noon, steady: .noon)
        #expect(plan.requests.isEmpty && isUrgent)
        _ = machine.endTurn(granted: [], at: .noon)
        #expect(machine.released() == [3])
        #expect(machine.finish(first[0].result()).next == nil)
    }

    @Test func `a turn whose transaction is run again plans the same again, whatever it has withdrawn`() {
        var machine = DeliveryMachine.fixture()
        let first = machine.claim(1...3)
        _ = machine.beginTurn()
        let snapshot = DeliverySnapshot.due([.webhook(1) { $0.url = "https://example.org/new" }, .webhook(2)])
        let plans = (1...3).map { _ in machine.plan(snapshot, now: .noon, steady: .noon) }
        #expect(plans.map(\.0.requests.count) == [1, 1, 1] && plans.allSatisfy { $0.0 == plans[0].0 && $0.isUrgent })
        let granted = GrantedClaims(request: plans[2].0.requests[0], claims: [.numbered(20, of: .numbered(2))])
        #expect(machine.endTurn(granted: [granted], at: .noon).map(\.numbers) == [[20]])
        #expect(machine.released() == [3])
        #expect(machine.finish(first[0].result()).next == nil)
        // The next turn is free to claim for it.
        #expect(machine.planned(snapshot).requests.contains { $0.hook.id == .numbered(1) })
    }

    @Test func `at the end what waits is withdrawn, and what is claimed later too`() {
        var machine = DeliveryMachine.fixture()
        let first = machine.claim(1...3)
        _ = machine.beginTurn()
        let (plan, _) = machine.plan(.due([.webhook(1), .webhook(2)]), now: .noon, steady: .noon)
        #expect(plan.requests.count == 2)
        machine.stop()
        let late = [(2, false), (3, true)].map { number, isSuspect in
            GrantedClaims(
                request: ClaimRequest(hook: .webhook(number), limit: 1, slots: 2, isSuspect: isSuspect),
                claims: [.numbered(number * 10, of: .numbered(number))])
        }
        #expect(machine.endTurn(granted: late, at: .noon).isEmpty)
        #expect(machine.released() == [3, 20, 30])
        #expect(machine.planned(.due([.webhook(4)])) == ClaimPlan())
        #expect(machine.isSending)
        for batch in first { #expect(machine.finish(batch.result()).next == nil) }
        #expect(!machine.isSending && machine.hasResults && !machine.isEmpty)
        #expect(machine.released().isEmpty)
        #expect(machine.isEmpty && !machine.hasResults)
    }

    @Test func `when slots become fewer, senders end until they are`() {
        var machine = DeliveryMachine.fixture()
        let first = machine.claim(1...2)
        #expect(machine.claim(3...3, slots: 1).isEmpty)
        #expect(machine.finish(first[0].result()).next == nil)
        #expect(machine.finish(first[1].result()).next?.numbers == [3])
    }

    @Test func `a claim of what is in flight is a lease that was renewed, and is not sent a second time`() {
        var machine = DeliveryMachine.fixture(concurrency: 9, batchSize: 5)
        let first = machine.claim(1...3, slots: 9)
        #expect(machine.claim(2...5, slots: 9).map(\.numbers) == [[4, 5]])
        #expect(machine.claim(2...5, slots: 9).isEmpty)
        _ = machine.finish(first[0].result())
        #expect(machine.claim(1...3, slots: 9).map(\.numbers) == [[1, 2, 3]])
    }

    @Test func `what a turn could not record is recorded by the next one, before what came meanwhile`() {
        var machine = DeliveryMachine.fixture(concurrency: 9)
        let first = machine.claim(1...3, slots: 9)
        _ = machine.finish(first[0].result())
        #expect(machine.beginTurn().map(\.batch.numbers) == [[1]])
        _ = machine.finish(first[1].result())
        machine.abandonTurn()
        _ = machine.finish(first[2].result())
        #expect(machine.beginTurn().map(\.batch.numbers) == [[1], [2], [3]])
        _ = machine.endTurn(granted: [], at: .noon)
        #expect(machine.isEmpty)
    }

    @Test func `a suspect needs no slot, and leaves those of its hook alone`() {
        var machine = DeliveryMachine.fixture()
        let first = machine.claim(1...3)
        let suspects = machine.claim(9...9, isSuspect: true)
        #expect(suspects.map(\.numbers) == [[9]] && machine.hasSuspect)
        #expect(
            machine.planned(.due([.webhook(1)], suspects: [.numbered(1): .noon])).requests.allSatisfy { !$0.isSuspect })
        #expect(machine.finish(first[0].result()).next?.numbers == [3])
        #expect(machine.finish(suspects[0].result()).next == nil)
        #expect(!machine.hasSuspect)
    }

    @Test func `the next turn is urgent when there is soon nothing to send`() {
        var machine = DeliveryMachine.fixture()
        let first = machine.claim(1...6)
        let sequels = first.map { machine.finish($0.result()) }
        #expect(sequels.map(\.isUrgent) == [false, false])
        let third = sequels[0].next.map { machine.finish($0.result()) }
        #expect(third?.isUrgent == true)
    }
}

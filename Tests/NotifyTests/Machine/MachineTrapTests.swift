import Recurrence
import Storage
import TestSupport
import Testing

@testable import Notify

/// What cannot happen ends the process with a message, instead of sending a delivery twice.
@Suite struct MachineTrapTests {
    @Test func `a turn cannot begin within a turn`() async {
        await #expect(processExitsWith: .failure) {
            var machine = DeliveryMachine.fixture()
            _ = machine.beginTurn()
            _ = machine.beginTurn()
        }
    }

    @Test func `nothing is planned outside a turn`() async {
        await #expect(processExitsWith: .failure) {
            var machine = DeliveryMachine.fixture()
            _ = machine.beginTurn()
            machine.abandonTurn()
            _ = machine.plan(.due([]), now: .noon, steady: .noon)
        }
    }

    @Test func `a batch cannot be finished twice`() async {
        await #expect(processExitsWith: .failure) {
            var machine = DeliveryMachine.fixture()
            let batches = machine.claim(1...1)
            for _ in 1...2 { _ = machine.finish(batches[0].result()) }
        }
    }

    @Test func `nothing can be claimed without a plan`() async {
        await #expect(processExitsWith: .failure) {
            var machine = DeliveryMachine.fixture()
            _ = machine.beginTurn()
            let request = ClaimRequest(hook: .webhook(1), limit: 1, slots: 1)
            let claim = ClaimedDelivery.numbered(1, of: .numbered(1))
            _ = machine.endTurn(granted: [GrantedClaims(request: request, claims: [claim])], at: .noon)
        }
    }
}

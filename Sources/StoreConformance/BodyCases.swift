import Recurrence
import Storage
import StoreFixtures

extension ConformanceSuite {
    /// What the attempts at a delivery send is settled once, whatever becomes of the hook.
    @CaseListBuilder static var bodyCases: [Case] {
        Case("A claim by a hook that sends events whole settles that, though the hook is changed") { store in
            try await store.save([.webhook(1)])
            try await store.append([.fixture(1), .fixture(2)])
            try expect(try await store.claim(limit: 1).map(\.body), is: [.wholeEvent], "the first claim's body")
            try await store.save([.webhook(1) { $0.shape.payload = .thin }])
            let begun = try await store.deliveries(of: 1).map(\.id)
            try await store.write { try $0.release(begun, at: .noon) }
            let bodies = try await store.claim(limit: 9).map(\.body)
            try expect(bodies, is: [.wholeEvent, .open], "the bodies of what was begun, and of what was not")
        }
        Case("A claim by a hook that has a say in the body leaves it open until it is kept") { store in
            let shapes: [@Sendable (inout Hook.Shape) -> Void] = [
                { $0.payload = .thin }, { $0.preset = .slack }, { $0.sizeLimit = 1 },
                { $0.template = Hook.Template(format: .text, text: "x") },
            ]
            for (number, change) in shapes.enumerated() {
                try await store.save([.webhook(number) { change(&$0.shape) }])
                try await store.append([.fixture(number)])
                for _ in 1...2 {
                    let claims = try await store.claim(number, limit: 9)
                    try expect(claims.map(\.body), is: [.open], "the body of the claim by hook \(number)")
                    try await store.write { try $0.release(claims.map(\.id), at: .noon) }
                }
            }
        }
        Case("A body that was kept is what every further claim has, whatever is in it") { store in
            let (claim, body) = try await keepOne(in: store)
            try await store.save([.webhook(1)])
            for attempt in 1...3 {
                try await store.record([(claim, .retry(at: .noon(plus: attempt)))])
                let again = try await store.claim(at: attempt, limit: 9)
                try expect(again.map(\.body), is: [.kept(body)], "the body of attempt \(attempt + 1)")
            }
        }
        Case("A replay forgets what was sent before, also where it waits for a retry") { store in
            for verdict in [.delivered, .failed, .expired, .retry(at: .noon)] as [DeliveryResult.Verdict] {
                let (claim, _) = try await keepOne(in: store)
                try await store.record([(claim, verdict)])
                try await store.write { _ = try $0.replay([claim.id], at: .noon, every: .zero) }
                try expect(try await store.claim(limit: 9).map(\.body), is: [.open], "the body after \(verdict)")
                try await store.write { try $0.deleteHook(.numbered(1)) }
            }
        }
        Case("What is done with, or not there, has no body to keep") { store in
            let (claim, body) = try await keepOne(in: store)
            try await store.record([(claim, .delivered)])
            try await store.write { transaction in
                try transaction.keep(body, of: claim.id)
                try transaction.keep(body, of: DeliveryID(number: 99))
                try transaction.replay([claim.id], at: .noon, every: .zero)
            }
            try expect(try await store.claim(limit: 9).map(\.body), is: [.open], "the body")
        }
    }

    private static func keepOne(in store: any Store) async throws -> (ClaimedDelivery, MessageBody) {
        try await store.save([.webhook(1) { $0.shape.payload = .thin }])
        try await store.append([.fixture(1)])
        let claims = try await store.claim(limit: 1)
        try expect(claims.count, is: 1, "the claims")
        let body = MessageBody(bytes: [0, 255, 0x7B, 10], mediaType: "text/plain; charset=utf-8")
        try await store.write { try $0.keep(body, of: claims[0].id) }
        return (claims[0], body)
    }
}

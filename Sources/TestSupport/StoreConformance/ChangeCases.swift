import Storage

extension StoreConformance {
    @CaseListBuilder static var changeCases: [Case] {
        Case("A bell rings for what it waits for, and for nothing else") { store in
            let bells = subscribe(to: store)
            try await store.save([.fixture(1)])
            try expect(rung(bells), is: ["due"], "the bells that a task rings")
            try await store.append([.fixture(1)])
            try expect(rung(bells), is: ["events"], "the bells that an event rings that nobody wants")
            try await store.save([.webhook(1)])
            try expect(rung(bells), is: ["deliveries"], "the bells that a hook rings")
            try await store.append([.fixture(2)])
            try expect(rung(bells), is: ["deliveries", "events"], "the bells that an event rings that a hook wants")
            try await store.write { try $0.deleteTask(.numbered(1)) }
            try expect(rung(bells), is: ["due"], "the bells that a deleted task rings")
            _ = try await store.read { try $0.lastEventSequence() }
            try expect(rung(bells), is: [], "the bells that reading rings")
        }
        Case("What becomes of deliveries rings for them") { store in
            try await store.save([.webhook(1)])
            try await store.append([.fixture(1)])
            let bells = subscribe(to: store)
            let claim = try await store.claim(limit: 1)[0]
            try expect(rung(bells), is: [], "the bells that a claim rings")
            try await store.write { try $0.release([claim.id], at: .noon) }
            try expect(rung(bells), is: ["deliveries"], "the bells that a release rings")
            try await store.record([(claim, .retry(at: .noon))])
            try expect(rung(bells), is: ["deliveries"], "the bells that a result rings")
        }
        Case("A write that throws rings no bell") { store in
            let bells = subscribe(to: store)
            try? await store.write { transaction in
                try transaction.save(.fixture(1))
                try transaction.append([.fixture(1)])
                throw ConformanceFailure(description: "thrown on purpose")
            }
            try expect(rung(bells), is: [], "the bells")
        }
        Case("A bell rings after the commit: who is woken sees what was written") { store in
            let bell = Doorbell()
            store.changes.subscribe(bell, to: .events)
            for number in 1...50 {
                async let appended = store.append([.fixture(number)])
                await bell.wait()
                let last = try await store.read { try $0.lastEventSequence() }
                try expect(last, is: Int64(number), "the last place that who was woken sees")
                _ = try await appended
            }
        }
        Case("A bell that is unsubscribed rings no more") { store in
            let bells = subscribe(to: store)
            for (_, bell) in bells { store.changes.unsubscribe(bell) }
            try await store.save([.fixture(1)])
            try expect(rung(bells), is: [], "the bells")
        }
    }

    private static func subscribe(to store: any Store) -> [String: Doorbell] {
        let interests: [String: StoreChanges] = ["due": .dueQueue, "events": .events, "deliveries": .deliveries]
        return interests.mapValues { interest in
            let bell = Doorbell()
            store.changes.subscribe(bell, to: interest)
            return bell
        }
    }

    /// The names of the bells that have rung since they were last asked.
    private static func rung(_ bells: [String: Doorbell]) -> [String] {
        bells.filter { $0.value.takeRing() }.keys.sorted()
    }
}

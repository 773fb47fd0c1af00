import Basics
import Storage
import StoreFixtures

extension ConformanceSuite {
    @CaseListBuilder static var changeCases: [Case] {
        Case("A signal comes for what was asked for, and for nothing else") { store in
            let wakeSignals = subscribe(to: store)
            try await store.save([.fixture(1)])
            try expect(signalled(wakeSignals), is: ["due"], "the signals after a task")
            try await store.append([.fixture(1)])
            try expect(signalled(wakeSignals), is: ["events"], "the signals after an event that nobody wants")
            try await store.save([.webhook(1)])
            try expect(signalled(wakeSignals), is: ["deliveries"], "the signals after a hook")
            try await store.append([.fixture(2)])
            try expect(
                signalled(wakeSignals), is: ["deliveries", "events"], "the signals after an event that a hook wants")
            try await store.write { try $0.deleteTask(.numbered(1)) }
            try expect(signalled(wakeSignals), is: ["due"], "the signals after a deleted task")
            try await store.saveSeries([.plain(1)])
            try expect(signalled(wakeSignals), is: ["due"], "the signals after a series")
            _ = try await store.read { try $0.lastEventSequence() }
            try expect(signalled(wakeSignals), is: [], "the signals after reading")
        }
        Case("What becomes of deliveries signals them") { store in
            try await store.save([.webhook(1)])
            try await store.append([.fixture(1)])
            let wakeSignals = subscribe(to: store)
            let claim = try await store.claim(limit: 1)[0]
            try expect(signalled(wakeSignals), is: [], "the signals after a claim")
            try await store.write { try $0.release([claim.id], at: .noon) }
            try expect(signalled(wakeSignals), is: ["deliveries"], "the signals after a release")
            try await store.record([(claim, .retry(at: .noon))])
            try expect(signalled(wakeSignals), is: ["deliveries"], "the signals after a result")
        }
        Case("A write that throws signals nothing") { store in
            let wakeSignals = subscribe(to: store)
            try? await store.write { transaction in
                try transaction.save(.fixture(1))
                try transaction.append([.fixture(1)])
                throw ConformanceFailure(description: "thrown on purpose")
            }
            try expect(signalled(wakeSignals), is: [], "the signals")
        }
        Case("A signal comes after the commit: who is woken sees what was written") { store in
            let wakeSignal = WakeSignal()
            store.changes.subscribe(wakeSignal, to: .events)
            for number in 1...50 {
                async let appended = store.append([.fixture(number)])
                await wakeSignal.wait()
                let last = try await store.read { try $0.lastEventSequence() }
                let events = try await appended
                try expect(last, is: events[0].sequence, "the last sequence that who was woken for \(number) sees")
            }
        }
        Case("A wake signal that is unsubscribed is signalled no more") { store in
            let wakeSignals = subscribe(to: store)
            for (_, wakeSignal) in wakeSignals { store.changes.unsubscribe(wakeSignal) }
            try await store.save([.fixture(1)])
            try expect(signalled(wakeSignals), is: [], "the signals")
        }
    }

    private static func subscribe(to store: any Store) -> [String: WakeSignal] {
        let interests: [String: StoreChanges] = ["due": .dueQueue, "events": .events, "deliveries": .deliveries]
        return interests.mapValues { interest in
            let wakeSignal = WakeSignal()
            store.changes.subscribe(wakeSignal, to: interest)
            return wakeSignal
        }
    }

    /// The names of the wake signals that were signalled since they were last asked.
    private static func signalled(_ wakeSignals: [String: WakeSignal]) -> [String] {
        wakeSignals.filter { $0.value.takeSignal() }.keys.sorted()
    }
}

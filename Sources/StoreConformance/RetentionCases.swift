import Recurrence
import Storage
import StoreFixtures

extension ConformanceSuite {
    @CaseListBuilder static var retentionCases: [Case] {
        Case("Events that are old by age, or beyond the count, are removed, oldest first") { store in
            try await store.append((1...10).map { .fixture($0, at: .noon(plus: $0)) })
            _ = try await store.trimEvents(RetentionBounds(before: .noon(plus: 4)))
            try expect(try await store.eventNumbers(), is: Array(4...10), "what age leaves")
            _ = try await store.trimEvents(RetentionBounds(keeping: 5))
            try expect(try await store.eventNumbers(), is: Array(6...10), "what the count leaves")
            try expect(try await store.read { try $0.trimmedSequence() }, is: 5, "how far the log is trimmed")
        }
        Case("The latest event is always kept, so that no place is given twice") { store in
            let made = try await store.append((1...3).map { .fixture($0) })
            _ = try await store.trimEvents(.everything)
            try expect(try await store.eventNumbers(), is: [3], "what is left")
            let next = try await store.append([.fixture(4)])
            try expect(next[0].sequence > made[2].sequence, "the next event comes after those removed")
        }
        Case("A step removes as many as it may, and says whether there is more") { store in
            try await store.append((1...10).map { .fixture($0) })
            let steps = try await store.write { transaction in
                try (1...3).map { _ in try transaction.trimEvents(.everything, limit: 4) }
            }
            try expect(steps.map(\.removed), is: [4, 4, 1], "what the steps remove")
            try expect(steps.map(\.hasMore), is: [true, true, false], "whether there is more")
        }
        Case("An event that a delivery waits for stays until it is done with, whatever its age") { store in
            try await store.save([.webhook(1), .webhook(2) { $0.events = [] }])
            try await store.append((1...6).map { .fixture($0) })
            let claims = try await store.claim(limit: 6)
            try await store.record([0, 2, 3, 4, 5].map { (claims[$0], .delivered) })
            _ = try await store.trimEvents(.everything)
            try expect(try await store.eventNumbers(), is: [2, 6], "what is left while one waits")
            try expect(try await store.deliveries(of: 1).map(\.eventNumber), is: [6, 2], "the deliveries left")
            try await store.record([(claims[1], .failed)])
            try expect(try await store.sweep(limit: 1) > 0, is: true, "whether the sweep finds it")
            try expect(try await store.eventNumbers(), is: [6], "what is left then")
        }
        Case("Deliveries that are done with go before their events, with their attempts") { store in
            try await store.save([.webhook(1)])
            try await store.append((1...4).map { .fixture($0, at: .noon(plus: $0)) })
            let claims = try await store.claim(at: 9, limit: 3)
            try await store.record([(claims[0], .delivered), (claims[1], .failed)])
            let step = try await store.write { transaction in
                try transaction.trimDeliveries(RetentionBounds(before: .noon(plus: 4)), limit: 9)
            }
            try expect(step, is: RetentionStep(removed: 2, hasMore: false), "the step")
            try expect(try await store.deliveries(of: 1).map(\.eventNumber), is: [4, 3], "the deliveries left")
            try expect(try await store.eventNumbers(), is: [1, 2, 3, 4], "the events")
        }
        Case("Of remembered answers the latest are kept") { store in
            try await store.write { transaction in
                for number in 1...5 {
                    let answer = IdempotencyRecord(
                        requestDigest: [], status: number, headers: [:], body: [], answeredAt: .noon(plus: number))
                    try transaction.remember(
                        answer, forKey: "\(number)", token: .numbered(1))
                }
                _ = try transaction.trimAnswers(RetentionBounds(keeping: 2), limit: 9)
            }
            let left = try await store.read { reader in
                try (1...5).filter {
                    try reader.rememberedAnswer(forKey: "\($0)", token: .numbered(1)) != nil
                }
            }
            try expect(left, is: [4, 5], "the answers left")
        }
    }
}

extension Store {
    fileprivate func trimEvents(_ bounds: RetentionBounds) async throws -> RetentionStep {
        try await write { try $0.trimEvents(bounds, limit: 100) }
    }

    fileprivate func eventNumbers() async throws -> [Int] {
        try await read { try $0.events(after: 0, limit: 100).map(\.number) }
    }

    /// Sweeps to the end.
    fileprivate func sweep(limit: Int) async throws -> Int {
        try await write { transaction in
            var (removed, cursor): (Int, StoreCursor?) = try transaction.sweepLog(after: nil, limit: limit)
            while let after = cursor {
                let step = try transaction.sweepLog(after: after, limit: limit)
                (removed, cursor) = (removed + step.removed, step.next)
            }
            return removed
        }
    }
}

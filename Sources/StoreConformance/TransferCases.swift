import Storage
import StoreFixtures

extension ConformanceSuite {
    @CaseListBuilder static var transferCases: [Case] {
        Case("Every series is read page by page, those that have ended among them") { store in
            let series = [3, 1, 2].map { number in
                Series.plain(number) { if number == 1 { $0.end = Series.End(.stopped) } }
            }
            try await store.write { transaction in for series in series { try transaction.save(series) } }
            try await store.read { reader in
                var (found, cursor): ([SeriesID], StoreCursor?) = ([], nil)
                repeat {
                    let page = try reader.everySeries(after: cursor, limit: 2)
                    try expect(page.series.count <= 2, is: true, "whether a page has its size")
                    found += page.series
                    cursor = page.next
                } while cursor != nil
                try expect(found.sorted(), is: [.numbered(1), .numbered(2), .numbered(3)], "the series")
            }
        }
        Case("A firing floor is raised, never lowered, and stays when the task is written again") { store in
            let task = TaskItem.fixture(1) { $0.reminders = [.fixture(11, firesAt: .noon)] }
            try await store.write { transaction in
                try transaction.save(task)
                try transaction.raiseFiringFloor(of: .numbered(11), to: .noon(plus: 60))
                try transaction.raiseFiringFloor(of: .numbered(11), to: .noon(plus: -60))
                try transaction.raiseFiringFloor(of: .numbered(12), to: .noon)
                try transaction.save(task)
            }
            try await store.read { reader in
                try expect(try reader.firingFloor(of: .numbered(11)), is: .noon(plus: 60), "the floor")
                try expect(try reader.firingFloor(of: .numbered(12)), is: nil, "the floor of no reminder")
            }
        }
    }
}

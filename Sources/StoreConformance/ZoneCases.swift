import Recurrence
import Storage
import StoreFixtures

extension ConformanceSuite {
    @CaseListBuilder static var zoneCases: [Case] {
        Case("The zones that tasks use are known, without a digest until one is noted") { store in
            try await store.save([
                .fixture(1) { $0.timeZone = "Asia/Seoul" }, .fixture(2) { $0.timeZone = "Europe/Berlin" },
            ])
            let before = try await store.read { try $0.zonesInUse() }
            try expect(before, is: ["Asia/Seoul": nil, "Europe/Berlin": nil], "the zones")
            try await store.write { try $0.note(zone: "Asia/Seoul", digest: -7) }
            // Saving a task again says nothing about the rules.
            try await store.save([.fixture(1) { $0.timeZone = "Asia/Seoul" }])
            let after = try await store.read { try $0.zonesInUse() }
            try expect(after, is: ["Asia/Seoul": -7, "Europe/Berlin": nil], "the zones, with a digest")
        }
        Case("The open tasks of a zone are listed once each, page by page") { store in
            try await store.save(
                (1...7).map { number in
                    TaskItem.fixture(number) { task in
                        task.timeZone = number == 7 ? "UTC" : "Asia/Seoul"
                        if number > 4 { task.status = .completed }
                    }
                })
            var (seen, cursor): ([TaskID], StoreCursor?) = ([], nil)
            repeat {
                let page = try await store.read { [cursor] in
                    try $0.tasks(inZone: "Asia/Seoul", after: cursor, limit: 2)
                }
                (seen, cursor) = (seen + page.tasks.map(\.id), page.next)
            } while cursor != nil
            try expect(seen.sorted(), is: (1...4).map { .numbered($0) }, "the tasks")
        }
        Case("The zone of a series is in use, and its active series are listed once each, page by page") { store in
            try await store.saveSeries(
                (1...8).map { number in
                    Series.plain(number) { series in
                        series.timeZone = number > 5 ? "Europe/Berlin" : "Asia/Seoul"
                        if number == 2 { series.end = Series.End(.stopped) }
                    }
                })
            let zones = try await store.read { try $0.zonesInUse() }
            try expect(zones, is: ["Asia/Seoul": nil, "Europe/Berlin": nil], "the zones")
            for (zone, numbers) in [(nil, [1, 3, 4, 5, 6, 7, 8]), ("Asia/Seoul", [1, 3, 4, 5]), ("UTC", [])] {
                var (seen, cursor): ([SeriesID], StoreCursor?) = ([], nil)
                repeat {
                    let page = try await store.read { [cursor] in
                        try $0.activeSeries(inZone: zone, after: cursor, limit: 2)
                    }
                    (seen, cursor) = (seen + page.series, page.next)
                } while cursor != nil
                try expect(seen, is: numbers.map { .numbered($0) }, "the active series in \(zone ?? "any zone")")
            }
        }
    }
}

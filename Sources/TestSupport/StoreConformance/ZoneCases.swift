import Recurrence
import Storage

extension StoreConformance {
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
        Case("The tasks of a zone that are open or go on are told once each, page by page") { store in
            try await store.save(
                (1...7).map { number in
                    TaskItem.fixture(number) { task in
                        task.timeZone = number == 7 ? "UTC" : "Asia/Seoul"
                        if number > 4 { task.status = .completed }
                        if number == 6 { task.projectedAt = .noon }
                    }
                })
            var (seen, place): ([TaskID], Int64?) = ([], 0)
            while let start = place {
                let page = try await store.read { try $0.tasks(inZone: "Asia/Seoul", after: start, limit: 2) }
                seen += page.tasks.map(\.id)
                place = page.next
            }
            try expect(seen.sorted(), is: [1, 2, 3, 4, 6].map { .numbered($0) }, "the tasks")
        }
    }
}

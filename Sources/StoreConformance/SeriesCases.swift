import Recurrence
import Storage
import StoreFixtures

extension ConformanceSuite {
    @CaseListBuilder static var seriesCases: [Case] {
        Case("A series with every field set is read as it was written, and so is one with none") { store in
            let series = [Series.filled(1), .plain(2)]
            try await store.saveSeries(series)
            for one in series { try expect(try await store.read { try $0.series(one.id) }, is: one, "the series") }
        }
        Case("A series that is written again loses what was taken from it") { store in
            try await store.saveSeries([.filled(1)])
            let bare = Series.plain(1)
            try await store.saveSeries([bare])
            try expect(try await store.read { try $0.series(.numbered(1)) }, is: bare, "the series")
        }
        Case("Every choice of a series is read as it was written") { store in
            for anchor in TaskRecurrence.Anchor.allCases {
                for missed in TaskRecurrence.Missed.allCases {
                    for respawn in TaskRecurrence.Respawn.allCases {
                        let series = Series.plain(1) { ($0.anchor, $0.missed, $0.respawn) = (anchor, missed, respawn) }
                        try await store.saveSeries([series])
                        try expect(try await store.read { try $0.series(.numbered(1)) }, is: series, "the series")
                    }
                }
            }
            for reason in Series.End.Reason.allCases {
                let series = Series.plain(1) { $0.end = Series.End(reason) }
                try await store.saveSeries([series])
                try expect(try await store.read { try $0.series(.numbered(1)) }, is: series, "the series")
            }
        }
        Case("Of a series that is not there nothing is known, and nothing is written for it") { store in
            let id = SeriesID.numbered(1)
            try await store.read { reader in
                try expect(try reader.series(id), is: nil, "the series")
                try expect(try reader.entry(of: id, at: .day(1)), is: nil, "an entry")
                try expect(try reader.frontier(of: id), is: nil, "the frontier")
                try expect(try reader.lastNumber(of: id), is: 0, "the last number")
                try expect(try reader.entries(of: id, in: nil, from: nil, limit: 9), is: [], "the ledger")
                try expect(try reader.entryCounts(of: id), is: [:], "the counts")
                try expect(try reader.openCount(of: id, limit: 9), is: 0, "the open ones")
                try expect(try !reader.hasEntries(of: id, before: .day(9)), "there is none before")
                try expect(try reader.series(splitFrom: id), is: [], "what was split from it")
            }
            try await store.write { try $0.setProjection(of: id, to: .noon) }
            try await expect(.conflict, "an entry of no series") {
                try await store.save([.fixture(1, at: .day(1))], of: id)
            }
            try await expect(.conflict, "a task of no series") {
                try await store.write { try $0.save(.filledFixture(1)) }
            }
        }
        Case("What was split from a series is told in the order in which it begins") { store in
            try await store.saveSeries([
                .plain(1), .plain(2, start: .day(9)) { $0.splitFrom = .numbered(1) },
                .plain(3, start: .day(4)) { $0.splitFrom = .numbered(1) },
                .plain(4, start: .time(onDay: 4)) { $0.splitFrom = .numbered(1) },
                .plain(5) { $0.splitFrom = .numbered(2) },
            ])
            let found = try await store.read { try $0.series(splitFrom: .numbered(1)) }
            try expect(found, is: [3, 4, 2].map { .numbered($0) }, "what was split from the first")
        }
        Case("A series that shows no recurrence leaves its tasks' places") { store in
            let task = TaskItem.filledFixture(1)
            try await store.save([task])
            guard var series = try await store.read({ try $0.series(.numbered(900)) }) else {
                throw ConformanceFailure(description: "the series is not there")
            }
            series.shown = nil
            try await store.saveSeries([series])
            var expected = task
            expected.recurrence = nil
            try expect(try await store.task(1), is: expected, "the task")
        }
        Case("How a task recurs is its series' to say") { store in
            var task = TaskItem.filledFixture(1)
            try await store.save([task])
            task.recurrence?.rules = ["FREQ=YEARLY"]
            try await store.save([task])
            try expect(try await store.task(1), is: .filledFixture(1), "the task")
        }
    }

    /// What a task shows as its version is its own count and that of its series.
    @CaseListBuilder static var seriesVersionCases: [Case] {
        Case("A change that all tasks of a series share raises the version of each") { store in
            try await store.save([.filledFixture(1)])
            guard var series = try await store.read({ try $0.series(.numbered(900)) }) else {
                throw ConformanceFailure(description: "the series is not there")
            }
            series.sharedChanges = 5
            try await store.saveSeries([series])
            try expect(try await store.task(1).version, is: 12, "the version")
            // What is written is what was read.
            try await store.save([try await store.task(1)])
            try expect(try await store.task(1).version, is: 12, "the version, written again")
        }
        Case("A task whose series counts more changes than it shows is read as it was written") { store in
            try await store.saveSeries([.plain(900) { $0.sharedChanges = 5 }])
            for version in [1, 5, 9] {
                var task = TaskItem.filledFixture(1)
                (task.version, task.recurrence) = (version, nil)
                try await store.save([task])
                try expect(try await store.task(1), is: task, "the task of version \(version)")
            }
        }
        Case("A firing counts in the version beside the changes of the series") { store in
            try await store.saveSeries([.plain(900) { $0.sharedChanges = 5 }])
            let task = TaskItem.filledFixture(1)
            try await store.save([task])
            let firing = FiringOutcome(reminder: task.reminders[0], task: task.id, firing: nil)
            _ = try await store.write { try $0.record([firing]) }
            try expect(try await store.task(1).version, is: 8, "the version")
        }
        Case("Within a transaction a task is written by what its series counts by then") { store in
            let shown = try await store.write { transaction -> [Int?] in
                try transaction.saveFixture(.filledFixture(1))
                guard var series = try transaction.series(.numbered(900)) else { return [] }
                series.sharedChanges = 2
                try transaction.save(series)
                let raised = try transaction.task(.numbered(1))?.version
                try transaction.save(TaskItem.filledFixture(1))
                let written = try transaction.task(.numbered(1))?.version
                // A unit that fails takes its changes of the series along.
                try? transaction.asUnit {
                    series.sharedChanges = 9
                    try transaction.save(series)
                    throw StoreError(.conflict, "no")
                }
                try transaction.save(TaskItem.filledFixture(1))
                return [raised, written, try transaction.task(.numbered(1))?.version]
            }
            try expect(shown, is: [9, 7, 7], "the versions")
        }
    }
}

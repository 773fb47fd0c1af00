import Recurrence
import Storage
import StoreFixtures

extension ConformanceSuite {
    @CaseListBuilder static var statisticsCases: [Case] {
        Case("What is counted is found by group and time, to the quarter of an hour") { store in
            try await store.count([
                (.noon, ["a", "b"]), (.noon(plus: 899), ["a"]), (.noon(plus: 900), []), (.noon(plus: 86_400), ["b"]),
            ])
            let ranges: [Range<UTCInstant>] = [
                .noon..<(.noon(plus: 900)), .noon..<(.noon(plus: 1_799)), .noon(plus: 901)..<(.noon(plus: 90_000)),
                .noon..<(.noon),
            ]
            let counts: [(StatisticsGroup, [Int])] = [
                (.all, [2, 2, 2, 0]), (.tag("a"), [2, 2, 0, 0]), (.tag("b"), [1, 1, 1, 0]), (.tag("c"), [0, 0, 0, 0]),
                (.project(.numbered(1)), [0, 0, 0, 0]),
            ]
            for (group, expected) in counts {
                let found = try await store.read { try $0.statistics(of: group, in: ranges).map(\.fired) }
                try expect(found, is: expected, "the firings of \(group)")
            }
        }
        Case("Groups for which something happened come in the order of their names, in pages") { store in
            try await store.count([(.noon, ["c", "a"]), (.noon, ["b"]), (.noon(plus: 9_000), ["d"])])
            let range = UTCInstant.noon..<UTCInstant.noon(plus: 900)
            let first = try await store.read { try $0.statistics(by: .tag, in: range, after: nil, limit: 2) }
            try expect(first.items.map(\.group), is: [.tag("a"), .tag("b")], "the first page")
            let second = try await store.read { try $0.statistics(by: .tag, in: range, after: first.next, limit: 2) }
            try expect(second.items.map(\.group), is: [.tag("c")], "the second page")
            try expect(second.next == nil, is: true, "whether that is the last")
            let projects = try await store.read { try $0.statistics(by: .project, in: range, after: nil, limit: 2) }
            try expect(projects.items.count, is: 0, "the projects")
        }
        Case("Spellings of a tag are one group, which is called as the one that came up last") { store in
            let spellings = ["straße", "Strasse", "STRASSE", "strasse", "Straße", "STRAßE"]
            try await store.count(spellings.map { (.noon, [$0]) })
            let range = UTCInstant.noon..<UTCInstant.noon(plus: 900)
            let found = try await store.read { try $0.statistics(by: .tag, in: range, after: nil, limit: 9) }.items
            try expect(found.map(\.group), is: [.tag("STRAßE")], "the group")
            try expect(found.map(\.counts.fired), is: [6], "its firings")
        }
        Case("A part of the log is added once, however often it was counted") { store in
            try await store.append([.reminderDue(at: .noon, tags: ["a"])])
            let fold = try await store.read { try StatisticsFold($0, limit: 10) }
            for _ in 1...2 { try await store.write { try $0.add(fold) } }
            let range = UTCInstant.noon..<UTCInstant.noon(plus: 900)
            try expect(try await store.read { try $0.statistics(of: .all, in: [range]).map(\.fired) }, is: [1], "it")
            try expect(try await store.read { try $0.statisticsProgress() }.sequence, is: fold.end, "the progress")
            try expect(try await store.read { try $0.statisticsProgress() }.since, is: .noon, "the first event")
        }
        Case("Events are counted before they are removed") { store in
            try await store.append((0..<10).map { .reminderDue(at: .noon(plus: $0), tags: []) })
            let bounds = RetentionBounds(RetentionLimit(count: 2), at: .noon)
            for _ in 1...9 { _ = try await store.write { try $0.trimEvents(bounds, limit: 3) } }
            let (trimmed, counted) = try await store.read { reader in
                (try reader.trimmedSequence(), try reader.statisticsProgress().sequence)
            }
            try expect(trimmed, is: 8, "how far the log is trimmed")
            try expect(counted >= trimmed, is: true, "whether it is counted as far")
        }
        Case("What is counted of a deleted task is remembered as long as a change could bring it back") { store in
            for number in 1...2 {
                try await store.record(.numbered(number)) { try $0.save(.fixture(number)) }
                try await store.append([.taskEvent(.taskCreated, number, at: .noon, tags: ["a"])])
            }
            try await store.countEvents()
            try await store.record(.numbered(3)) { try $0.deleteTask(.numbered(1)) }
            let counted = { number in try await store.read { try $0.countedTask(.numbered(number)) != nil } }
            for (kept, expected) in [(1, [true, true]), (0, [false, true])] {
                _ = try await store.write { try $0.trimChanges(RetentionBounds(keeping: kept), limit: 99) }
                let found = [try await counted(1), try await counted(2)]
                try expect(found, is: expected, "whether each is remembered when \(kept) changes are kept")
            }
        }
        Case("What is counted of a task is remembered as it is") { store in
            var task = CountedTask()
            try await store.append([.taskEvent(.taskCreated, 1, at: .noon, tags: ["b", "a"])])
            try await store.countEvents()
            task.creation = .init(at: .noon, groups: [.tag("a"), .tag("b")])
            try expect(try await store.read { try $0.countedTask(.numbered(1)) }, is: task, "a task that was made")
            try await store.append([
                .taskEvent(.taskCompleted, 1, at: .noon, tags: ["c"], completedAt: .noon(plus: 5), late: -2.5)
            ])
            try await store.countEvents()
            task.completion = .init(at: .noon(plus: 5), groups: [.tag("c")], lateness: -2_500)
            try expect(try await store.read { try $0.countedTask(.numbered(1)) }, is: task, "one that was completed")
            try await store.append([.taskEvent(.taskReopened, 1, at: .noon, tags: [])])
            try await store.countEvents()
            task.former = [.init(.completion, .init(at: .noon(plus: 5), groups: [.tag("c")], lateness: -2_500))]
            task.completion = nil
            try expect(try await store.read { try $0.countedTask(.numbered(1)) }, is: task, "one that was reopened")
            try expect(try await store.read { try $0.countedTask(.numbered(2)) }, is: nil, "another")
        }
        Case("Events that are not what taskd writes are passed over") { store in
            let texts = ["{}", "[]", "", #"{"task":{}}"#, #"{"task":{"tags":[1,"#, #"{"task":7}"#, "\u{0}"]
            try await store.append(
                texts.flatMap { text in
                    [EventType.reminderDue, .taskCreated, .taskDeleted].map { type in
                        EventDraft(
                            id: EventID(madeAt: .noon), type: type, timestamp: .noon, data: Array(text.utf8))
                    }
                })
            try await store.countEvents()
            let last = try await store.read { try $0.lastEventSequence() }
            try expect(try await store.read { try $0.statisticsProgress() }.sequence, is: last, "the progress")
        }
    }
}

extension EventDraft {
    fileprivate static func reminderDue(at instant: UTCInstant, tags: [String]) -> EventDraft {
        taskEvent(.reminderDue, 1, at: instant, tags: tags)
    }

    fileprivate static func taskEvent(
        _ type: EventType, _ number: Int, at instant: UTCInstant, tags: [String], completedAt: UTCInstant? = nil,
        late: Double? = nil
    ) -> EventDraft {
        var task = TaskItem(id: .numbered(number), title: "task", timeZone: "UTC", now: instant)
        task.content.tags = tags
        if let completedAt { (task.status, task.completedAt) = (.completed, completedAt) }
        let json = String(decoding: task.json(now: instant), as: UTF8.self)
        let head = late.map { #""lateBySeconds":\#($0),"# } ?? ""
        return EventDraft(
            id: EventID(madeAt: instant), type: type, timestamp: instant,
            data: Array(#"{"dataVersion":1,\#(head)"task":\#(json)}"#.utf8))
    }
}

extension Store {
    /// Counts a firing at each instant, of a task with tags.
    fileprivate func count(_ firings: [(at: UTCInstant, tags: [String])]) async throws {
        try await append(firings.map { .reminderDue(at: $0.at, tags: $0.tags) })
        try await countEvents()
    }

    fileprivate func countEvents() async throws {
        try await write { try $0.countEvents(limit: 1_000) }
    }
}

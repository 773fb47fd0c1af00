import Basics
import Recurrence
import Storage
import StorageSQLite
import TestSupport
import Testing

@testable import Scheduler

/// Changes of a series with more open occurrences than any transaction may write.
@Suite(.serialized) struct ManyOccurrencesTests {
    @Test(.serialized, arguments: SeriesEdit.reaching)
    func `a change reaches thousands of open occurrences, though it was interrupted`(edit: SeriesEdit) async throws {
        let series = try OpenSeries(try await OpenSeries.many.value)
        try await series.leave(edit)
        #expect(try await series.pending().count == 1)
        try series.restart()
        try await series.pendingEdits.look()
        #expect(try await series.pending() == [])
        let state = try await series.state()
        let (entries, tasks) = (Array(state.entries.joined()), Array(state.tasks.joined()))
        #expect(entries.count == OpenSeries.manyCount)
        #expect(zip(entries, entries.dropFirst()).allSatisfy { $0.recurrenceID < $1.recurrenceID })
        for (index, task) in tasks.enumerated() where !edit.isReached(task, index) {
            Issue.record("the occurrence \(index + 1) was not reached: \(task)")
            break
        }
        #expect(tasks.count == edit.left)
        #expect(entries.count { $0.state == .open } == (edit == .givenUp ? 0 : edit.left))
        try expectTold(edit, in: state)
    }

    private func expectTold(_ edit: SeriesEdit, in state: OpenSeriesState) throws {
        func count(_ type: EventType) -> Int { state.events.count { $0.hasPrefix(type.rawValue + " ") } }
        #expect(count(.taskDeleted) == OpenSeries.manyCount - edit.left)
        let isDeletion = edit.left < OpenSeries.manyCount
        #expect(count(.seriesUpdated) == (isDeletion || edit == .givenUp ? 0 : 1))
        #expect(count(.seriesEnded) == (isDeletion || edit == .givenUp ? 1 : 0))
        guard let told = state.events.first(where: { $0.hasPrefix(EventType.seriesUpdated.rawValue) }) else { return }
        let others = edit == .followingShift ? OpenSeries.manyCount - 4 : OpenSeries.manyCount - 1
        #expect(told.contains("\"taskCount\":\(others)"))
    }

    @Test(arguments: [SeriesEdit.subtasks, .deleteSeries])
    func `a change that must be one transaction is refused, and says why`(edit: SeriesEdit) async throws {
        let series = try OpenSeries(try await OpenSeries.many.value)
        let refusal = await #expect(throws: SchedulerError.self) { try await series.runWhole(edit) }
        #expect(refusal?.code == .notPossible && refusal?.description.contains("batch") ?? false)
        let count = try await series.store.read { reader in
            let id = try #require(try reader.seriesID(ofTask: OpenSeries.id))
            return try reader.openCount(of: id, limit: .max)
        }
        #expect(count == OpenSeries.manyCount)
        #expect(try await series.pending() == [])
    }

    @Test func `no transaction of a change writes more than a bounded number of occurrences`() async throws {
        let series = try OpenSeries(try await OpenSeries.many.value)
        try await series.leave(.shift)
        var parts = 1
        var last = try await reached(series)
        #expect(last <= 500)
        while parts < 3, try await series.carryOnOnce() {
            let now = try await reached(series)
            #expect(now > last && now - last <= 500)
            (parts, last) = (parts + 1, now)
        }
    }

    /// How many occurrences have been put on their slots.
    private func reached(_ series: OpenSeries) async throws -> Int {
        let shifted = try instant("2026-03-02T02:10:00Z")
        return try await series.store.read { reader in
            let id = try #require(try reader.seriesID(ofTask: OpenSeries.id))
            let entries = try reader.entries(of: id, in: [.open], from: nil, limit: 3_000)
            return try reader.tasks(entries.map(\.task)).count { task in
                task.dueAt == task.occurrence.map { shifted.advanced(by: .seconds(60 * ($0.number - 1))) }
            }
        }
    }
}

extension SeriesEdit {
    /// How many occurrences still have tasks afterwards.
    fileprivate var left: Int {
        switch self {
        case .deleteAll, .deleteSeries: 0
        case .deleteFollowing: 3
        default: OpenSeries.manyCount
        }
    }

    /// Whether the change has been applied to an occurrence.
    fileprivate func isReached(_ task: TaskItem, _ index: Int) -> Bool {
        guard let slot = task.occurrence?.recurrenceID, task.due?.civil == slot else { return false }
        let first = CivilTime("2026-03-02T00:00:00")
        let shifted = CivilTime("2026-03-02T02:10:00")
        switch self {
        case .shift: return slot == shifted?.advanced(bySeconds: index * 60)
        case .followingShift:
            return slot == (index < 3 ? first : shifted)?.advanced(bySeconds: (index < 3 ? index : index - 3) * 60)
        case .zone:
            let first = UTCInstant("2026-03-01T15:00:00Z")
            return task.timeZone == "Asia/Seoul" && task.dueAt == first?.advanced(by: .seconds(index * 60))
        case .reminders: return task.reminders.count == 2 && task.reminders.allSatisfy { $0.scheduledAt != nil }
        case .subtasks: return task.subtasks.map(\.title) == ["part", "another"]
        case .quietHours: return task.quietHours != nil
        case .tags: return task.tags == ["a", "b"]
        case .givenUp: return task.status == .cancelled
        default: return slot == first?.advanced(bySeconds: index * 60)
        }
    }
}

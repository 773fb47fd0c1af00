import Basics
import GRDB
import Recurrence
import Storage
import TestSupport
import Testing

@testable import StorageSQLite

/// What the loops ask for all the time is read along an index: no table is scanned and nothing is sorted.
@Suite struct QueryPlanTests {
    struct Question: Sendable, CustomStringConvertible {
        let description: String
        let ask: @Sendable (any StoreTransaction) throws -> Void
    }

    static let questions = [
        Question(description: "the next due instant") { _ = try $0.nextDueInstant() },
        Question(description: "due firings") { _ = try $0.dueFirings(until: .noon, limit: 100) },
        Question(description: "tasks to tell overdue") {
            _ = try $0.tasksAwaitingOverdueEvent(until: .noon, limit: 100)
        },
        Question(description: "planned firings") { transaction in
            let place = PlannedFiring(reminder: .numbered(1), task: .numbered(1), fireAt: .noon)
            _ = try transaction.plannedFirings(from: .noon, before: .noon, after: place, limit: 9)
        },
        Question(description: "upcoming firings") { transaction in
            let place = PlannedFiring(reminder: .numbered(1), task: .numbered(1), fireAt: .noon)
            for tag in [nil, "tag"] {
                _ = try transaction.upcomingFirings(
                    from: .noon, before: .noon, tag: tag, project: nil, after: place, limit: 9)
            }
        },
        Question(description: "projects") { transaction in
            _ = try transaction.projects(matching: ProjectQuery(), after: nil, limit: 9)
            _ = try transaction.counts(of: [.numbered(1)], at: .noon)
            _ = try transaction.lastSortOrder(in: .numbered(1))
        },
        Question(description: "the open tasks of a project by due") { transaction in
            var query = TaskQuery()
            (query.project, query.statuses, query.sort) = (.numbered(1), [.needsAction], [TaskQuery.Sort(.due)])
            _ = try transaction.tasks(matching: query)
            (query.statuses, query.sort) = ([], [])
            _ = try transaction.tasks(matching: query)
            _ = try transaction.tasks(of: .numbered(1), limit: 9)
        },
        Question(description: "statistics") { transaction in
            try transaction.append([.fixture(1)])
            try transaction.countEvents(limit: 10)
            let range = UTCInstant.noon..<UTCInstant.noon(plus: 9_000)
            _ = try transaction.statistics(of: .tag("tag"), in: [range])
            _ = try transaction.statistics(by: .tag, in: range, after: StoreCursor("1"), limit: 9)
            _ = try transaction.countedTask(.numbered(1))
            _ = try transaction.outcomes(of: .numbered(1), limit: 9)
        },
        Question(description: "projected series") { transaction in
            let place = ProjectedSeries(instant: .noon, series: .numbered(1))
            _ = try transaction.projectedSeries(after: place, before: .noon, limit: 9)
        },
        Question(description: "claims") { transaction in
            _ = try transaction.claimDeliveries(of: .numbered(1), dueAt: .noon, leaseUntil: .noon, limit: 9)
        },
        Question(description: "keeping a body") { transaction in
            try transaction.keep(MessageBody(bytes: [1], mediaType: "text/plain"), of: DeliveryID(number: 1))
            _ = try transaction.claimDeliveries(of: .numbered(1), dueAt: .noon, leaseUntil: .noon, limit: 9)
        },
        Question(description: "next attempts") { _ = try $0.nextAttempts() },
        Question(description: "the next suspects") { _ = try $0.nextSuspects() },
        Question(description: "a suspect") { transaction in
            _ = try transaction.claimSuspect(of: .numbered(1), dueAt: .noon, leaseUntil: .noon)
        },
        Question(description: "the claims of the dead") { transaction in
            _ = try transaction.releaseAbandonedClaims(at: .noon, afterCrash: true)
        },
        Question(description: "giving claims back") { try $0.release([DeliveryID(number: 1)], at: .noon) },
        Question(description: "a page of deliveries") { transaction in
            _ = try transaction.deliveries(of: .numbered(1), state: nil, before: DeliveryID(number: 9), limit: 9)
        },
        Question(description: "a page of dead deliveries") { transaction in
            _ = try transaction.deliveries(of: .numbered(1), state: .failed, before: DeliveryID(number: 9), limit: 9)
        },
        Question(description: "what waits") { _ = try $0.backlog(of: .numbered(1)) },
        Question(description: "recording attempts") { transaction in
            let id = DeliveryID(number: 1)
            try transaction.record([DeliveryResult(delivery: id, attempt: .fixture(1), verdict: .delivered)])
        },
        Question(description: "a selection to replay") { transaction in
            _ = try transaction.deliveries(in: DeliverySelection(), of: .numbered(1), limit: 9)
        },
        Question(description: "a replay") { try $0.replay([DeliveryID(number: 1)], at: .noon, every: .zero) },
        Question(description: "hastening retries") { try $0.rescheduleRetries(of: .numbered(1), to: .noon) },
        Question(description: "appending in order") { transaction in
            try transaction.append([.fixture(3, about: EventSubject(task: .numbered(1)))])
        },
        Question(description: "events after a sequence") { _ = try $0.events(after: 7, limit: 9) },
        Question(description: "a task, whole") { _ = try $0.task(.numbered(1)) },
        Question(description: "a reminder's task") { _ = try $0.task(withReminder: .numbered(1)) },
        Question(description: "a series, whole") { _ = try $0.series(.numbered(900)) },
        Question(description: "the series of a task") { _ = try $0.seriesID(ofTask: .numbered(1)) },
        Question(description: "a slot of a series") { _ = try $0.entry(of: .numbered(900), at: .day(3)) },
        Question(description: "the frontier of a series") { _ = try $0.frontier(of: .numbered(900)) },
        Question(description: "the last number of a series") { _ = try $0.lastNumber(of: .numbered(900)) },
        Question(description: "the pending edits of a series") { _ = try $0.pendingEdits(of: .numbered(900)) },
        Question(description: "the series with pending edits") { _ = try $0.seriesWithPendingEdits(limit: 9) },
        Question(description: "giving plain fields") { transaction in
            let content = TaskContent(title: "new")
            _ = try transaction.give([.title, .priority], of: content, to: [.numbered(1)], at: .noon)
        },
        Question(description: "a part of a ledger") { transaction in
            for states in [nil, [.open], [.completed, .skipped]] as [Set<LedgerEntry.State>?] {
                _ = try transaction.entries(of: .numbered(900), in: states, from: .day(2), limit: 9)
            }
        },
        Question(description: "open ones of a series") { _ = try $0.openCount(of: .numbered(900), limit: 9) },
        Question(description: "what is before a slot") { _ = try $0.hasEntries(of: .numbered(900), before: .day(9)) },
        Question(description: "what was split from a series") { _ = try $0.series(splitFrom: .numbered(900)) },
        Question(description: "a projection") { try $0.setProjection(of: .numbered(900), to: .noon) },
        Question(description: "saving a series") { transaction in
            try transaction.save(.plain(901, start: .time(onDay: 1)))
            try transaction.save(.plain(901))
        },
        Question(description: "saving an entry") { try $0.save(.fixture(4, at: .day(4)), of: .numbered(900)) },
        Question(description: "saving a task") { try $0.save(.filledFixture(1)) },
        Question(description: "tasks by title, from a place on") { transaction in
            var query = TaskQuery(limit: 9)
            query.sort = [TaskQuery.Sort(.title)]
            query.cursor = StoreCursor("x1234,7")
            _ = try transaction.tasks(matching: query)
        },
        Question(description: "trimming answers") { _ = try $0.trimAnswers(.everything, limit: 9) },
        Question(description: "trimming the log") { transaction in
            _ = try transaction.trimDeliveries(.everything, limit: 9)
            _ = try transaction.trimEvents(.everything, limit: 9)
        },
        Question(description: "recording and restoring what was before a change") { transaction in
            try transaction.recording(Change(.update, id: .numbered(1), at: .noon)) {
                try transaction.save(.filledFixture(1))
                try transaction.save(.fixture(3, at: .day(3), task: 1), of: .numbered(900))
                try transaction.save(Pause(.all, since: .noon))
            }
            _ = try transaction.task(.numbered(1), before: .numbered(1))
            _ = try transaction.series(.numbered(900), before: .numbered(1))
            try transaction.restoreEntries(before: .numbered(1))
        },
        Question(description: "changes, and old ones") { transaction in
            _ = try transaction.changes(of: nil, before: nil, limit: 9)
            _ = try transaction.changes(of: .numbered(1), before: nil, limit: 9)
            _ = try transaction.changes(by: "anna", before: nil, limit: 9)
            _ = try transaction.latestChange(of: .task(.numbered(1)), before: nil)
            _ = try transaction.rows(of: .numbered(1), limit: 9)
            _ = try transaction.tasks(of: .numbered(1), wereThere: true, after: .numbered(1), limit: 9)
            _ = try (transaction.boundTasks(of: .numbered(1)), transaction.purgedTasks(of: .numbered(1)))
            _ = try transaction.pendingUndo()
            _ = try transaction.trimChanges(.everything, limit: 9)
        },
        Question(description: "counting firings") { _ = try $0.firingCounts(after: nil, limit: 9) },
        Question(description: "sweeping the log") { transaction in
            _ = try transaction.trimEvents(.everything, limit: 9)
            _ = try transaction.sweepLog(after: nil, limit: 9)
            _ = try transaction.sweepLog(after: StoreCursor([1, 0]), limit: 9)
        },
    ]

    /// There are few hooks, and a transaction reads them all with what belongs to them, once; the indexes of claims and of suspects hold nothing
    /// else; of remembered answers the index is read as far as those that are kept by count.
    static let wholeReads: Set = [
        "SCAN hook", "SCAN hook USING COVERING INDEX sqlite_autoindex_hook_1", "SCAN hook_header",
        "SCAN project USING INDEX project_place", "SCAN hook_secret", "SCAN hook_health",
        "SCAN set_aside", "SCAN remembered_answer USING COVERING INDEX remembered_answer_age",
        "SCAN delivery USING INDEX delivery_claimed",
        "SCAN delivery USING COVERING INDEX delivery_claimed", "SCAN delivery USING INDEX delivery_suspect",
        "SCAN delivery USING COVERING INDEX delivery_suspect", "SCAN pending_edit", "SCAN pending_undo",
        // The one row of an image, from which an entry is given back what it was.
        "SCAN (subquery-2)",
        // The tags of one list.
        "SCAN held VIRTUAL TABLE INDEX 1:",
        // The tags of one task, and what it waits for, in their order.
        "SCAN (subquery-1)", "SCAN (subquery-5)",
    ]

    @Test(arguments: questions)
    func `what is asked all the time is read along an index`(question: Question) async throws {
        let temporary = try TemporaryStore()
        try await temporary.store.write { transaction in
            try transaction.saveFixture(.filledFixture(1))
            try transaction.save(.webhook(1) { $0.traffic.ordering = .perTask })
            try transaction.append([.fixture(1), .fixture(2)])
        }
        let steps = try await temporary.store.write { try plan(of: question, in: $0) }
        #expect(!steps.isEmpty)
        for step in steps {
            #expect(!step.hasPrefix("SCAN") || Self.wholeReads.contains(step), "\(step)")
            #expect(!step.contains("TEMP B-TREE"), "\(step)")
        }
    }

    private func plan(of question: Question, in transaction: any StoreTransaction) throws -> [String] {
        let db = try transaction.connection
        let statements = Locked<[String]>([])
        db.trace { event in statements.withLock { [text = event.expandedDescription] in $0.append(text) } }
        try question.ask(transaction)
        db.trace(options: [])
        return try statements.withLock { $0 }
            .filter { !$0.hasPrefix("--") }
            .flatMap { sql in
                try Row.fetchAll(db, sql: "EXPLAIN QUERY PLAN \(sql)").map { row in row["detail"] as String }
            }
    }
}

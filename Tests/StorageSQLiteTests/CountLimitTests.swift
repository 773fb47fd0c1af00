import Filters
import GRDB
import Recurrence
import Storage
import TestSupport
import Testing

@testable import StorageSQLite

/// Beyond the limit counts say at least how many there are.
@Suite struct CountLimitTests {
    /// 10,500 open tasks, due on three days or never, of which half have a tag.
    private func fill(_ temporary: TemporaryStore) async throws {
        try await temporary.store.write { transaction in
            try transaction.save(.fixture(1) { $0.dueAt = .noon })
            let columns = TaskRow.columns.filter { $0 != "id" && $0 != "due_at" }.joined(separator: ", ")
            try transaction.connection.execute(
                sql: """
                    WITH RECURSIVE number (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM number WHERE n < 10499)
                    INSERT INTO task (id, due_at, \(columns))
                    SELECT CAST(printf('%016d', n) AS BLOB), \(UTCInstant.noon.millisecondsSinceEpoch)
                        + iif(n < 500, -86400000, iif(n < 2000, 0, 86400000)), \(columns)
                    FROM task, number;
                    """)
            for (name, condition) in [("half", "key % 2 = 0"), ("all", "TRUE")] {
                let tag = try transaction.tag(making: name, now: .noon).id.number
                try transaction.connection.execute(
                    sql: """
                        INSERT INTO task_tag (tag, task_key, position) SELECT \(tag), key, 0 FROM task WHERE \(condition)
                        """)
            }
        }
    }

    @Test func `counts end at the limit and say so, and groups that an index has are exact by themselves`() async throws
    {
        let temporary = try TemporaryStore()
        try await fill(temporary)
        var open = TaskQuery()
        open.statuses = [.needsAction, .inProcess]
        var chosen = TaskQuery()
        chosen.filter = .not(.test(.tag(["none"])))
        for query in [TaskQuery(), open, chosen] {
            let (count, tags, days) = try await temporary.store.read { reader in
                (
                    try reader.count(of: query), try reader.groups(of: query, by: .tag, in: .utc),
                    try reader.groups(of: query, by: .dueDay, in: .utc)
                )
            }
            #expect(count == TaskCount(10_000, isExact: false))
            // Those of all tasks are kept.
            #expect(tags.isExact == (query == TaskQuery()) && !days.isExact)
            #expect(tags.groups.map(\.key) == ["all", "half"])
            if query == TaskQuery() {
                #expect(tags.groups.map(\.count) == [TaskCount(10_500), TaskCount(5_250)])
            }
            if query != chosen {
                #expect(days.groups.map(\.count.isExact) == [true, true, false])
                #expect(days.groups.map(\.count.count) == [499, 1_501, 8_000])
            }
        }
        for query in [TaskQuery(), open] {
            let projects = try await temporary.store.read { try $0.groups(of: query, by: .project, in: .utc) }
            #expect(projects == TaskGroups([.init(nil, TaskCount(10_500))], isExact: true))
        }
        let statuses = try await temporary.store.read { try $0.groups(of: TaskQuery(), by: .status, in: .utc) }
        #expect(statuses.groups == [.init("needsAction", TaskCount(10_000, isExact: false))])
    }
}

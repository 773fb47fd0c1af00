import Basics
import Logging
import Storage
import StorageSQLite
import TestSupport
import Testing

@testable import HTTPAPI

struct QueryMetricsTests {
    @Test func `a list that takes long is logged with its plan, and nothing of what was asked for`() async throws {
        let (lines, uptime) = (Locked<[String]>([]), Locked(Swift.Duration.zero))
        let logger = Logger(label: "test") { _ in LineLog(lines: lines) }
        let watch = QueryMetrics(registry: MetricsRegistry(), logger: logger).watch {
            uptime.withLock { time in
                time += .milliseconds(40)
                return time
            }
        }
        let folder = try TemporaryFolder()
        let store = try SQLiteStore(path: folder.path("taskd.db"), queries: watch)
        var query = TaskQuery(limit: 9)
        (query.statuses, query.tag, query.text) = ([.needsAction, .inProcess], "secret tag", "secret text")
        _ = try await store.readList { [query] in try $0.tasks(matching: query).items.count }
        #expect(lines.withLock { $0 } == [])
        uptime.withLock { $0 = .zero }
        let slow = QueryMetrics(registry: MetricsRegistry(), logger: logger).watch {
            uptime.withLock { time in
                time += .milliseconds(75)
                return time
            }
        }
        try store.close()
        let slower = try SQLiteStore(path: folder.path("taskd.db"), queries: slow)
        _ = try await slower.readList { [query] in try $0.tasks(matching: query).items.count }
        try slower.close()
        let line = "warning milliseconds=150 plan=search of words, checked: status, tag"
        #expect(lines.withLock { $0 } == [line])
        withExtendedLifetime(folder) {}
    }
}

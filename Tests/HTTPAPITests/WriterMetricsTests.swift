import Basics
import HTTPAPI
import Logging
import Storage
import StorageSQLite
import TestSupport
import Testing

@testable import HTTPAPI

struct WriterMetricsTests {
    @Test func `who holds the writer for too long is counted and named in the log`() async throws {
        let lines = Locked<[String]>([])
        let logger = Logger(label: "test") { _ in LineLog(lines: lines) }
        let registry = MetricsRegistry()
        let uptime = Locked(Swift.Duration.zero)
        let watch = WriterMetrics(registry: registry, logger: logger).watch(uptime: { uptime.withLock { $0 } }) {
            _, _ in false
        }
        let folder = try TemporaryFolder()
        let store = try SQLiteStore(path: folder.path("taskd.db"), watch: watch)
        for (name, milliseconds) in [("POST /v1/tasks", 4), ("PATCH /v1/tasks/{id}", 150)] {
            try await store.write(named: name) { _ in uptime.withLock { $0 += .milliseconds(milliseconds) } }
        }
        try store.close()
        var text = PrometheusText()
        registry.write(to: &text)
        let samples = Set(text.text.split(separator: "\n").map(String.init))
        for sample in [
            #"taskd_writer_held_seconds_bucket{by="POST /v1/tasks",le="0.005"} 1"#,
            #"taskd_writer_held_seconds_sum{by="PATCH /v1/tasks/{id}"} 0.15"#,
            #"taskd_writer_long_holds_total{by="PATCH /v1/tasks/{id}"} 1"#,
            #"taskd_commit_batch_size_bucket{le="1"} 2"#,
        ] {
            #expect(samples.contains(sample), "\(sample) in \(text.text)")
        }
        #expect(lines.withLock { $0 } == ["warning by=PATCH /v1/tasks/{id} milliseconds=150"])
        withExtendedLifetime(folder) {}
    }
}

/// Keeps what is logged.
struct LineLog: LogHandler {
    let lines: Locked<[String]>
    var metadata: Logger.Metadata = [:]
    var logLevel = Logger.Level.info

    init(lines: Locked<[String]>) { self.lines = lines }

    subscript(metadataKey key: String) -> Logger.Metadata.Value? {
        get { metadata[key] }
        set { metadata[key] = newValue }
    }

    func log(event: LogEvent) {
        let fields = metadata.merging(event.metadata ?? [:]) { $1 }.sorted { $0.key < $1.key }.map {
            " \($0.key)=\($0.value)"
        }
        lines.withLock { $0.append("\(event.level)\(fields.joined())") }
    }
}

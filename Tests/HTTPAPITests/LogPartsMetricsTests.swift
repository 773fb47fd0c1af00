import Basics
import Logging
import Storage
import Testing

@testable import HTTPAPI

struct LogPartsMetricsTests {
    @Test func `what keeps the log's parts from being made or dropped is told once, counted, and told to be mended`() {
        let lines = Locked<[String]>([])
        let registry = MetricsRegistry()
        let watch = LogPartsMetrics(registry: registry, logger: Logger(label: "test") { _ in LineLog(lines: lines) })
            .watch
        watch.note(.make)
        for trouble in ["x", "y", nil, nil, "z"] { watch.note(.drop, failedBy: trouble) }
        watch.note(.make, failedBy: "w")
        var text = PrometheusText()
        registry.write(to: &text)
        let samples = Set(text.text.split(separator: "\n").map(String.init))
        for sample in [
            #"taskd_log_parts_failed_total{work="drop"} 3"#, #"taskd_log_parts_failed_total{work="make"} 1"#,
        ] {
            #expect(samples.contains(sample), "\(sample) in \(text.text)")
        }
        #expect(
            lines.withLock { $0 } == [
                "error error=x work=drop", "notice work=drop", "error error=z work=drop", "error error=w work=make",
            ])
    }
}

import CoreMetrics
import Foundation
import HTTPTypes
import Notify
import Recurrence
import Scheduler
import Storage
import StorageSQLite
import TestSupport
import Testing

@testable import HTTPAPI

/// What Prometheus reads.
@Suite struct MetricsTests {
    private func text(_ registry: MetricsRegistry) -> String {
        var text = PrometheusText()
        registry.write(to: &text)
        return text.text
    }

    @Test func `counts add up by their labels, whatever the order of those`() {
        let registry = MetricsRegistry()
        let ways = [[("hook", "a"), ("outcome", "delivered")], [("outcome", "delivered"), ("hook", "a")]]
        for way in ways {
            Counter(label: DeliveryMetrics.deliveries, dimensions: way, factory: registry).increment(by: 3)
        }
        Counter(label: DeliveryMetrics.deliveries, dimensions: [("hook", "b")], factory: registry).increment()
        let lines = text(registry).split(separator: "\n")
        #expect(lines.count == 4)
        #expect(lines[0].hasPrefix("# HELP taskd_deliveries_total "))
        #expect(lines[1] == "# TYPE taskd_deliveries_total counter")
        #expect(lines[2] == #"taskd_deliveries_total{hook="a",outcome="delivered"} 6"#)
        #expect(lines[3] == #"taskd_deliveries_total{hook="b"} 1"#)
    }

    @Test func `a histogram counts every value in each bucket that it is not above`() {
        let registry = MetricsRegistry()
        let timer = CoreMetrics.Timer(
            label: DeliveryMetrics.attemptSeconds, dimensions: [("sink", "webhook")], factory: registry)
        for milliseconds in [0, 5, 6, 1_000, 60_000] { timer.recordMilliseconds(milliseconds) }
        let lines = text(registry).split(separator: "\n").map(String.init)
        let name = DeliveryMetrics.attemptSeconds
        for (bound, count) in [("0.005", 2), ("0.01", 3), ("0.5", 3), ("1", 4), ("30", 4), ("+Inf", 5)] {
            #expect(lines.contains(#"\#(name)_bucket{sink="webhook",le="\#(bound)"} \#(count)"#), "\(lines)")
        }
        #expect(lines.contains(#"\#(name)_count{sink="webhook"} 5"#))
        #expect(lines.contains { $0.hasPrefix(#"\#(name)_sum{sink="webhook"} 61.01"#) })
        #expect(lines[1] == "# TYPE \(name) histogram")
    }

    @Test func `what a label holds cannot break out of its quotes`() {
        let registry = MetricsRegistry()
        Gauge(label: "odd", dimensions: [("x", "a\"b\\c\nd")], factory: registry).record(1.5)
        #expect(text(registry).contains(#"odd{x="a\"b\\c\nd"} 1.5"# + "\n"))
    }

    @Test func `series of what is gone are forgotten, and no others`() {
        let registry = MetricsRegistry()
        for labels in [[("hook", "a")], [("hook", "b")], [("phase", "lookUp")]] {
            Counter(label: "seen", dimensions: labels, factory: registry).increment()
        }
        registry.forget("hook", except: ["b"])
        let seen = text(registry).split(separator: "\n").filter { !$0.hasPrefix("#") }
        #expect(seen == [#"seen{hook="b"} 1"#, #"seen{phase="lookUp"} 1"#])
    }

    @Test func `each metric is described once, in Prometheus's own terms`() {
        let known = MetricDescription.known
        #expect(Set(known.map(\.name)).count == known.count)
        for metric in known {
            #expect(metric.name.wholeMatch(of: /(taskd|process)_[a-z_]+[a-z]/) != nil)
            #expect(metric.name.hasSuffix("_total") == (metric.kind == .counter))
            #expect(metric.bounds.isEmpty == (metric.kind != .histogram))
            #expect(metric.bounds == metric.bounds.sorted())
            #expect(metric.help.hasSuffix("."))
        }
    }

    @Test func `requests are counted by route and status, and what the process takes is told`() async throws {
        try await API.run { api async throws in
            let task = try await api.create(#"{"title":"a"}"#)
            for path in ["/v1/tasks/\(task.id)", "/v1/tasks/\(UUID().uuidString)", "/v1/secret/\(task.id)"] {
                _ = try await api.request(.get, path)
            }
            let text = try await api.text("/metrics")
            let lines = Set(text.split(separator: "\n").map(String.init))
            let name = "taskd_http_requests_total"
            #expect(lines.contains(#"\#(name){method="GET",route="/v1/tasks/{id}",status="200"} 1"#))
            #expect(lines.contains(#"\#(name){method="GET",route="/v1/tasks/{id}",status="404"} 1"#))
            #expect(lines.contains(#"\#(name){method="GET",route="none",status="404"} 1"#))
            #expect(lines.contains(#"taskd_http_request_seconds_count{method="GET",route="/v1/tasks/{id}"} 2"#))
            #expect(lines.contains("taskd_http_connections 1"))
            #expect(!text.contains(task.id), "a label has what stands in a path")
            for metric in ["process_resident_memory_bytes", "process_open_fds", "process_max_fds"] {
                let line = try #require(lines.first { $0.hasPrefix("\(metric) ") })
                #expect(try #require(Double(line.dropFirst(metric.count + 1))) > 3)
            }
            #expect(!lines.contains { $0.hasPrefix("taskd_certificate_expiry_timestamp_seconds{") })
        }
    }

    @Test func `the levels are the store's, by hook`() async throws {
        try await API.run { api async throws in
            let hook = try await api.request(.post, "/v1/hooks", #"{"url":"http://10.1.0.1/hook"}"#).json.id
            for number in 0..<3 { _ = try await api.create(#"{"title":"task \#(number)"}"#) }
            var health = HookHealth()
            (health.consecutiveFailures, health.trips) = (7, 1)
            health.resumesAt = api.clock.now.advanced(by: .seconds(30))
            let id = try #require(HookID(hook))
            try await api.store.write { [health] in try $0.save(health, of: id) }
            let labels = #"{hook="\#(hook)",sink="webhook""#
            let lines = Set(try await api.text("/metrics").split(separator: "\n").map(String.init))
            for (name, value) in [
                ("taskd_deliveries_waiting\(labels)}", 3), ("taskd_deliveries_oldest_seconds\(labels)}", 0),
                ("taskd_hook_consecutive_failures\(labels)}", 7), ("taskd_hook_enabled\(labels)}", 1),
                (#"taskd_hook_circuit\#(labels),state="open"}"#, 1), ("taskd_event_sequence", 3),
                (#"taskd_hook_circuit\#(labels),state="closed"}"#, 0), ("taskd_due_overdue_seconds", 0),
            ] {
                #expect(lines.contains("\(name) \(value)"), "\(name): \(lines)")
            }
        }
    }
}

import Basics
import Foundation
import NIOHTTP1
import Notify
import Recurrence
import Scheduler
import Storage
import TestSupport
import Testing

/// `/metrics` of the built daemon.
@Suite(.serialized, .timeLimit(.minutes(5)))
struct MetricsTests {
    @Test
    func `firings and deliveries are counted, and anybody who reaches the daemon may read them`() async throws {
        let folder = try TemporaryFolder()
        let receiver = try await WebhookReceiver.start()
        let daemon = try await RunningDaemon(store: folder.path("taskd.db"))
        let hook = try #require(try await daemon.addWebhook(receiver.url)["id"]?.string)
        let soon = RunningDaemon.soon
        for number in 0..<3 { try await daemon.addTask("task \(number)", remindingAt: soon) }
        _ = await receiver.requests(atLeast: 3)
        // An attempt is counted when it ends; that nothing waits any more is known once its end is recorded.
        let end: Set = [
            #"taskd_deliveries_total{hook="\#(hook)",outcome="delivered",sink="webhook"} 3"#,
            #"taskd_deliveries_waiting{hook="\#(hook)",sink="webhook"} 0"#,
        ]
        var lines: Set<String> = []
        while !lines.isSuperset(of: end) {
            let answer = try await daemon.metrics()
            #expect(answer.mediaType == "text/plain; version=0.0.4; charset=utf-8")
            lines = Set(answer.text.split(separator: "\n").map(String.init))
        }
        #expect(lines.contains("\(DueMetrics.firings) 3"))
        #expect(lines.contains("\(DueMetrics.lagSeconds)_count 3"))
        #expect(lines.contains(#"\#(DueMetrics.lagSeconds)_bucket{le="5"} 3"#))
        #expect(lines.contains(#"\#(DeliveryMetrics.phaseSeconds)_count{phase="firstByte"} 3"#))
        #expect(lines.contains(#"taskd_hook_circuit{hook="\#(hook)",sink="webhook",state="closed"} 1"#))
        _ = try await daemon.request(.DELETE, "/v1/hooks/\(hook)")
        #expect(try await !daemon.metrics().text.contains(hook))
        try await receiver.stop()
    }
}

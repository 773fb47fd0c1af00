import Basics
import Logging
import Recurrence
import Storage
import TestSupport
import Testing

@testable import Notify

@Suite struct DeliveryLogTests {
    /// What was logged: each line's level, message and metadata.
    private struct Line: Hashable {
        var level: Logger.Level
        var text: String
        var metadata: [String: String]
    }

    private struct Recorder: LogHandler {
        let lines: Locked<[Line]>
        var logLevel = Logger.Level.trace
        var metadata: Logger.Metadata = [:]

        init(lines: Locked<[Line]>) {
            self.lines = lines
        }

        subscript(metadataKey key: String) -> Logger.Metadata.Value? {
            get { metadata[key] }
            set { metadata[key] = newValue }
        }

        func log(event: LogEvent) {
            let line = Line(
                level: event.level, text: "\(event.message)",
                metadata: (event.metadata ?? [:]).mapValues { "\($0)" })
            lines.withLock { $0.append(line) }
        }
    }

    private let lines = Locked<[Line]>([])
    private let log: DeliveryLog

    init() {
        let lines = lines
        log = DeliveryLog(logger: Logger(label: "test") { _ in Recorder(lines: lines) })
    }

    private func result(_ verdict: DeliveryResult.Verdict) -> BatchResult {
        let batch = DeliveryBatch(hook: .webhook(1), claims: [.numbered(7, of: .numbered(1))])
        return batch.result(verdict)
    }

    @Test(arguments: [
        (DeliveryResult.Verdict.delivered, Logger.Level.debug, "delivered"),
        (.retry(at: .noon), .info, "an attempt failed"), (.failed, .warning, "a delivery failed for good"),
        (.expired, .info, "a delivery expired"),
    ])
    func `what becomes of a delivery is logged as loudly as it matters`(
        verdict: DeliveryResult.Verdict, level: Logger.Level, text: String
    ) {
        log.note([result(verdict)], disabled: [])
        let metadata = [
            "hook.id": HookID.numbered(1).description, "sink": "webhook", "delivery.id": "dlv_7", "attempt": "1",
            "outcome": "delivered",
        ]
        #expect(lines.withLock { $0 } == [Line(level: level, text: text, metadata: metadata)])
    }

    @Test func `a hook that is disabled is a warning, and a delivery that is set aside an error`() {
        log.note([], disabled: [.numbered(3)])
        log.noteSetAside([result(.failed)], disabled: [.numbered(4)])
        #expect(lines.withLock { $0.map(\.level) } == [.warning, .error, .warning])
        #expect(
            lines.withLock { $0.compactMap { $0.metadata["hook.id"] } }
                == [3, 1, 4].map { HookID.numbered($0).description })
    }

    @Test func `claims of a daemon that died are logged once there are any`() {
        log.note(AbandonedClaims(count: 0, suspectCount: 0, blamed: []), afterCrash: true)
        #expect(lines.withLock { $0.isEmpty })
        log.note(AbandonedClaims(count: 5, suspectCount: 2, blamed: []), afterCrash: true)
        #expect(lines.withLock { $0.first?.metadata } == ["claims": "5", "suspects": "2", "crash": "true"])
    }

    @Test func `trouble with the store is an error, with the pause before it is tried again`() {
        log.note(FaultyStore.Fault())
        log.note(FaultyStore.Fault(), pause: .seconds(2))
        log.noteUnrecorded()
        #expect(lines.withLock { $0.map(\.level) } == [.error, .error, .error])
        #expect(lines.withLock { $0.map { $0.metadata["again.in"] } } == [nil, "2.0 seconds", nil])
    }
}

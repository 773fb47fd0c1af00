import Basics
import Foundation
import NIOHTTP1
import Recurrence
import Storage
import TestSupport
import Testing

@Suite(.serialized, .timeLimit(.minutes(5)))
struct CopyTests {
    @Test
    func `a copy of a store fires nothing until it is adopted, and then what is due in it`() async throws {
        let folder = try TemporaryFolder()
        let original = folder.path("taskd.db")
        let first = try await RunningDaemon(store: original)
        let soon = RunningDaemon.soon.advanced(by: .seconds(1))
        try await first.addTask("once", remindingAt: soon)
        #expect(await first.end(by: SIGTERM) == 0)
        let copy = folder.path("copy.db")
        for suffix in ["", ".token", ".key"] {
            try FileManager.default.copyItem(atPath: original + suffix, toPath: copy + suffix)
        }
        let second = try await RunningDaemon(store: copy)
        try await WallClock().sleep(until: soon.advanced(by: .seconds(1)), tolerance: nil)
        let readiness = try await second.request(.GET, "/readyz")
        #expect(readiness.status == 503)
        #expect(readiness.json["detail"]?.string?.contains("--adopt-store") == true, "\(readiness.json)")
        #expect(try await second.log().allSatisfy { $0["type"]?.string != "reminder.due" })
        #expect(await second.end(by: SIGTERM) == 0)

        let adopted = try await RunningDaemon(store: copy, flags: ["--adopt-store"])
        let events = try await adopted.events("reminder.due", atLeast: 1)
        #expect(try events.map { try $0.instant("scheduledAt") } == [soon])
        #expect(try await adopted.request(.GET, "/readyz").status == 200)
        await adopted.end(by: SIGKILL)
        // Adopted once, it is a store of its own.
        let again = try await RunningDaemon(store: copy)
        #expect(try await again.request(.GET, "/readyz").status == 200)
    }
}

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
        let waiting = try await BuiltProgram.run(["ready"], environment: second.environment)
        #expect(waiting.status == 1)
        #expect(waiting.errors.contains("--adopt-store"), "\(waiting.errors)")
        let nodes = try await BuiltProgram.run(["nodes"], environment: second.environment)
        #expect(nodes.errors.hasPrefix("note: no reminders are fired: ") && nodes.errors.contains("--adopt-store"))
        let doctor = try await BuiltProgram.run(["doctor"], environment: second.environment)
        #expect(doctor.output.contains("restart the daemon once: taskd serve --adopt-store.\n"), "\(doctor.output)")
        #expect(await second.end(by: SIGTERM) == 0)

        let adopted = try await RunningDaemon(store: copy, flags: ["--adopt-store"])
        let events = try await adopted.events("reminder.due", atLeast: 1)
        #expect(try events.map { try $0.instant("scheduledAt") } == [soon])
        let ready = try await BuiltProgram.run(["ready"], environment: adopted.environment)
        #expect(ready.status == 0)
        #expect(ready.output == "ready\n")
        await adopted.end(by: SIGKILL)
        #expect(try await BuiltProgram.run(["ready"], environment: adopted.environment).status == 3)
        // Adopted once, it is a store of its own.
        let again = try await RunningDaemon(store: copy)
        #expect(try await again.request(.GET, "/readyz").status == 200)
    }

    @Test
    func `a store that was moved is the same one, and the log says from where`() async throws {
        let folder = try TemporaryFolder()
        let (old, new) = (folder.path("old.db"), folder.path("new.db"))
        let first = try await RunningDaemon(store: old)
        #expect(try await first.request(.POST, "/v1/tasks", #"{"title":"kept"}"#).status == 201)
        #expect(await first.end(by: SIGTERM) == 0)
        for name in try folder.names() where name.hasPrefix("old.db") {
            let target = name.replacing("old.db", with: "new.db")
            try FileManager.default.moveItem(atPath: folder.path(name), toPath: folder.path(target))
        }
        let second = try await RunningDaemon(store: new)
        #expect(try await second.request(.GET, "/readyz").status == 200)
        let titles = try await second.request(.GET, "/v1/tasks").json["items"]?.array?.map { $0["title"]?.string }
        #expect(titles == ["kept"])
        let line = second.warnings().first { $0.contains("the store was moved") }
        #expect(line?.contains("from=\(old)") == true && line?.contains("to=\(new)") == true, "\(second.warnings())")
    }
}

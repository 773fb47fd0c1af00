import Foundation
import Recurrence
import Storage
import TestSupport
import Testing

@testable import Scheduler

/// The same tag as other code points is the same tag.
@Suite struct TextFormTests {
    private static let (composed, decomposed) = ("caf\u{E9}", "cafe\u{301}")
    private static let spellings = [composed, decomposed, "회의", "회의".decomposedStringWithCanonicalMapping]

    private static func isSame(_ left: String, _ right: String) -> Bool {
        left.inNormalForm.utf8.elementsEqual(right.inNormalForm.utf8)
    }

    @Test(arguments: spellings, spellings)
    func `a pause of a tag holds the tasks that have it, however it is written`(
        _ paused: String, _ tagged: String
    ) async throws {
        let harness = try Harness(zone: "UTC")
        // One task spells it one way, another the other; what was looked up for one must not decide about the other.
        for tag in [Self.composed, tagged, Self.decomposed] {
            _ = try await harness.create(.make(tag, due: "2026-03-02T10:00:00", remind: ["PT0S"]) { $0.tags = [tag] })
        }
        let pause = try await harness.pause(.tag(paused))
        try await harness.fire(at: "2026-03-02T10:00:00Z")
        let expected = [Self.composed, tagged, Self.decomposed].filter { !Self.isSame($0, paused) }
        #expect(try await harness.events(.reminderDue).map(\.title).count == expected.count)
        #expect(pause.id == PauseID(pausing: .tag(paused.inNormalForm)))
        for task in try await harness.tasks() {
            #expect(task.tags.allSatisfy { $0.utf8.elementsEqual($0.inNormalForm.utf8) })
            let found = try await harness.store.read { reader in
                var query = TaskQuery(limit: 9)
                query.tag = task.tags[0]
                return try reader.tasks(matching: query).items
            }
            #expect(found.contains { $0.id == task.id })
        }
    }

    @Test func `a tag that stands there in two forms stands there twice`() async throws {
        let harness = try Harness()
        let error = await #expect(throws: SchedulerError.self) {
            try await harness.create(.make { $0.tags = [Self.composed, Self.decomposed] })
        }
        #expect(error?.problems.map(\.pointer) == ["/tags/1"])
    }
}

import TaskdClient
import TestSupport
import Testing

/// The example of docs/libraries.md, against the real server.
@Suite(.timeLimit(.minutes(10))) struct LibraryExampleTests {
    @Test func `the example adds one task, however often it is run`() async throws {
        try await ClientHarness.run { harness in
            let address = harness.client.address.description
            for _ in 1...2 {
                let next = try await addTask(at: address, token: harness.token)
                #expect(next == "2026-12-01T07:30:00Z")
            }
            let tasks = try await harness.client.tasks()
            #expect(tasks.items.map(\.title) == ["Water the plants"])
        }
    }
}

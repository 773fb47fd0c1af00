import Storage
import StoreFixtures
import TestSupport
import Testing

@testable import StorageSQLite

/// Counts of projects that a recount does not confirm are seen.
@Suite struct ProjectInspectionTests {
    @Test(arguments: ["open", "completed", "cancelled"])
    func `a wrong count is seen`(state: String) async throws {
        let folder = try TemporaryFolder()
        let path = folder.path("store.sqlite")
        try await withStore(at: path) { store async throws in
            try await store.write { transaction in
                try transaction.save(Project.project(1))
                for (number, status) in [TaskStatus.needsAction, .completed, .cancelled].enumerated() {
                    let task = TaskItem.fixture(number + 1) { ($0.status, $0.projectID) = (status, .numbered(1)) }
                    try transaction.save(task)
                }
            }
        }
        #expect(try StoreSnapshot(path: path).faults() == [])
        try execute("UPDATE project SET \(state)_count = 7", onFileAt: path)
        #expect(try StoreSnapshot(path: path).faults().map(\.detail) == ["counts 7 \(state) tasks, but has 1"])
    }
}

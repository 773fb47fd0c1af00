import Foundation
import TestSupport
import Testing

/// What test processes leave behind that are killed.
struct LeftBehindTests {
    @Test
    func `the servers and file systems of test processes that are gone are cleared, and no others`() throws {
        let gone = try ToolProcess.run(["true"]).process
        let parent = try TemporaryFolder()
        func folder(_ kind: LeftBehind.Kind, of process: pid_t) -> String {
            LeftBehind.newFolder(kind, of: process, in: parent.url.path)
        }
        let folders = [gone, getpid()].map { folder(.disk, of: $0) }
        let disks = SmallDisk.isPossible ? try folders.map { try SmallDisk(megabytes: 1, in: $0) } : []
        let left = try PostgresServer(in: folder(.postgres, of: gone))
        let own = try PostgresServer(in: folder(.postgres, of: getpid()))
        #expect(try left.query("SELECT 1") == "1")
        LeftBehind.clear(parent.url.path)
        let names = try parent.names()
        #expect(names.count == (disks.isEmpty ? 1 : 2) && names.allSatisfy { $0.contains("-\(getpid())-") }, "\(names)")
        #expect(throws: ServerFailure.self) { try left.query("SELECT 1") }
        #expect(try own.query("SELECT 1") == "1")
        withExtendedLifetime(disks) {}
    }
}

import Storage
import StorageSQLite
import StoreConformance
import TestSupport
import Testing

@Suite struct SQLiteConformanceTests {
    @Test(arguments: ConformanceSuite.cases)
    func `a SQLite store does what every store must`(conformance: ConformanceSuite.Case) async throws {
        let temporary = try TemporaryStore()
        try await conformance.check(temporary.store)
    }

    @Test(arguments: ConformanceSuite.cases)
    func `and so it does where each closure is run twice`(conformance: ConformanceSuite.Case) async throws {
        let temporary = try TemporaryStore()
        try await conformance.check(RerunningStore(temporary.store))
    }

    @Test(arguments: ConformanceSuite.contentCases)
    func `a folder keeps contents as every place for them must`(conformance: ConformanceSuite.ContentCase) async throws
    {
        let temporary = try TemporaryStore()
        let folder = ContentFolder(ofStoreAt: temporary.store.path)
        // What is left is removed however new it is.
        try await conformance.check(FolderContents(folder, on: CallingThread()), of: temporary.store) {}
    }

    @Test func `each case has a name of its own`() {
        let names = ConformanceSuite.cases.map(\.description)
        #expect(Set(names).count == names.count)
    }
}

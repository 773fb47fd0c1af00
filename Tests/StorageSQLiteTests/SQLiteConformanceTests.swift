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

    @Test func `each case has a name of its own`() {
        let names = ConformanceSuite.cases.map(\.description)
        #expect(Set(names).count == names.count)
    }
}

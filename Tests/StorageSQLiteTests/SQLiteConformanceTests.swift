import TestSupport
import Testing

@Suite struct SQLiteConformanceTests {
    @Test(arguments: StoreConformance.cases)
    func `a SQLite store does what every store must`(conformance: StoreConformance.Case) async throws {
        let temporary = try TemporaryStore()
        try await conformance.check(temporary.store)
    }

    @Test func `each case has a name of its own`() {
        let names = StoreConformance.cases.map(\.description)
        #expect(Set(names).count == names.count)
    }
}

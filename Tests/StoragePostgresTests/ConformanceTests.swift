import Storage
import StoragePostgres
import StoreConformance
import Testing

/// The suite that every store must pass, on a real server.
@Suite(.timeLimit(.minutes(10)))
struct ConformanceTests {
    @Test(arguments: ConformanceSuite.cases)
    func `a store on PostgreSQL does what every store must`(conformance: ConformanceSuite.Case) async throws {
        try await FreshStores.withStore { try await conformance.check($0) }
    }

    @Test(arguments: ConformanceSuite.cases)
    func `and so it does where each closure is run twice`(conformance: ConformanceSuite.Case) async throws {
        try await FreshStores.withStore { try await conformance.check(RerunningStore($0)) }
    }
}

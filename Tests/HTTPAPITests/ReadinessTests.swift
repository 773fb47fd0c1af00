import Basics
import HTTPTypes
import Storage
import StoreConformance
import TestSupport
import Testing

/// `/readyz` of a store that does not answer.
struct ReadinessTests {
    /// A store whose first readers wait until they are let go.
    private struct HeldStore: WrappingStore {
        let base: any Store
        let gate: AsyncStream<Void>
        /// How many have come.
        let count: Locked<Int>

        func readFirst<Value: Sendable>(
            _ body: @escaping @Sendable (any StoreReader) throws -> Value
        ) async throws -> Value {
            count.withLock { $0 += 1 }
            for await _ in gate {}
            return try await base.readFirst(body)
        }

        func write<Value: Sendable>(
            named name: String, _ body: @escaping @Sendable (any StoreTransaction) throws -> Value
        ) async throws -> Value {
            try await base.write(named: name, body)
        }
    }

    @Test
    func `a store that does not answer is waited for for two seconds, and by one at a time`() async throws {
        let (gate, opening) = AsyncStream.makeStream(of: Void.self)
        let count = Locked(0)
        try await API.run(over: { HeldStore(base: $0, gate: gate, count: count) }) { api async throws in
            async let first = api.request(.get, "/readyz")
            await api.clock.waitForSteadySleeper(until: .noon(plus: 2))
            api.clock.advance(by: .seconds(2))
            let answer = try await first
            #expect(answer.status == 503)
            #expect(answer.json["detail"]?.string == "the store has not answered for 2 s", "\(answer.json)")
            for _ in 0..<5 { #expect(try await api.request(.get, "/readyz").status == 503) }
            #expect(count.withLock { $0 } == 1)
            opening.finish()
            while try await api.request(.get, "/readyz").status == 503 { await Task.yield() }
            #expect(count.withLock { $0 } == 2)
        }
    }
}

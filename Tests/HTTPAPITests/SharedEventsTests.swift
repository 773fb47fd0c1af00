import Basics
import HTTPTypes
import NIOCore
import Recurrence
import Storage
import StorageSQLite
import StoreFixtures
import TestSupport
import Testing

@testable import HTTPAPI

/// What event streams read together.
@Suite(.timeLimit(.minutes(10))) struct SharedEventsTests {
    /// A store that notes how many read at the same time.
    private struct BusyStore: WrappingStore {
        let base: any Store
        let counts = Locked((now: 0, most: 0))

        func read<Value: Sendable>(
            _ body: @escaping @Sendable (any StoreReader) throws -> Value
        ) async throws -> Value {
            counts.withLock { $0 = ($0.now + 1, max($0.most, $0.now + 1)) }
            defer { counts.withLock { $0.now -= 1 } }
            for _ in 1...20 { await Task.yield() }
            return try await base.read(body)
        }

        func write<Value: Sendable>(
            named name: String, _ body: @escaping @Sendable (any StoreTransaction) throws -> Value
        ) async throws -> Value {
            try await base.write(named: name, body)
        }
    }

    @Test func `two streams read at the same time, and each has its turn`() async throws {
        let (store, shared) = (BusyStore(base: try SQLiteStore.inMemory()), SharedEvents())
        let read = try await withThrowingTaskGroup(of: Int.self) { group in
            for number in 1...40 { group.addTask { try await shared.read(store) { _ in number } } }
            return try await group.reduce(into: []) { $0.append($1) }
        }
        #expect(read.sorted() == Array(1...40))
        #expect(store.counts.withLock { $0.most } == 2)
        // A turn that fails is given back, too.
        for _ in 1...3 {
            await #expect(throws: CancellationError.self) {
                try await shared.read(store) { _ in throw CancellationError() }
            }
        }
        #expect(try await shared.read(store) { _ in 41 } == 41)
    }

    @Test func `what several streams get is read once, and what was read long ago is let go`() async throws {
        try await API.run { api async throws in
            let text = String(repeating: "x", count: 2_000)
            for batch in 1...8 {
                let operations = (1...250).map {
                    #"{"op":"create","task":{"title":"\#(batch) \#($0)","description":"\#(text)"}}"#
                }
                let answer = try await api.request(
                    .post, "/v1/batch", #"{"operations":[\#(operations.joined(separator: ","))]}"#)
                #expect(answer.status == 200)
            }
            let shared = SharedEvents()
            func place(_ piece: SharedEvents.Piece) -> UnsafeRawPointer? {
                piece.messages.withUnsafeReadableBytes { $0.baseAddress.map { UnsafeRawPointer($0) } }
            }
            func piece(after place: Int64) async throws -> SharedEvents.Piece {
                try await shared.read(api.store) { try shared.piece(after: place, in: $0) }
            }
            let (first, again) = (try await piece(after: 0), try await piece(after: 0))
            #expect(place(first) == place(again) && first.messages == again.messages)
            #expect(first.messages.readableBytes < 256 << 10)
            var (last, sequences) = (Int64(0), [Int64]())
            while let next = try await Optional(piece(after: last)), let end = next.last {
                sequences += next.events.map(\.sequence)
                last = end
            }
            #expect(sequences == sequences.sorted() && sequences.count >= 2_000)
            let later = try await piece(after: 0)
            #expect(place(first) != place(later) && first.messages == later.messages)
        }
    }

    @Test func `each of many streams gets every event once, wherever it begins, and no other than it may see`()
        async throws
    {
        try await API.run { api async throws in
            let tagged = try await api.request(.post, "/v1/tokens", #"{"name":"home","tag":"home","scopes":["read"]}"#)
            let secret = try #require(tagged.json["secret"]?.string)
            _ = try await api.create(#"{"title":"start"}"#)
            let start = try await api.store.read { try $0.lastEventSequence() }
            var clients: [(client: RawClient, after: Int64, isTagged: Bool)] = []
            for number in 0..<30 {
                let (client, isTagged) = (try RawClient(port: api.port), number % 5 == 0)
                let after = number % 2 == 0 ? start : 0
                client.get("/v1/events/stream?after=\(after)", token: isTagged ? secret : api.token)
                clients.append((client, after, isTagged))
            }
            let operations = (1...300).map {
                #"{"op":"create","task":{"title":"task \#($0)","tags":["\#($0 % 3 == 0 ? "home" : "away")"]}}"#
            }
            let answer = try await api.request(
                .post, "/v1/batch", #"{"operations":[\#(operations.joined(separator: ","))]}"#)
            #expect(answer.status == 200)
            _ = try await api.create(#"{"title":"the end","tags":["home"]}"#)
            let events = try await api.store.read { try $0.events(after: 0, limit: 1_000) }
            for (client, after, isTagged) in clients {
                let text = try await client.receive(until: "the end", within: .seconds(60)).text
                let seen = text.split(whereSeparator: \.isNewline).filter { $0.hasPrefix("id: ") }.compactMap {
                    Int64($0.dropFirst(4))
                }
                let wanted = events.filter { event in
                    event.sequence > after
                        && (!isTagged || String(decoding: event.data, as: UTF8.self).contains(#"["home"]"#))
                }
                #expect(seen == wanted.map(\.sequence))
            }
        }
    }
}

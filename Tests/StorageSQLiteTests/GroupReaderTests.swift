import Basics
import Dispatch
import Storage
import TestSupport
import Testing

@testable import StorageSQLite

@Suite(.timeLimit(.minutes(10))) struct GroupReaderTests {
    private struct Refusal: Error {}

    @Test func `a read sees every commit that had returned before it began`() async throws {
        let temporary = try TemporaryStore()
        let store = temporary.store
        try await withThrowingTaskGroup { group in
            for lane in 0..<16 {
                group.addTask {
                    for number in 1...40 {
                        let id = lane * 100 + number
                        try await store.write { try $0.save(.fixture(id)) }
                        let found = try await store.read { try $0.task(.numbered(id)) }
                        #expect(found?.id == .numbered(id))
                    }
                }
            }
            try await group.waitForAll()
        }
    }

    @Test func `a read that throws, and one that waits, hold up no other`() async throws {
        let temporary = try TemporaryStore()
        let store = temporary.store
        try await store.write { try $0.save(.fixture(1)) }
        let gate = Gate()
        try await withThrowingTaskGroup { group in
            for _ in 0..<3 {
                group.addTask {
                    try await store.read { _ in gate.blockUntilOpened() }
                }
            }
            for number in 0..<200 {
                do {
                    let version = try await store.read { reader in
                        if number.isMultiple(of: 3) { throw Refusal() }
                        return try reader.task(.numbered(1))?.version
                    }
                    #expect(version == 1)
                } catch is Refusal {
                    #expect(number.isMultiple(of: 3))
                }
            }
            gate.open()
            try await group.waitForAll()
        }
    }

    @Test func `what is read by its key does not wait for lists, however many there are`() async throws {
        let temporary = try TemporaryStore()
        let store = temporary.store
        try await store.write { try $0.save(.fixture(1)) }
        let gate = Gate()
        try await withThrowingTaskGroup { group in
            for _ in 0..<6 { group.addTask { try await store.readList { _ in gate.blockUntilOpened() } } }
            for _ in 0..<20 {
                let found = try await store.read { try $0.task(.numbered(1)) }
                #expect(found?.version == 1)
            }
            gate.open()
            try await group.waitForAll()
        }
    }

    @Test func `who reads first does not wait for reads that take long, however many there are`() async throws {
        let temporary = try TemporaryStore()
        let store = temporary.store
        try await store.write { try $0.save(.fixture(1)) }
        let gate = Gate()
        try await withThrowingTaskGroup { group in
            for _ in 0..<32 {
                group.addTask {
                    try await store.read { _ in gate.blockUntilOpened() }
                }
            }
            for number in 2..<50 {
                try await store.write { try $0.save(.fixture(number)) }
                #expect(try await store.readFirst { try $0.task(.numbered(number)) } != nil)
            }
            gate.open()
            try await group.waitForAll()
        }
    }

    @Test func `what a read does within itself is one snapshot`() async throws {
        let temporary = try TemporaryStore()
        let store = temporary.store
        try await withThrowingTaskGroup { group in
            group.addTask {
                for number in 1...100 {
                    try await store.write { transaction in
                        try transaction.save(.fixture(number))
                        try transaction.append([.fixture(number)])
                    }
                }
            }
            for _ in 0..<300 {
                let (events, tasks) = try await store.read { reader in
                    let events = try reader.lastEventSequence()
                    return (Int(events), try reader.tasks(matching: TaskQuery(limit: 1_000)).items.count)
                }
                #expect(events == tasks)
            }
            try await group.waitForAll()
        }
    }
}

/// Holds threads up until it is opened.
private final class Gate: Sendable {
    private let semaphore = DispatchSemaphore(value: 0)

    func blockUntilOpened() {
        semaphore.wait()
        semaphore.signal()
    }

    func open() { semaphore.signal() }
}

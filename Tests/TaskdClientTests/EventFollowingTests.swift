import Basics
import TestSupport
import Testing

@testable import TaskdClient

@Suite(.timeLimit(.minutes(10))) struct EventFollowingTests {
    @Test func `events come in the order of the log, from after the one that is known`() async throws {
        try await ClientHarness.run { harness in
            let client = harness.client
            for number in 1...3 { _ = try await client.create(NewTask(title: "Task \(number)")) }
            let first = try #require(try await client.events().items.first).seq
            var seen: [EventView] = []
            try await client.followEvents(after: first, on: harness.clock.steady) { event in
                seen.append(try event.decode())
                return seen.count < 2
            }
            #expect(seen.map { $0.data?.task?.title } == ["Task 2", "Task 3"])
            #expect(seen.map(\.seq) == [first + 1, first + 2])
        }
    }

    @Test func `a restart of the daemon loses no event and brings none twice`() async throws {
        try await ClientHarness.withStore { store, clock, token in
            let (titles, arrival) = AsyncStream<String>.makeStream()
            let (losses, loss) = AsyncStream<DaemonError>.makeStream()
            let port = Locked(0)
            let following = Locked<Task<Void, any Error>?>(nil)
            try await ClientHarness.serve(store, clock) { served in
                port.withLock { $0 = served }
                let address = try DaemonAddress("http://127.0.0.1:\(served)")
                let task = Task {
                    try await DaemonClient.withClient(of: address, token: token) { client in
                        try await client.followEvents(after: 0, on: clock.steady) {
                            loss.yield($0)
                        } _: { event in
                            let event: EventView = try event.decode()
                            arrival.yield(event.data?.task?.title ?? "")
                            return event.data?.task?.title != "Two"
                        }
                    }
                }
                following.withLock { $0 = task }
                _ = try await Self.create("One", at: address, token)
                #expect(await titles.first { _ in true } == "One")
            }
            #expect(await losses.first { _ in true }?.isTransient == true)
            await clock.waitForSteadySleeper(until: SteadyInstant(nanoseconds: 250_000_000))
            let address = try DaemonAddress("http://127.0.0.1:\(port.withLock { $0 })")
            try await ClientHarness.serve(store, clock, port: port.withLock { $0 }) {
                try await Self.createOnceItListens("Two", at: address, token)
                clock.advanceSteady(by: .milliseconds(250))
                try await following.withLock { $0 }?.value
            }
            arrival.finish()
            #expect(await titles.reduce(into: []) { $0.append($1) } == ["Two"])
        }
    }

    private static func create(_ title: String, at address: DaemonAddress, _ token: String) async throws -> TaskView {
        try await DaemonClient.withClient(of: address, token: token) { try await $0.create(NewTask(title: title)) }
    }

    private static func createOnceItListens(_ title: String, at address: DaemonAddress, _ token: String) async throws {
        while true {
            do {
                _ = try await create(title, at: address, token)
                return
            } catch DaemonError.unreachable { await Task.yield() }
        }
    }

    private struct Stop: Error {}

    @Test func `what the handler throws ends it, and is not taken for a lost connection`() async throws {
        try await ClientHarness.run { harness in
            _ = try await harness.client.create(NewTask(title: "One"))
            await #expect(throws: Stop.self) {
                try await harness.client.followEvents(after: 0, on: harness.clock.steady) { _ in
                    #expect(Bool(false), "no connection was lost")
                } _: { _ in
                    throw Stop()
                }
            }
        }
    }

    @Test func `a first connection that fails is not tried again`() async throws {
        let address = try DaemonAddress("http://127.0.0.1:1")
        let clock = TestClock(.noon)
        await #expect(throws: DaemonError.self) {
            try await DaemonClient.withClient(of: address, token: nil) { client in
                try await client.followEvents(on: clock.steady) { _ in true }
            }
        }
    }

    @Test func `server-sent events come whole, however the bytes are cut`() throws {
        let text = ": hello\r\n\r\nid: 7\nevent: task.created\ndata: {\"a\":\ndata:1}\n\n\nid: 8\rdata: x\r\rdata: cut"
        for size in 1...text.utf8.count {
            var parser = ServerSentEventParser()
            var events: [ServerSentEvent] = []
            var rest = Array(text.utf8)[...]
            while !rest.isEmpty {
                events += try parser.append(rest.prefix(size))
                rest = rest.dropFirst(size)
            }
            #expect(
                events == [
                    ServerSentEvent(id: "7", type: "task.created", data: "{\"a\":\n1}"),
                    ServerSentEvent(id: "8", type: nil, data: "x"),
                ]
            )
        }
    }
}

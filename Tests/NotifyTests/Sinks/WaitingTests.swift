import Basics
import Storage
import TestSupport
import Testing

@testable import Notify

/// Those who wait for a slot or a thread: each gets it, and who is cancelled takes nothing with him.
@Suite(.timeLimit(.minutes(10))) struct WaitingTests {
    private struct Fault: Error {}

    @Test func `slots go to those who wait, and none is lost`() async throws {
        let slots = CommandSlots(count: 1)
        var held: CommandSlots.Slot? = try await slots.take()
        let served = Locked<Set<Int>>([])
        var waiters: [Task<Void, any Error>] = []
        for number in 1...3 {
            waiters.append(
                Task {
                    let slot = try await slots.take()
                    served.withLock { _ = $0.insert(number) }
                    withExtendedLifetime(slot) {}
                })
        }
        waiters[1].cancel()
        await #expect(throws: CancellationError.self) { try await waiters[1].value }
        #expect(served.withLock { $0.isEmpty })
        withExtendedLifetime(held) {}
        held = nil
        for number in [0, 2] { try await waiters[number].value }
        #expect(served.withLock { $0 } == [1, 3])
        _ = try await slots.take()
    }

    @Test func `who is cancelled before he asks gets no slot`() async throws {
        let slots = CommandSlots(count: 1)
        let task = Task {
            while !Task.isCancelled { await Task.yield() }
            _ = try await slots.take()
        }
        task.cancel()
        await #expect(throws: CancellationError.self) { try await task.value }
        _ = try await slots.take()
    }

    @Test func `what a thread throws is thrown on, and who is cancelled does not wait for it`() async throws {
        let threads = BlockingThreads(count: 1)
        #expect(try await threads.run { 7 } == 7)
        await #expect(throws: Fault.self) { try await threads.run { throw Fault() } }
        let task = Task {
            while !Task.isCancelled { await Task.yield() }
            return try await threads.run { 8 }
        }
        task.cancel()
        await #expect(throws: CancellationError.self) { try await task.value }
        #expect(try await threads.run { 9 } == 9)
    }
}

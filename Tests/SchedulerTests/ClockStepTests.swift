import Basics
import Logging
import Recurrence
import Storage
import StorageSQLite
import TestSupport
import Testing

@testable import Scheduler

/// A store that is in trouble as often as it is told to be.
private final class TroubledStore: Store {
    let inner: any Store
    private let troubles: Locked<[any Error]>

    init(_ inner: any Store, troubles: [any Error]) {
        (self.inner, self.troubles) = (inner, Locked(troubles))
    }

    var changes: StoreChangeFeed { inner.changes }
    var claimOwner: ClaimOwner { inner.claimOwner }

    func read<Value: Sendable>(
        _ body: @escaping @Sendable (any StoreReader) throws -> Value
    ) async throws -> Value {
        if let trouble = troubles.withLock({ $0.isEmpty ? nil : $0.removeFirst() }) { throw trouble }
        return try await inner.read(body)
    }

    func write<Value: Sendable>(
        named name: String,
        _ body: @escaping @Sendable (any StoreTransaction) throws -> Value
    ) async throws -> Value {
        try await inner.write(named: name, body)
    }
}

@Suite(.timeLimit(.minutes(10))) struct ClockStepTests {
    private func fired(_ count: Int, in harness: Harness) async throws {
        let wakeSignal = WakeSignal()
        harness.store.changes.subscribe(wakeSignal, to: .events)
        defer { harness.store.changes.unsubscribe(wakeSignal) }
        while try await harness.events(.reminderDue).count < count { await wakeSignal.wait() }
        #expect(try await harness.events(.reminderDue).count == count)
    }

    @Test(arguments: [-60, -3_600, 3_600])
    func `a clock that is set neither stops catching up nor hastens it`(_ step: Int) async throws {
        let harness = try Harness(zone: "UTC", catchUpRate: 10)
        for minute in 0..<30 {
            _ = try await harness.create(
                .make(due: "2026-03-01T10:\(minute < 10 ? "0" : "")\(minute):00Z", remind: ["PT0S"]))
        }
        let running = Task { await harness.loop.run() }
        try await fired(10, in: harness)
        await harness.clock.waitForSteadySleeper(until: SteadyInstant.noon.advanced(by: .milliseconds(100)))
        harness.clock.step(by: .seconds(step))
        for tick in 1...10 {
            let pause = SteadyInstant.noon.advanced(by: .milliseconds(100 * tick))
            await harness.clock.waitForSteadySleeper(until: pause)
            harness.clock.advanceSteady(by: .milliseconds(100))
            try await fired(10 + tick, in: harness)
        }
        running.cancel()
        await running.value
    }

    @Test(arguments: [
        StoreError(.unavailable, "the disk is full") as any Error, StoreError(.conflict, "no"), CancellationError(),
    ])
    func `a clock that is set back does not lengthen the back-off, and no error ends the loop`(
        _ trouble: any Error
    ) async throws {
        let harness = try Harness(zone: "UTC")
        let store = TroubledStore(harness.store, troubles: [trouble, trouble])
        let loop = DueLoop(
            store: store, commands: harness.commands, clock: harness.clock,
            logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() })
        let running = Task { await loop.run() }
        await harness.clock.waitForSteadySleeper(until: .noon(plus: 1))
        harness.clock.step(by: .seconds(-120))
        _ = try await harness.create(.make(due: "2026-03-01T11:58:00Z", remind: ["PT0S"]))
        harness.clock.advanceSteady(by: .seconds(1))
        await harness.clock.waitForSteadySleeper(until: .noon(plus: 3))
        harness.clock.advanceSteady(by: .seconds(2))
        try await fired(1, in: harness)
        running.cancel()
        await running.value
    }

    @Test func `the watch over the zones goes on after any error`() async throws {
        let harness = try Harness(zone: "UTC")
        let troubles: [any Error] = [StoreError(.unavailable, "no"), CancellationError()]
        let watch = ZoneWatch(
            UpkeepContext(
                store: TroubledStore(harness.store, troubles: troubles), commands: harness.commands,
                clock: harness.clock,
                logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }))
        let running = Task { await watch.run() }
        for second in [60, 120, 3_720] {
            await harness.clock.waitForSteadySleeper(until: .noon(plus: second))
            harness.clock.advanceSteady(by: .seconds(second == 3_720 ? 3_600 : 60))
        }
        await harness.clock.waitForSteadySleeper(until: .noon(plus: 7_320))
        running.cancel()
        await running.value
    }
}

@Suite struct LoopHeartbeatTests {
    private let harness: Harness

    init() throws {
        harness = try Harness(zone: "UTC")
    }

    private func complaint(_ heartbeat: LoopHeartbeat) async throws -> String? {
        let (now, steady) = (harness.clock.now, harness.clock.steady.now)
        return try await harness.store.read { try heartbeat.complaint($0, at: now, steady) }
    }

    @Test func `a loop that does not completed a turn is complained of`() async throws {
        let heartbeat = LoopHeartbeat(startingAt: harness.clock.steady.now)
        harness.clock.advance(by: .seconds(10))
        #expect(try await complaint(heartbeat) == nil)
        harness.clock.step(by: .seconds(86_400))
        #expect(try await complaint(heartbeat) == nil)
        harness.clock.advance(by: .seconds(1))
        #expect(try await complaint(heartbeat)?.contains("not completed a turn") == true)
    }

    @Test(arguments: [(3_600, false), (3_600, true), (50, true)])
    func `what is due and waits is complained of, unless it waits for its pace`(age: Int, isPaced: Bool) async throws {
        _ = try await harness.create(
            .make(due: harness.clock.now.advanced(by: .seconds(31 - age)).description, remind: ["PT0S"]))
        let heartbeat = LoopHeartbeat(startingAt: harness.clock.steady.now)
        #expect(try await complaint(heartbeat) == nil)
        harness.clock.advance(by: .seconds(31))
        heartbeat.beat(at: harness.clock.steady.now, isDone: false, isPaced: isPaced)
        #expect((try await complaint(heartbeat) != nil) == !(isPaced && age > 60))
        heartbeat.beat(at: harness.clock.steady.now, isDone: true, isPaced: isPaced)
        #expect(try await complaint(heartbeat) == nil)
    }
}

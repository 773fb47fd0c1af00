import Foundation
package import Recurrence
package import Scheduler
package import Storage
package import StorageSQLite
package import TestSupport

/// A life of a store under a seed: tasks of every kind come, change and go, time passes in small and large steps, and
/// meanwhile the disk fails, fills up and loses power, and rows are made unreadable and mended again; after each step what
/// the store tells is compared with what the tasks' definitions ask for.
///
/// The store, the commands and the due loop are the real ones; the clock and the disk obey. The same seed takes the
/// same steps.
package final class Simulation {
    /// What is simulated.
    package struct Plan: Sendable {
        package var seed: UInt64
        /// How long the simulated time is.
        package var days: Int
        /// How many steps are made at most.
        package var steps: Int
        /// How many tasks are open at once at most.
        package var crowd: Int
        /// Whether each act is printed, as a replay does.
        package var isNarrated: Bool

        package init(seed: UInt64, days: Int = 30, steps: Int = 120, crowd: Int = 12, isNarrated: Bool = false) {
            (self.seed, self.days, self.steps, self.crowd) = (seed, days, steps, crowd)
            self.isNarrated = isNarrated
        }

        /// When it begins: one seed in six at the beginning of the calendar, and one at its end.
        var begin: String {
            switch seed % 6 {
            case 2: "0001-01-03T12:00:00Z"
            case 5: "9999-12-12T12:00:00Z"
            default: "2026-03-01T12:00:00Z"
            }
        }
    }

    /// The parts under test.
    package struct Rig: Sendable {
        /// Does what the due loop does when it wakes; returns when it wants to be woken again.
        package var fireDue: @Sendable (any Store, TaskCommands, TestClock) async throws -> UTCInstant?
        /// Looks into the file for what must never be there; returns what it found.
        package var inspect: @Sendable (SQLiteStore) async throws -> [String]
        /// Looks at every task and pause once, as the daemon does beside its work.
        package var sweep: @Sendable (any Store, TaskCommands, TestClock) async throws -> Void
        /// Runs a statement beneath the store; returns the text of its first row.
        package var run: @Sendable (any Store, String) async throws -> String?
        /// Puts something between the loop and the store; a simulation that must fail plants its bug here.
        package var plant: @Sendable (SQLiteStore) async throws -> any Store = { $0 }

        package init(
            fireDue: @escaping @Sendable (any Store, TaskCommands, TestClock) async throws -> UTCInstant?,
            inspect: @escaping @Sendable (SQLiteStore) async throws -> [String],
            sweep: @escaping @Sendable (any Store, TaskCommands, TestClock) async throws -> Void,
            run: @escaping @Sendable (any Store, String) async throws -> String?
        ) {
            (self.fireDue, self.inspect, self.sweep, self.run) = (fireDue, inspect, sweep, run)
        }
    }

    /// What a simulation went through.
    package struct Tally: Sendable {
        package var steps = 0
        package var firings = 0
        package var powerCuts = 0
        package var faults = 0
        package var operations = 0
        /// How many pauses were begun.
        package var pauses = 0
        /// How often a reminder had to wait for quiet hours or a pause.
        package var holds = 0
        /// How often old firings were deleted.
        package var trims = 0
        /// How many rows were made unreadable, and how many tasks were mended again.
        package var faultyRows = 0
        package var mends = 0
        /// How often somebody used an id that something else had, was to have or once had.
        package var takenIDs = 0
        /// How many commands were refused.
        package var refusals = 0

        package init() {}
    }

    let plan: Plan
    let rig: Rig
    let folder: TemporaryFolder
    let disk: SimulatedDisk
    let clock: TestClock
    /// Replaced when the daemon starts again with other quiet hours.
    var commands: TaskCommands
    var generator: SeededGenerator
    var expected: ExpectedStore
    var running: (file: SQLiteStore, store: any Store)?
    /// The last event whose commit was acknowledged, and the ids of all so far.
    var lastSequence: Int64 = 0
    var seenEvents: Set<EventID> = []
    var wake: UTCInstant?
    /// Every task that somebody made, and reminders that somebody took off, to be made again with their ids.
    var drafts: [SimulatedDraft] = []
    var takenOff: [TaskID: [ExpectedReminder]] = [:]
    package internal(set) var tally = Tally()

    package init(_ plan: Plan, rig: Rig) throws {
        (self.plan, self.rig) = (plan, rig)
        folder = try TemporaryFolder()
        disk = SimulatedDisk(folder: folder.url.resolvingSymlinksInPath().path)
        clock = TestClock(plan.begin)
        generator = SeededGenerator(seed: plan.seed, isAnnounced: false)
        let configuration = SchedulerConfiguration(
            catchUpWindow: .seconds(86_400),
            batchSize: Int.random(in: 1...6, using: &generator),
            quietHours: SimulatedQuietHours.random(using: &generator)
        )
        commands = TaskCommands(zones: ZoneDatabase(), configuration: configuration)
        expected = ExpectedStore(configuration, zones: commands.zones)
    }

    /// Runs the whole plan.
    ///
    /// - Throws: ``SimulationFailure`` at the first thing that is wrong, with the line that replays it.
    package func run() async throws -> Tally {
        do {
            try await open()
            try await addHook()
            let end = ExpectedRange.clamp(clock.now.advanced(by: .seconds(86_400 * plan.days)))
            while tally.steps < plan.steps, clock.now < end { try await step() }
            disk.heal()
            try await restart()
            try await mendAll()
            try await fireDue()
            try await compare()
            try running?.file.close()
        } catch {
            try? running?.file.close()
            throw SimulationFailure(
                """
                \(error) [step \(tally.steps), \(clock.now), \(tally.powerCuts) power cuts, \(tally.faults) faults]; \
                replay: Scripts/simulate --seed \(plan.seed) --days \(plan.days) --steps \(plan.steps)
                """
            )
        }
        (tally.operations, tally.holds) = (disk.operations, expected.holds)
        return tally
    }

    private func step() async throws {
        tally.steps += 1
        makeTrouble()
        if chance(3) { try await act() } else { try await pass() }
        if chance(25) {
            if chance(2) { changeQuietHours() }
            try await restart()
        }
        if chance(15) { try await compare() }
    }

    /// Lets time pass, to the next wake-up or to anywhere, and lets the due loop do its work.
    private func pass() async throws {
        let random = clock.now.advanced(by: .seconds(Int.random(in: 1...leap(), using: &generator)))
        if chance(30) {
            // Somebody sets the clock back.
            set(to: clock.now.advanced(by: .seconds(-Int.random(in: 1...7_200, using: &generator))))
        } else {
            set(to: chance(4) ? random : min(wake ?? random, random))
        }
        try await fireDue()
    }

    private func set(to instant: UTCInstant) { clock.set(to: ExpectedRange.clamp(instant)) }

    private func leap() -> Int {
        [60, 3_600, 86_400, 4 * 86_400][Int.random(in: 0..<4, using: &generator)]
    }

    private func changeQuietHours() {
        expected.configuration.quietHours = SimulatedQuietHours.random(using: &generator)
        commands = TaskCommands(zones: commands.zones, configuration: expected.configuration)
        narrate("the server's quiet hours are \(expected.configuration.quietHours.map(\.description) ?? "none") now")
    }

    private func makeTrouble() {
        if chance(6) { disk.cutPower(after: Int.random(in: 1...40, using: &generator)) }
        guard chance(6) else { return }
        let fault = SimulatedDisk.Fault.allCases[Int.random(in: 0..<3, using: &generator)]
        disk.inject(
            fault,
            after: Int.random(in: 1...20, using: &generator),
            times: fault == .full ? Int.random(in: 1...4, using: &generator) : 1
        )
    }

    func narrate(_ text: @autoclosure () -> String) {
        if plan.isNarrated { print("\(tally.steps) \(clock.now): \(text())") }
    }

    /// Whether a one in `count` chance comes true.
    func chance(_ count: Int) -> Bool { Int.random(in: 0..<count, using: &generator) == 0 }
}

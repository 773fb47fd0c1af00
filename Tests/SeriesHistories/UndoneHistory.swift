import Recurrence
import Scheduler
import SeriesModel
import Storage
import StorageSQLite
import TestSupport

/// A random history in which every command is undone and done again, and before the clock goes on all since it last did
/// so, the latest first; one seed gives one history.
struct UndoneHistory {
    /// A command that can be taken back, with what it left.
    private struct Step {
        var change: ChangeID
        let before: StoreDump
        let after: StoreDump
    }

    let seed: UInt64
    private(set) var faults: [String] = []
    private(set) var commands: [ModelCommand] = []
    /// How many changes were undone.
    private(set) var undone = 0
    /// Between how many transactions of undos the store was looked at.
    private(set) var pauses = 0
    private let isInParts: Bool
    private var model: ModelStore
    private var engine: Engine
    private var names = Names()
    private var series: Set<Storage.SeriesID> = []
    private var steps: [Step] = []
    private var shown: [Storage.TaskID: [Int: ShownTask]] = [:]

    /// Lives through so many commands, as far as nothing goes wrong.
    ///
    /// - Parameters:
    ///   - seed: What the history follows from.
    ///   - length: How many commands.
    ///   - isInParts: Whether each transaction of an undo takes one task back, and as little of a change of a whole series.
    /// - Throws: What keeps it from being lived through.
    init(seed: UInt64, length: Int, isInParts: Bool = false) async throws {
        (self.seed, self.isInParts) = (seed, isInParts)
        var generator = HistoryGenerator(seed: seed)
        model = generator.makeStore(zones: Pair.zones)
        engine = try Engine(now: model.now, editBatchSize: isInParts ? 1 : nil)
        while commands.count < length, faults.isEmpty {
            guard let command = model.comparable(generator.command(for: model)) else { continue }
            var foreseen = model
            _ = foreseen.apply(command)
            guard !foreseen.hasGapTwins(since: model) else { return }
            commands.append(command)
            try await run(command, foreseen)
        }
    }

    private mutating func run(_ command: ModelCommand, _ foreseen: ModelStore) async throws {
        if case .create(let new) = command { names.name(Storage.TaskID(madeAt: model.now), new.id) }
        if case .advance = command {
            try await takeAllBack()
            model = foreseen
            try await engine.tick(at: model.now)
        } else {
            model = foreseen
            try await runAndUndo(command)
        }
        let state = try await engine.state(of: names)
        names.learn(model, state)
    }

    private mutating func runAndUndo(_ command: ModelCommand) async throws {
        let before = if let last = steps.last { last.after } else { try await dump() }
        guard let change = try await record(command) else { return }
        let step = Step(change: change, before: before, after: try await dump())
        steps.append(step)
        try await undoLast()
        try await redoLast()
    }

    /// Carries a command out.
    ///
    /// - Returns: The change that it was recorded as; nil where it was refused or wrote nothing.
    private func record(_ command: ModelCommand) async throws -> ChangeID? {
        let work = EngineCommand(command: command, names: names)
        let id = ChangeID(madeAt: engine.clock.now)
        do {
            return try await engine.write { transaction, commands, now in
                _ = try transaction.recording(Change(.update, id: id, at: now)) {
                    try work.run(in: transaction, commands, now: now)
                }
                return try transaction.change(id)?.id
            }
        } catch is EngineCommand.RefusedDraft {
            return nil
        } catch is SchedulerError {
            return nil
        }
    }

    /// Takes back all since the clock went on, and does it again.
    private mutating func takeAllBack() async throws {
        let done = steps
        var undoings: [ChangeID] = []
        while !steps.isEmpty, faults.isEmpty {
            try await undoLast()
            undoings.append(steps.removeLast().change)
        }
        for (step, undoing) in zip(done, undoings.reversed()) where faults.isEmpty {
            steps.append(Step(change: undoing, before: step.before, after: step.after))
            try await redoLast()
        }
        steps = []
    }

    private mutating func undoLast() async throws {
        guard let step = steps.last, let undoing = try await undo(step.change) else { return }
        steps[steps.count - 1].change = undoing
        try await compare(with: step.before, "undone")
    }

    private mutating func redoLast() async throws {
        guard faults.isEmpty, let step = steps.last, let redoing = try await undo(step.change) else { return }
        steps[steps.count - 1].change = redoing
        try await compare(with: step.after, "done again")
    }

    private mutating func undo(_ change: ChangeID) async throws -> ChangeID? {
        let own = ChangeID(madeAt: engine.clock.now)
        do {
            try await takeBack(change, as: own)
            undone += 1
            return own
        } catch let error as SchedulerError {
            faults.append("undoing is refused: \(error)")
            return nil
        }
    }

    /// Takes a change back; where that takes several transactions, the store is looked at between them.
    private mutating func takeBack(_ change: ChangeID, as own: ChangeID) async throws {
        let (store, now) = (engine.store, engine.clock.now)
        let commands = isInParts ? engine.commands.inParts : engine.commands
        try await store.write { _ = try commands.undo(change, as: own, in: $0, now: now) }
        while try await store.read({ try $0.pendingUndo() != nil }) {
            _ = try await dump()
            pauses += 1
            _ = try await store.write { try commands.carryOnWithUndo(in: $0, now: now) }
        }
    }

    private mutating func compare(with expected: StoreDump, _ what: String) async throws {
        let found = try await dump()
        faults += found.differences(from: expected).map { "\(what), \($0)" }
    }

    /// Dumps the store, and holds what it shows against what it showed under the same versions.
    private mutating func dump() async throws -> StoreDump {
        let state = try await engine.state(of: names)
        series.formUnion(state.series.keys)
        for task in state.tasks.values {
            let content = ShownTask(task)
            if let then = shown[task.id]?[task.version], then != content {
                faults.append("task \(task.id) version \(task.version) is two things:\n// \(then)\n// \(content)")
            }
            if let last = shown[task.id]?.keys.max(), task.version < last {
                faults.append("task \(task.id) fell from version \(last) to \(task.version)")
            }
            shown[task.id, default: [:]][task.version] = content
        }
        let series = series.sorted()
        return try await engine.store.read { try StoreDump(of: series, in: $0) }
    }

    /// The commands as Swift, with what went wrong.
    var source: String {
        let lines = commands.map { "    \($0)," }.joined(separator: "\n")
        return "// seed \(seed)\n// " + faults.prefix(6).joined(separator: "\n// ") + "\n[\n\(lines)\n]"
    }
}

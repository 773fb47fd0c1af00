import Recurrence
import Scheduler
import SeriesModel
import Storage

/// A model and an engine that are given the same commands; after each of them they are compared.
struct Pair {
    private(set) var commands: [ModelCommand] = []
    /// In what they differ.
    private(set) var faults: [String] = []
    private(set) var model: ModelStore
    /// Why the last command was refused; nil where it was done.
    private(set) var refusal: Refusal?
    /// What the engine knew after the last command.
    private(set) var state: EngineState
    private(set) var names = Names()
    private(set) var engine: Engine
    private var versions = VersionWatch()
    private let begin: UTCInstant

    /// The zones that tasks may have.
    static let zones = ZoneTable(named: HistoryGenerator.zoneNames)

    /// Begins with what a model knows, which must be nothing but the time.
    ///
    /// - Parameters:
    ///   - model: The model.
    ///   - editBatchSize: How many rows of open occurrences one transaction of the engine writes for a change; nil for
    ///     changes that are one transaction each.
    /// - Throws: What keeps the engine from being made.
    init(_ model: ModelStore, editBatchSize: Int? = nil) async throws {
        (self.model, begin) = (model, model.now)
        engine = try Engine(now: begin, editBatchSize: editBatchSize)
        state = try await engine.state(of: names)
    }

    /// Carries a command out on both sides and compares.
    mutating func run(_ command: ModelCommand) async throws {
        var after = model
        let outcome = after.apply(command)
        try await run(command, foreseen: after, outcome)
    }

    /// Carries a command out, of which it is known already what the model makes of it.
    mutating func run(_ command: ModelCommand, foreseen after: ModelStore, _ outcome: ModelOutcome) async throws {
        commands.append(command)
        if case .create(let new) = command { names.name(Storage.TaskID(madeAt: model.now), new.id) }
        model = after
        refusal = outcome.refusal
        let answer = try await runEngine(command)
        state = try await engine.state(of: names)
        names.learn(model, state)
        faults += differences(outcome, answer)
        let withdrawn = outcome.effects?.withdrawn.map { names.id(of: $0) } ?? []
        faults += try differences() + versions.check(state, withdrawn: withdrawn, names)
    }

    private mutating func runEngine(_ command: ModelCommand) async throws -> EngineOutcome {
        if case .advance = command {
            try await engine.tick(at: model.now)
            return .done(EngineCommand.Answer())
        }
        let work = EngineCommand(command: command, names: names)
        do {
            return .done(try await engine.write { try work.run(in: $0, $1, now: $2) })
        } catch let refused as EngineCommand.RefusedDraft {
            return .draftRefused(refused.error)
        } catch let error as SchedulerError {
            return .refused(error)
        }
    }

    private func differences(_ model: ModelOutcome, _ engine: EngineOutcome) -> [String] {
        guard model.agrees(with: engine) else {
            return ["the model answers \(model.refusal.map { "\($0)" } ?? "done"), the engine \(engine)"]
        }
        guard case .done(let answer) = engine, answer.saysNext, let effects = model.effects else { return [] }
        let (expected, actual) = (effects.next?.description ?? "none", names.text(answer.next))
        return expected == actual ? [] : ["next is \(expected) in the model, \(actual) in the engine"]
    }

    private func differences() throws -> [String] {
        let (expected, actual) = (model.lines(), try state.lines(names))
        return Set(expected.keys).union(actual.keys).sorted().compactMap { key in
            let (model, engine) = (expected[key], actual[key])
            return model == engine ? nil : "\(key): model \(model ?? "-"), engine \(engine ?? "-")"
        }
    }

    /// The commands as Swift, with what went wrong.
    var source: String {
        let lines = commands.map { "    \($0)," }.joined(separator: "\n")
        return "// " + faults.prefix(12).joined(separator: "\n// ") + "\nnow: utc(\"\(begin)\")\n[\n\(lines)\n]"
    }
}

/// What the engine answered.
enum EngineOutcome {
    case done(EngineCommand.Answer)
    /// Its draft was refused before anything was looked up.
    case draftRefused(SchedulerError)
    case refused(SchedulerError)
}

extension ModelOutcome {
    /// Whether the engine refused a command too, for a reason of the same kind.
    fileprivate func agrees(with engine: EngineOutcome) -> Bool {
        switch (refusal, engine) {
        case (nil, .done): true
        // What is wrong with a draft alone is said before what the state of its task does not allow.
        case (.conflict?, .draftRefused): true
        case (let refusal?, .draftRefused(let error)), (let refusal?, .refused(let error)):
            refusal.status == error.status
        default: false
        }
    }
}

extension SchedulerError {
    /// The status that HTTP answers.
    fileprivate var status: Int {
        switch code {
        case .notFound: 404
        case .notPossible, .conflict: 409
        default: 422
        }
    }
}

import Recurrence
import SeriesModel
import Testing

/// A store with one series, A, and short words for what is in it.
struct Scene {
    var store: ModelStore
    var outcomes: [ModelOutcome] = []

    static let zones = ZoneTable(named: HistoryGenerator.zoneNames)

    /// An empty store at a moment.
    init(now: String) { store = ModelStore(now: utc(now), zones: Self.zones) }

    /// A daily series at nine in Berlin from the first of June 2026, where it is eight now.
    static func daily(
        _ rule: String = "FREQ=DAILY", rdate: [CivilTime]? = nil, exdate: [CivilTime]? = nil,
        anchor: SeriesAnchor = .due, missed: MissedPolicy = .skip, respawn: RespawnPolicy = .completion,
        reminders: [ModelReminder] = []
    ) -> Scene {
        var scene = Scene(now: "2026-06-01T06:00:00Z")
        let recurrence = RecurrencePatch(
            rrule: [rule], rdate: rdate, exdate: exdate, anchor: anchor, missed: missed, respawn: respawn)
        scene.run(
            .create(
                NewTask(
                    "A", Content(title: "A", reminders: reminders), due: day(1), zone: "Europe/Berlin",
                    recurrence: recurrence)))
        return scene
    }

    /// Several open ones: a daily series with `respawn=schedule` at the fifth of June, so that five are open.
    static func fiveOpen(missed: MissedPolicy = .keep, rule: String = "FREQ=DAILY") -> Scene {
        var scene = Scene.daily(rule, missed: missed, respawn: .schedule)
        scene.run(.advance(to: at(5, 7)))
        return scene
    }

    /// Runs commands, each of which must keep the invariants, and answers the last outcome.
    @discardableResult
    mutating func run(_ commands: ModelCommand..., sourceLocation: SourceLocation = #_sourceLocation) -> ModelOutcome {
        var last = ModelOutcome.refused(.notFound)
        for command in commands {
            let step = ModelStep(command, on: &store)
            let faults = store.check() + step.check() + step.checkByTrying()
            #expect(faults == [], "\(command)", sourceLocation: sourceLocation)
            last = step.outcome
        }
        outcomes.append(last)
        return last
    }

    /// Runs a command and answers why it was refused.
    mutating func refusal(_ command: ModelCommand) -> Refusal? { run(command).refusal }

    /// The ledger as text: day, state, and what else there is to say.
    func ledger(_ id: SeriesID = "series/A") -> String {
        (store.series[id]?.rows ?? []).map { "\($0.slot.date.day) \($0.state)" }.joined(separator: ", ")
    }

    /// The days that are open, by recurrenceId.
    func open(_ id: SeriesID = "series/A") -> [Int] {
        (store.series[id]?.rows ?? []).filter { $0.state == .open }.map(\.slot.date.day)
    }

    /// The task of a day.
    func task(_ number: Int, of id: SeriesID = "series/A") -> ModelTask? { store.tasks[name(number, of: id)] }

    /// The row of a day.
    func row(_ number: Int, of id: SeriesID = "series/A") -> LedgerRow? {
        store.series[id]?.rows.first { $0.slot.date.day == number }
    }

    /// The id of the task of a day.
    func name(_ number: Int, of id: SeriesID = "series/A") -> TaskID { row(number, of: id)?.task ?? "nobody" }

    /// The series A.
    var series: ModelSeries? { store.series["series/A"] }
}

/// Nine o'clock on a day of June 2026.
func day(_ number: Int, _ clock: String = "09:00") -> CivilTime {
    local("2026-06-\(number < 10 ? "0" : "")\(number)T\(clock)")
}

/// The full hour of UTC on a day of June 2026; Berlin is two hours ahead.
func at(_ number: Int, _ hour: Int) -> UTCInstant {
    UTCInstant(secondsSinceEpoch: Int64(day(number, "00:00").localSeconds + hour * 3_600))
}

/// The series that was split from A on a day of June 2026.
func later(_ number: Int) -> SeriesID { SeriesID("series/A>\(day(number))") }

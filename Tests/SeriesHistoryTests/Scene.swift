import Recurrence
import Scheduler
import SeriesModel
import Storage
import Testing

@testable import SeriesHistories

/// One series, A, on both sides, and short words for what is in the engine.
struct Scene {
    private(set) var pair: Pair

    /// A daily series at nine in Berlin from the first of June 2026, where it is eight now.
    init(
        _ rules: String..., exdate: [CivilTime] = [], due: CivilTime = day(1), missed: MissedPolicy = .keep,
        anchor: SeriesAnchor = .due, respawn: RespawnPolicy = .completion, reminders: [ModelReminder] = []
    ) async throws {
        pair = try await Pair(ModelStore(now: utc("2026-06-01T06:00:00Z"), zones: Pair.zones))
        let recurrence = RecurrencePatch(
            rrule: rules.isEmpty ? ["FREQ=DAILY"] : rules, exdate: exdate, anchor: anchor, missed: missed,
            respawn: respawn)
        let content = Content(title: "A", reminders: reminders)
        try await run(.create(NewTask("A", content, due: due, zone: "Europe/Berlin", recurrence: recurrence)))
    }

    /// Five open ones, since the clock went on to the fifth of June.
    static func fiveOpen() async throws -> Scene {
        var scene = try await Scene(respawn: .schedule)
        try await scene.run(.advance(to: utc("2026-06-05T07:00:00Z")))
        return scene
    }

    /// Carries commands out, none of which may be refused, and on which model and engine must agree.
    mutating func run(_ commands: ModelCommand..., sourceLocation: SourceLocation = #_sourceLocation) async throws {
        for command in commands {
            try await pair.run(command)
            #expect(pair.faults == [], "\(command)", sourceLocation: sourceLocation)
            #expect(pair.refusal == nil, "\(command)", sourceLocation: sourceLocation)
        }
    }

    /// The name of the series that was split from A on a day of June.
    static func later(_ number: Int) -> SeriesModel.SeriesID { SeriesID("series/A>\(day(number))") }

    func series(_ name: SeriesModel.SeriesID = "series/A") throws -> Series {
        try #require(pair.state.series[pair.names.id(of: name)]?.series)
    }

    func entries(_ name: SeriesModel.SeriesID = "series/A") -> [LedgerEntry] {
        pair.state.series[pair.names.id(of: name)]?.entries ?? []
    }

    func projected(_ name: SeriesModel.SeriesID = "series/A") -> [CivilTime] {
        pair.state.series[pair.names.id(of: name)]?.projected ?? []
    }

    /// The name of the task of a day of June.
    func name(_ number: Int, of series: SeriesModel.SeriesID = "series/A") -> SeriesModel.TaskID {
        pair.model.series[series]?.rows.first { $0.slot.date.day == number }?.task ?? "nobody"
    }

    func entry(_ number: Int, of series: SeriesModel.SeriesID = "series/A") throws -> LedgerEntry {
        try #require(entries(series).first { $0.recurrenceID.date.day == number })
    }

    func task(_ number: Int, of series: SeriesModel.SeriesID = "series/A") throws -> TaskItem {
        try #require(pair.state.tasks[try entry(number, of: series).task])
    }

    /// The days of June that are open.
    func open(_ series: SeriesModel.SeriesID = "series/A") -> [Int] {
        entries(series).filter { $0.state == .open }.map(\.recurrenceID.date.day)
    }

    /// Every slot of a series up to the end of June, whether it was born, passed over or is to come.
    func slots(_ name: SeriesModel.SeriesID = "series/A") async throws -> [CivilTime] {
        let id = pair.names.id(of: name)
        return try await pair.engine.write { transaction, commands, now in
            try commands.occurrences(of: id, from: nil, until: day(30), limit: 100, in: transaction, now: now).items
                .map(\.recurrenceID)
        }
    }
}

/// Nine o'clock, or another time, on a day of June 2026.
func day(_ number: Int, _ clock: String = "09:00") -> CivilTime {
    local("2026-06-\(number < 10 ? "0" : "")\(number)T\(clock)")
}

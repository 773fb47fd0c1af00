import ArgumentParser
import Recurrence
import TaskdClient

/// `taskd stats`: how much was created, completed, missed.
struct Stats: ContextCommand {
    /// What there is a line for.
    enum Grouping: String, ChoiceArgument {
        case day, week, month, tag, project

        /// How many weeks or months are shown where nobody says from when.
        private static let count = 12

        /// The first day of the weeks or months that end with the one of a day, so that each is whole; nil for others.
        func firstDay(before day: CivilDate) -> CivilDate? {
            switch self {
            case .week: day.adding(days: -WeekdayName.index(of: day) - 7 * (Self.count - 1))
            case .month:
                CivilDate(
                    year: day.month == Self.count ? day.year : day.year - 1, month: day.month % Self.count + 1, day: 1)
            case .day, .tag, .project: nil
            }
        }
    }

    static let configuration = CommandConfiguration(
        commandName: "stats",
        abstract: "Show how many tasks were added, done and late, and how many reminders fired.",
        usage: "taskd stats [<options>]",
        discussion: """
              taskd stats --by week
              taskd stats --by tag --from 2026-01-01
              taskd stats --year

            What was undone or reopened does not count as done. On time are tasks that were done before their due time \
            had passed. Without --from it shows 30 days, 12 weeks or 12 months, the current one among them.
            """
    )

    @Option(
        help: ArgumentHelp(
            "Only what happened at or after this time, such as 2026-11-01 or 'last mon'.", valueName: "when"))
    var from: String?

    @Option(
        help: ArgumentHelp(
            "Only what happened before this time; a day without a time is included (default: today).",
            valueName: "when"))
    var until: String?

    @Option(help: ArgumentHelp("A line for each of these (default: day)", valueName: "unit"))
    var by: Grouping?

    @Option(
        defaultAsFlag: YearArgument.current, parsing: .next,
        help: ArgumentHelp(
            "How much was done on each day of this year, at a glance, or of another: --year 2025.", valueName: "year"))
    var year: YearArgument?

    @Option(help: "The time zone of days and of --from and --until (TASKD_ZONE; default: this machine's).")
    var zone: String?

    @OptionGroup var narrowing: NarrowingOptions

    @Option(help: ArgumentHelp("How many tags or projects at most, 1 to 1000 (default: 100).", valueName: "count"))
    var limit: Int?

    @Option(help: PageHelp.cursor)
    var cursor: String?

    @OptionGroup var client: ClientOptions

    func validate() throws {
        try PageOptions.check(limit: limit)
        if let year {
            guard year.isCalendar else {
                throw ValidationError("--year must be a year such as 2025, not \"\(year.typed.shown)\".")
            }
            let others = [("--by", by?.rawValue), ("--from", from), ("--until", until), ("--cursor", cursor)]
            for case (let name, _?) in others {
                throw ValidationError("--year and \(name) cannot be used together.")
            }
        }
        if !isPaged, cursor != nil { throw ValidationError("--cursor needs --by tag or --by project.") }
        if !isPaged, limit != nil { throw ValidationError("--limit needs --by tag or --by project.") }
        guard isPaged || !narrowing.tags.isEmpty && narrowing.project != nil else { return }
        let given = narrowing.tags.isEmpty ? narrowing.project.map { _ in "--project" } : "--tag"
        let other = isPaged ? "--by \(by?.rawValue ?? "")" : "--project"
        if let given { throw ValidationError("\(given) and \(other) cannot be used together.") }
    }

    private var isPaged: Bool { by == .tag || by == .project }

    func run(in context: CommandContext) async throws {
        let times = context.timeReader(zone: zone)
        let rules = try context.zone(named: zone)
        var query = [QueryItem("timeZone", rules.identifier)]
        if let year { return try await show(year, query, rules, context) }
        query.append(QueryItem("groupBy", (by ?? .day).rawValue))
        let end = try until.map { try times.pastInstant($0, "--until", endsDay: true) }
        if let from {
            query.append(QueryItem("from", "\(try times.pastInstant(from, "--from"))"))
        } else {
            let last = rules.civilDateTime(at: end?.advanced(by: .seconds(-1)) ?? context.clock.now).date
            query += QueryItem.optional("from", by?.firstDay(before: last))
        }
        query += QueryItem.optional("until", end)
        query += QueryItem.optional("cursor", cursor)
        if isPaged { query.append(QueryItem("limit", "\(limit ?? 100)")) }
        try await client.withDaemon(context) { [query] daemon in
            let answer = try await daemon.get("statistics", query + narrowing.query(daemon))
            let view: StatisticsView = try answer.decode()
            if view.total.isNothing { try await narrowing.requireTag(daemon) }
            let names = by == .project ? try await context.projectNames(daemon) : [:]
            try context.print(answer, client.access) { $0.naming(names).statistics(view) }
        }
    }

    /// Shows a year.
    private func show(
        _ year: YearArgument, _ query: [QueryItem], _ zone: ZoneRules, _ context: CommandContext
    ) async throws {
        let today = zone.civilDateTime(at: context.clock.now).date
        let number = year.number ?? today.year
        let range = [
            QueryItem("groupBy", "day"), QueryItem("from", "\(YearArgument(number))-01-01"),
            QueryItem("until", "\(YearArgument(number + 1))-01-01"),
        ]
        try await client.withDaemon(context) { daemon in
            let answer = try await daemon.get("statistics", query + range + narrowing.query(daemon))
            let view: StatisticsView = try answer.decode()
            if view.total.isNothing { try await narrowing.requireTag(daemon) }
            let counts = view.items.compactMap { item in
                item.key.flatMap { CivilTime($0) }.map { ($0.date, item.completed) }
            }
            try context.print(answer, client.access) { printer in
                let done = Dictionary(counts.filter { $0.1 > 0 }) { first, _ in first }
                return HeatMap(year: number, counts: done, today: today).map(printer.year) ?? ""
            }
        }
    }
}

extension StatisticsView.Counts {
    /// Whether nothing happened.
    fileprivate var isNothing: Bool { created + completed + overdue + fired + snoozed + missed == 0 }
}

/// A year, or the one that it is now.
struct YearArgument: ExpressibleByArgument, CustomStringConvertible {
    /// nil for the year that it is now.
    let number: Int?
    /// What was typed.
    let typed: String

    static let current = YearArgument(nil)

    init(_ number: Int?) { (self.number, typed) = (number, number?.description ?? "") }

    init?(argument: String) { (number, typed) = (Int(argument), argument.isEmpty ? " " : argument) }

    /// Whether it is a year of the calendar, or the one that it is now.
    var isCalendar: Bool { typed.isEmpty || number.map { (1970...9998).contains($0) } ?? false }

    var description: String { number?.description ?? "this year" }
}

/// `taskd series stats`: how regularly a series was done.
struct SeriesStats: ContextCommand {
    static let configuration = CommandConfiguration(
        commandName: "stats", abstract: "Show how regularly a series was done: streaks, and how many on time.",
        usage: "taskd series stats <series> [<options>]")

    @OptionGroup var choice: SeriesChoice

    func run(in context: CommandContext) async throws {
        try await choice.run(context) { daemon, path in
            try await daemon.get("\(path)/statistics")
        } lines: { printer, answer in
            try printer.statistics(answer.decode() as SeriesStatisticsView)
        }
    }
}

import ArgumentParser

/// `taskd rule`: recurrence rules without a daemon.
struct RuleCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "rule",
        abstract: "Expand, explain or check recurrence rules (RFC 5545); needs no daemon.",
        subcommands: [RuleExpand.self, RuleExplain.self, RuleCheck.self]
    )
}

/// A recurrence set as typed.
struct RuleSetOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "The start, such as 20261121T090000 or 2026-11-21T09:00:00, with Z for UTC, or 20261121 for whole days.",
            valueName: "time"))
    var dtstart: String?

    @Option(
        name: [.customLong("tz"), .customLong("zone")],
        help: ArgumentHelp(
            "The time zone of the times, such as Europe/Berlin (default: UTC if --dtstart ends in Z, else none).",
            valueName: "zone"))
    var zone: String?

    @Option(help: ArgumentHelp("An RRULE; may be repeated.", valueName: "rule"))
    var rrule: [String] = []

    @Option(
        help: ArgumentHelp(
            "Times to add, written as for --dtstart, with commas between them; may be repeated.", valueName: "times"))
    var rdate: [String] = []

    @Option(
        help: ArgumentHelp(
            "Times to leave out, written as for --dtstart, with commas between them; may be repeated.",
            valueName: "times"))
    var exdate: [String] = []

    /// That times of day are left out where the start is a day.
    var notes: [String] {
        guard let dtstart, !dtstart.contains(Self.timeSign) else { return [] }
        return [("--rdate", rdate), ("--exdate", exdate)].filter { $0.1.contains { $0.contains(Self.timeSign) } }.map {
            "\($0.0): days alone count, as --dtstart is one"
        }
    }

    private static let timeSign: Character = "T"
}

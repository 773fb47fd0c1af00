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
        help: "DTSTART, such as 20261121T090000 or 2026-11-21T09:00:00, with Z for UTC, or 20261121 for whole days.")
    var dtstart: String?

    @Option(
        name: [.customLong("tz"), .customLong("zone")],
        help: "The IANA time zone of the set (default: UTC if --dtstart ends in Z, else none: its times are floating).")
    var zone: String?

    @Option(help: "An RRULE; may be repeated.")
    var rrule: [String] = []

    @Option(help: "Dates to add, written as for --dtstart, separated by commas; may be repeated.")
    var rdate: [String] = []

    @Option(help: "Dates to leave out, written as for --dtstart, separated by commas; may be repeated.")
    var exdate: [String] = []
}

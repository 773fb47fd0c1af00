import ArgumentParser
import Basics
import Recurrence
import Scheduler

/// `taskd rule expand`: the occurrences of a set.
struct RuleExpand: ContextCommand {
    static let configuration = CommandConfiguration(
        commandName: "expand",
        abstract: "Print the occurrences of rules, one a line.",
        usage: "taskd rule expand [<rule> ...] [<options>]",
        discussion: """
              taskd rule expand 'FREQ=MONTHLY;BYDAY=-1FR' --dtstart 20261127T170000

            With --jsonl it reads JSON objects from standard input, one a line, and writes one for each:

              in   {"dtstart": "20261127T170000", "tzid": "Europe/Berlin",
                    "rrule": ["FREQ=DAILY"], "rdate": [], "exdate": [],
                    "limit": 5, "after": …, "before": …, "id": 1}
              out  {"id": 1, "occurrences": […], "complete": false}
                   or {"id": 1, "error": "…"}

            "complete" is true where no occurrence comes after those that are printed. Only "dtstart" is required. A bad line gets an "error" and does not stop the run. The tables of the \
            Chinese and Korean calendars cover the lunar years 1900 to 2150 and so end in early 2151; the output for a \
            rule that is cut off there has "horizon", the last known day, and "complete": false.

            A start that does not fit the rule is no occurrence. At most \(ExpansionRequest.maxLimit) \
            occurrences are printed, by default \(ExpansionRequest.standardLimit) unless --before is given.
            """
    )

    @Argument(help: ArgumentHelp("RRULEs, such as 'FREQ=WEEKLY;BYDAY=MO'; the same as --rrule.", valueName: "rule"))
    var rules: [String] = []

    @OptionGroup var options: RuleSetOptions

    @Option(help: ArgumentHelp("How many occurrences at most, 0 to \(ExpansionRequest.maxLimit).", valueName: "count"))
    var limit: Int?

    @Option(help: ArgumentHelp("Only those at or after this time, written as for --dtstart.", valueName: "time"))
    var after: String?

    @Option(help: ArgumentHelp("Only those before this time, written as for --dtstart.", valueName: "time"))
    var before: String?

    @Flag(help: "Read many sets from standard input, one JSON object a line.")
    var jsonl = false

    @Flag(help: "Print a JSON object, on one line.")
    var json = false

    func validate() throws {
        let isSetGiven =
            options.dtstart != nil || options.zone != nil || limit != nil || after != nil || before != nil
            || !(rules + options.rrule + options.rdate + options.exdate).isEmpty
        if jsonl, isSetGiven {
            throw ValidationError(
                "--jsonl reads the sets from standard input, with all that is asked of each; leave the other options away."
            )
        }
        if let limit, !(0...ExpansionRequest.maxLimit).contains(limit) {
            throw ValidationError("--limit must be 0 to \(ExpansionRequest.maxLimit).")
        }
        if !jsonl, options.dtstart == nil { throw ValidationError("Give --dtstart, or --jsonl for many sets.") }
    }

    func run(in context: CommandContext) async throws {
        if jsonl { return try ExpansionLines(zones: context.zones).run() }
        let expansion = try RuleFault.telling { try request.expansion(zones: context.zones) }
        guard json else {
            try StandardOutput.write(expansion.occurrences.map { "\($0)\n" }.joined())
            context.tell(options.notes)
            return Self.tellHorizon(of: expansion)
        }
        var writer = JSONWriter()
        writer.object { $0.write(expansion) }
        try StandardOutput.write(writer.bytes + [UInt8(ascii: "\n")])
    }

    /// Says on standard error that more may come than is known.
    private static func tellHorizon(of expansion: Expansion) {
        guard let horizon = expansion.horizon else { return }
        StandardError.write("taskd: the calendar is known up to \(horizon); later occurrences are not listed\n")
    }

    private var request: ExpansionRequest {
        ExpansionRequest(
            start: options.dtstart ?? "",
            zone: options.zone,
            rules: rules + options.rrule,
            dates: options.rdate,
            exceptionDates: options.exdate,
            limit: limit,
            after: after,
            before: before
        )
    }
}

extension JSONWriter {
    /// Writes the fields of an expansion.
    mutating func write(_ expansion: Expansion) {
        field("occurrences", expansion.occurrences)
        field("complete", expansion.isComplete)
        if let horizon = expansion.horizon { field("horizon", horizon.description) }
    }
}

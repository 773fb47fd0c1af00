import ArgumentParser
import Basics
import Recurrence

/// `taskd rule explain`: a rule or a set in words.
struct RuleExplain: ContextCommand {
    static let configuration = CommandConfiguration(
        commandName: "explain",
        abstract: "Say in words what a rule means; with --dtstart, when it is.",
        usage: "taskd rule explain [<rule> ...] [<options>]"
    )

    @Argument(help: ArgumentHelp("RRULEs, such as 'FREQ=WEEKLY;BYDAY=MO'; the same as --rrule.", valueName: "rule"))
    var rules: [String] = []

    @OptionGroup var options: RuleSetOptions

    @Flag(help: "Print a JSON object, on one line.")
    var json = false

    func validate() throws {
        guard options.dtstart == nil else { return }
        if allRules.isEmpty { throw ValidationError("Give an RRULE, or --dtstart with --rrule or --rdate.") }
        if options.zone != nil || !(options.rdate + options.exdate).isEmpty {
            throw ValidationError("--tz, --rdate and --exdate need --dtstart.")
        }
    }

    func run(in context: CommandContext) async throws {
        let words: [String] = try RuleFault.telling { try self.words(context) }
        guard json else { return try StandardOutput.write(words.map { "\($0)\n" }.joined()) }
        var writer = JSONWriter()
        writer.object { $0.field("explanation", words.joined(separator: "\n")) }
        try StandardOutput.write(writer.bytes + [UInt8(ascii: "\n")])
    }

    private var allRules: [String] { rules + options.rrule }

    private func words(_ context: CommandContext) throws -> [String] {
        guard let start = options.dtstart else { return try allRules.map { try RecurrenceRule($0).explanation() } }
        let request = ExpansionRequest(
            start: start,
            zone: options.zone,
            rules: allRules,
            dates: options.rdate,
            exceptionDates: options.exdate
        )
        return [try request.set(zones: context.zones).explanation()]
    }
}

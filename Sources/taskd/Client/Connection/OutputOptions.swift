import ArgumentParser

/// In which form a command prints, which every command that talks to the daemon can be asked.
struct OutputOptions: ParsableArguments {
    @Option(
        name: .customLong("json"), defaultAsFlag: FieldArgument.all, parsing: .next,
        help: ArgumentHelp(
            "Print the daemon's JSON, on one line; with =FIELD,… only these fields.", valueName: "fields"))
    var jsonFields: FieldArgument?

    @Flag(help: "Print each item as JSON on a line of its own, of lists all pages.")
    var jsonl = false

    @Option(
        name: .customLong("csv"), defaultAsFlag: FieldArgument.all, parsing: .next,
        help: ArgumentHelp("Print items as CSV, all pages; with =FIELD,… only these fields.", valueName: "fields"))
    var csvFields: FieldArgument?

    @Option(
        name: .customLong("template"),
        help: """
            Print each item by a Mustache template, such as '{{handle}} {{title}}\\n'; with {{time(due)}}, \
            {{relative(due)}} and {{json(tags)}}.
            """)
    var templateText: String?

    @Flag(help: "Print nothing but the handle of what was changed.")
    var quiet = false

    @Flag(help: "Tell times in UTC.")
    var utc = false

    @Flag(help: "Tell times in ISO 8601.")
    var iso = false

    @Flag(help: "Exit with 1 where a list is empty.")
    var exitEmpty = false

    var display: DisplayOptions { DisplayOptions(isUTC: utc, isISO: iso) }

    /// The form for programs; nil for people.
    ///
    /// - Throws: ``CommandFailure`` for a template that cannot be read.
    func form() throws -> MachineForm? {
        if let jsonFields { return .json(jsonFields.selection) }
        if jsonl { return .lines(nil) }
        if let csvFields { return .csv(csvFields.selection) }
        if let templateText { return .template(try OutputTemplate(templateText)) }
        return quiet ? .quiet : nil
    }

    func validate() throws {
        let given = [
            ("--json", jsonFields != nil), ("--jsonl", jsonl), ("--csv", csvFields != nil),
            ("--template", templateText != nil), ("--quiet", quiet),
        ].filter(\.1).map(\.0)
        guard given.count < 2 else { throw ValidationError("\(given[0]) and \(given[1]) cannot be used together.") }
    }
}

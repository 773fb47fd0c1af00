import ArgumentParser

/// In which form a command prints, which every command that talks to the daemon can be asked.
struct OutputOptions: ParsableArguments {
    @Option(
        name: .customLong("json"), defaultAsFlag: FieldArgument.all, parsing: .next,
        help: ArgumentHelp(
            "Print the daemon's JSON on one line; with fields, only these: --json=title,due.", valueName: "fields"))
    var jsonFields: FieldArgument?

    @Flag(help: "Print one line of JSON for each item; of a list, all of it.")
    var jsonl = false

    @Option(
        name: .customLong("csv"), defaultAsFlag: FieldArgument.all, parsing: .next,
        help: ArgumentHelp("Print CSV; of a list, all of it; with fields, only these.", valueName: "fields"))
    var csvFields: FieldArgument?

    @Option(
        name: .customLong("template"),
        help: """
            Print each item by a Mustache template, such as '{{handle}} {{title}}\\n'; see taskd help templates.
            """)
    var templateText: String?

    @Flag(help: "Print only what names each item: its handle, or else its id or name.")
    var quiet = false

    @Flag(help: "Show times in UTC; those of --json, --jsonl and --csv stay as they are.")
    var utc = false

    @Flag(help: "Show times in ISO 8601, such as 2026-12-01T09:00:00.")
    var iso = false

    @Flag(help: "Exit with 1 if the list is empty.")
    var exitEmpty = false

    /// Tells that a secret that was made is not in what is printed, as it is shown only once.
    ///
    /// - Parameters:
    ///   - context: What tells it.
    ///   - quietIsSecret: Whether `--quiet` prints the secret itself, as of a token.
    ///   - way: The command that makes another one.
    func tellSecretLeftOut(_ context: CommandContext, quietIsSecret: Bool, anotherBy way: String) {
        let option: String?
        if let templateText {
            option = templateText.contains("secret") ? nil : "--template"
        } else if let names = (jsonFields ?? csvFields)?.selection?.names {
            option = names.contains { $0.hasPrefix("secret") } ? nil : jsonFields == nil ? "--csv" : "--json"
        } else {
            option = quiet && !quietIsSecret ? "--quiet" : nil
        }
        guard let option else { return }
        context.tell(["the secret is shown once, and \(option) leaves it out; \(way) makes another"])
    }

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

    /// The options of forms that were given.
    private var given: [String] {
        [
            ("--json", jsonFields != nil), ("--jsonl", jsonl), ("--csv", csvFields != nil),
            ("--template", templateText != nil), ("--quiet", quiet),
        ].filter(\.1).map(\.0)
    }

    func validate() throws {
        for (name, fields) in [("--json", jsonFields), ("--csv", csvFields)]
        where fields?.selection?.names.isEmpty == true {
            throw ValidationError("\(name)= is empty; give fields, such as \(name)=title,due, or leave the = away.")
        }
        guard given.count < 2 else { throw ValidationError("\(given[0]) and \(given[1]) cannot be used together.") }
    }
}

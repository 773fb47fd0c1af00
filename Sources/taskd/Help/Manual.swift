import ArgumentParser

/// `taskd __manual`: a topic as a manual page, for what is installed beside the program.
struct Manual: ContextCommand {
    static let configuration = CommandConfiguration(
        commandName: "__manual",
        abstract: "Print a topic of taskd help as a manual page of section 7, or the names of all topics.",
        shouldDisplay: false
    )

    @Argument(help: "The topic (default: print their names).") var topic: String?

    @Option(help: "The date that the page shows, such as 'November 26, 2026'.")
    var date: String?

    func run(in context: CommandContext) async throws {
        guard let topic else {
            return try StandardOutput.write(HelpTopic.all.map { "\($0.name)\n" }.joined())
        }
        guard let known = HelpTopic.named(topic), let date else {
            throw CommandFailure.usage(
                "there is no such page", "Give --date, and one of \(HelpTopic.all.map(\.name).joined(separator: ", "))."
            )
        }
        try StandardOutput.write(known.manual(date: date))
    }
}

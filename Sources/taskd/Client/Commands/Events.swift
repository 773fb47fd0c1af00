import ArgumentParser
import Foundation

/// `taskd events`: the log of what happened.
struct Events: ContextCommand {
    static let configuration = CommandConfiguration(
        abstract: "Show what happened.",
        discussion: """
            With --follow it goes on as things happen, one event a line, also across restarts of the daemon; with \
            --json each line is the event as JSON.
            """
    )

    @Option(help: "Only those behind this seq; with --follow, what is in the log behind it comes first.")
    var after: Int?

    @Option(help: "How many at most, 1 to 1000; with --follow, after how many to stop.")
    var limit: Int?

    @Flag(help: "Go on as things happen.")
    var follow = false

    @OptionGroup(title: "Daemon") var client: ClientOptions

    func validate() throws {
        guard limit.map({ (1...(follow ? Int.max : 1_000)).contains($0) }) ?? true else {
            throw ValidationError(follow ? "--limit must be at least 1." : "--limit must be 1 to 1000.")
        }
        guard after ?? 0 >= 0 else { throw ValidationError("--after must be 0 or more.") }
    }

    func run(in context: CommandContext) async throws {
        try await client.withDaemon(context) { daemon in
            if follow { return try await tell(eventsOf: daemon, context) }
            let query = QueryItem.optional("after", after) + QueryItem.optional("limit", limit)
            let answer = try await daemon.get("events", query)
            try context.print(answer, asJSON: client.access.json) { printer in
                let page: ListPage<EventView> = try answer.read()
                return page.items.map(printer.event).joined()
            }
        }
    }

    private func tell(eventsOf daemon: Daemon, _ context: CommandContext) async throws {
        let printer = TextFormatter(context: context)
        let follower = EventFollower(daemon: daemon, clock: context.clock) { reason in
            StandardError.write("taskd: the connection was lost (\(reason)); trying again\n")
        }
        var count = 0
        try await follower.run(after: after?.description) { message in
            let answer = Answer(body: Array(message.data.utf8))
            try StandardOutput.write(client.access.json ? answer.line : printer.event(answer.read()))
            count += 1
            return limit.map { count < $0 } ?? true
        }
    }
}

import ArgumentParser
import Basics
import Foundation
import TaskdClient

/// `taskd events`: the log of what happened.
struct Events: ContextCommand {
    static let configuration = CommandConfiguration(
        commandName: "events",
        abstract: "Print the event log, from its oldest event on.",
        usage: "taskd events [<options>]",
        discussion: """
            With --follow it goes on with new events, one a line, and connects again when the daemon restarts; then with \
            --json each line is the event as JSON. taskd log shows the same for people, latest first.
            """
    )

    @Option(
        help: ArgumentHelp(
            """
            Only events after the one with this number (seq in the JSON, #12 in the list); with --follow, those already \
            in the log come first.
            """, valueName: "number"))
    var after: Int?

    @Option(
        help: ArgumentHelp(
            """
            How many at most, 1 to 1000 (default: 100; with --jsonl, --csv, --template or --quiet, all); with --follow, \
            end after so many, as many as you like (default: never).
            """, valueName: "count"))
    var limit: Int?

    @Flag(help: "Go on with new events, until interrupted.")
    var follow = false

    @OptionGroup var client: ClientOptions

    func validate() throws {
        guard limit.map({ (1...(follow ? Int.max : 1_000)).contains($0) }) ?? true else {
            throw ValidationError(follow ? "--limit must be at least 1." : "--limit must be 1 to 1000.")
        }
        guard after ?? 0 >= 0 else { throw ValidationError("--after must be 0 or more.") }
    }

    func run(in context: CommandContext) async throws {
        try await client.withDaemon(context) { daemon in
            if follow { return try await tell(eventsOf: daemon, context) }
            try await context.printPages(
                daemon, "events", QueryItem.optional("after", after), client.access, limit: limit, none: "no events"
            ) { (printer, items: [EventView]) in items.map(printer.event).joined() }
        }
    }

    private func tell(eventsOf daemon: DaemonClient, _ context: CommandContext) async throws {
        let printer = TextFormatter(context: context, client.access.output.display)
        let form = try client.access.output.form()
        var writer = form.map { MachineWriter($0, printer.times, isForTerminal: context.terminal.hasOutput) }
        var count = 0
        try await daemon.followEvents(after: after, on: context.clock.steady) { loss in
            StandardError.write("taskd: \(loss.description.withoutControls); trying again\n")
        } _: { event in
            try StandardOutput.write(writer?.text(event) ?? printer.event(event.decode()))
            count += 1
            return limit.map { count < $0 } ?? true
        }
    }
}

import ArgumentParser
import Basics
import Recurrence
import Storage
import TaskdClient

/// `taskd hook replay`: sends again what was not taken.
struct HookReplay: ContextCommand {
    /// Which deliveries, on the command line.
    enum StateArgument: String, ChoiceArgument {
        case failed, expired, delivered, pending
    }

    static let configuration = CommandConfiguration(
        commandName: "replay",
        abstract: "Send deliveries again: one, or those of a hook.",
        usage: "taskd hook replay <id> [<options>]",
        discussion: """
            With the id of a delivery, dlv_…, that one is sent again. With a hook's id, its failed and expired \
            deliveries are sent again, or those that the options select, at --rate, under the same ids. --state \
            pending retries waiting deliveries now, unless the hook's circuit is open (\"taskd hook health\"): \
            \"taskd hook enable\" closes it. Bodies are rendered again, as the hook is configured now.
            """
    )

    @Argument(help: "The id of a delivery, or the id of a hook or at least its first 4 characters.")
    var id: String

    @Option(help: "Only deliveries in this state (default: failed and expired).")
    var state: StateArgument?

    @Option(help: "Only those of events at or after this time, such as 2026-11-21T09:00.")
    var from: String?

    @Option(help: "Only those of events before this time.")
    var until: String?

    @Option(help: "Only events of these types, separated by commas: task.completed, reminder.*; may be repeated.")
    var events: [String] = []

    @Option(help: "How many at most, 1 to 10000 (default: 1000).")
    var limit: Int?

    @Option(help: "How many per second (default: 10).")
    var rate: Double?

    @OptionGroup(title: "Daemon") var client: ClientOptions

    func validate() throws {
        guard limit.map({ (1...10_000).contains($0) }) ?? true else {
            throw ValidationError("--limit must be 1 to 10000.")
        }
        try EventPatterns.check(events)
        let isSelective = [state?.rawValue, from, until].contains { $0 != nil } || limit != nil || rate != nil
        guard DeliveryID(id) == nil || !(isSelective || !events.isEmpty) else {
            throw ValidationError("The options that select deliveries can only be given with the id of a hook.")
        }
    }

    func run(in context: CommandContext) async throws {
        try await client.withDaemon(context) { daemon in
            if DeliveryID(id) != nil { return try await replayOne(daemon, context) }
            let body = try body(context)
            let hook = try await IdentifierLookup(daemon: daemon).hook(id)
            let answer = try await daemon.post("hooks/\(hook)/replay", body)
            try context.print(answer, client.access) { try $0.replay(answer.decode()) }
        }
    }

    private func replayOne(_ daemon: DaemonClient, _ context: CommandContext) async throws {
        let answer = try await daemon.post("deliveries/\(id)/replay")
        try context.print(answer, client.access) { printer in
            let delivery: DeliveryView = try answer.decode()
            return printer.deliveries([delivery])
        }
    }

    private func body(_ context: CommandContext) throws -> [UInt8] {
        let reader = context.timeReader(zone: nil)
        let from = try from.map { try reader.pastInstant($0, "--from") }
        let until = try until.map { try reader.pastInstant($0, "--until") }
        var json = JSONWriter()
        json.object { json in
            if let state { json.field("state", state.rawValue) }
            if let from { json.field("from", from) }
            if let until { json.field("until", until) }
            let patterns = EventPatterns.read(events)
            if !patterns.isEmpty { json.field("events", patterns) }
            if let limit { json.field("limit", limit) }
            if let rate { json.field("perSecond", rate) }
        }
        return json.bytes
    }
}

import ArgumentParser
import Basics
import Recurrence
import Storage

/// `taskd hook replay`: sends again what was not taken.
struct HookReplay: ContextCommand {
    /// Which deliveries, on the command line.
    enum StateArgument: String, ExpressibleByArgument, CaseIterable {
        case failed, expired, delivered, pending
    }

    static let configuration = CommandConfiguration(
        commandName: "replay",
        abstract: "Send again what a receiver did not take: one delivery, or a hook's.",
        discussion: """
            With the id of a delivery, dlv_…, that one is sent again. With a hook's id, all that failed or expired \
            are, or those that the options choose, one after the other, under the ids that they had. Of those \
            pending, the ones that wait for a retry are sent again at once. Bodies are made anew, as the hook now \
            wants them.
            """
    )

    @Argument(help: "The id of a delivery, or the id of a hook or the beginning of it.")
    var id: String

    @Option(help: "Only those that stand so; failed and expired ones without it.")
    var state: StateArgument?

    @Option(help: "Only those of events from this time on, such as 2026-11-21T09:00.")
    var from: String?

    @Option(help: "Only those of events before this time.")
    var until: String?

    @Option(help: "Which events: task.completed, reminder.*; may be repeated, commas do too.")
    var events: [String] = []

    @Option(help: "How many at most, 1 to 10000; 1000 without it.")
    var limit: Int?

    @Option(help: "How many a second; 10 without it.")
    var rate: Double?

    @OptionGroup(title: "Daemon") var client: ClientOptions

    func run(in context: CommandContext) async throws {
        try await client.withDaemon(context) { daemon in
            if DeliveryID(id) != nil { return try await replayOne(daemon, context) }
            let body = try body(context)
            let hook = try await IdentifierLookup(daemon: daemon).hook(id)
            let answer = try await daemon.post("hooks/\(hook)/replay", body)
            try context.print(answer, asJSON: client.access.json) { try $0.replay(answer.read()) }
        }
    }

    private func replayOne(_ daemon: Daemon, _ context: CommandContext) async throws {
        let answer = try await daemon.post("deliveries/\(id)/replay")
        try context.print(answer, asJSON: client.access.json) { printer in
            let delivery: DeliveryView = try answer.read()
            return printer.deliveries([delivery])
        }
    }

    private func body(_ context: CommandContext) throws -> [UInt8] {
        let reader = context.timeReader(zone: nil)
        let bounds = try [from, until].map { try $0.map(reader.instant) }
        var json = JSONWriter()
        json.object { json in
            if let state { json.field("state", state.rawValue) }
            if let from = bounds[0] { json.field("from", from) }
            if let until = bounds[1] { json.field("until", until) }
            let patterns = events.flatMap { $0.split(separator: ",") }.map(String.init)
            if !patterns.isEmpty { json.field("events", patterns) }
            if let limit { json.field("limit", limit) }
            if let rate { json.field("perSecond", rate) }
        }
        return json.bytes
    }
}

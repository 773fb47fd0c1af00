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
        usage: "taskd hook replay <hook or delivery> [<options>]",
        discussion: """
            Of a hook, the deliveries that failed or expired are sent again, or those that the options select, at \
            --rate, under the same ids. Messages are written anew, as the hook is set now. --state pending tries now \
            what waits, unless the daemon has stopped sending to that receiver for a while (taskd hook health shows it; \
            taskd hook enable starts again).
            """
    )

    @Argument(
        help: ArgumentHelp(
            """
            A hook: its handle or the beginning of it, a part of its URL or command (3 characters or more \
            of either), or its id. Or the id of one delivery, dlv_…, which taskd hook deliveries shows.
            """, valueName: "hook or delivery"))
    var id: String

    @Option(help: "Only deliveries in this state (default: failed and expired)")
    var state: StateArgument?

    @Option(
        help: ArgumentHelp("Only those of events at or after this time, such as '2026-11-21 09:00'.", valueName: "when")
    )
    var from: String?

    @Option(help: ArgumentHelp("Only those of events before this time.", valueName: "when"))
    var until: String?

    @Option(
        help: ArgumentHelp(
            "Only events of these types: task.completed, reminder.*, with commas between them; may be repeated.",
            valueName: "types"))
    var events: [String] = []

    @Option(help: ArgumentHelp("How many at most, 1 to 10000 (default: 1000).", valueName: "count"))
    var limit: Int?

    @Option(help: ArgumentHelp("How many a second, 0.01 to 1000 (default: 10).", valueName: "number"))
    var rate: Double?

    @OptionGroup var client: ClientOptions

    func validate() throws {
        guard limit.map({ (1...10_000).contains($0) }) ?? true else {
            throw ValidationError("--limit must be 1 to 10000.")
        }
        try EventPatterns.check(events)
        let ofHook = [
            ("--state", state != nil), ("--from", from != nil), ("--until", until != nil),
            ("--events", !events.isEmpty), ("--limit", limit != nil), ("--rate", rate != nil),
        ]
        if DeliveryID(id) != nil, let option = ofHook.first(where: \.1)?.0 {
            throw ValidationError("\(option) is for the deliveries of a hook, and \(id) is one delivery.")
        }
    }

    func run(in context: CommandContext) async throws {
        try await client.withDaemon(context) { daemon in
            if DeliveryID(id) != nil { return try await replayOne(daemon, context) }
            guard !id.hasPrefix("dlv_") else {
                throw CommandFailure.failed(
                    "there is no delivery \"\(id.shown)\"", "taskd hook deliveries HOOK lists them; give the whole id.")
            }
            let body = try body(context)
            let hook = try await IdentifierLookup(daemon: daemon).hook(id)
            let answer = try await daemon.post("hooks/\(hook)/replay", body)
            try context.print(answer, client.access) { try $0.replay(answer.decode()) }
            guard try (answer.decode() as ReplayView).replayed > 0 else {
                if state == nil {
                    context.tell(["none failed or expired; --state pending tries now what waits for another attempt"])
                }
                return
            }
            try await tellStopped(hook, daemon, context)
        }
    }

    /// Notes that nothing is sent to a hook yet, as it is disabled or does not answer.
    private func tellStopped(_ id: String, _ daemon: DaemonClient, _ context: CommandContext) async throws {
        let hook: HookView = try await daemon.get("hooks/\(id)", [.shortHandles]).decode()
        guard hook.enabled else {
            return context.tell(["the hook is disabled; they are sent after taskd hook enable \(hook.shownHandle)"])
        }
        let health: HookHealthView = try await daemon.get("hooks/\(id)/health").decode()
        guard health.circuit == "open" else { return }
        context.tell([
            "nothing is sent to it for a while, as it failed too often; taskd hook enable \(hook.shownHandle) starts again"
        ])
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
        try Contradiction.check("--from", from, isBefore: "--until", until)
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

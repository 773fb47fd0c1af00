import ArgumentParser
import Basics
import TaskdClient

/// `taskd hook deliveries`: shows what was sent to a hook.
struct HookDeliveries: ContextCommand {
    /// Where a delivery stands, on the command line.
    enum StateArgument: String, ChoiceArgument {
        case pending, delivered, failed, expired
    }

    /// How long to wait before looking again.
    private static let watchInterval = Swift.Duration.seconds(2)

    static let configuration = CommandConfiguration(
        commandName: "deliveries",
        abstract: "List the deliveries of a hook, latest first, with their outcome.",
        usage: "taskd hook deliveries <hook> [<options>]",
        discussion: """
              taskd hook deliveries m7q --failed
              taskd hook deliveries m7q --failed --watch
            """
    )

    @Argument(help: HookHelp.choice)
    var id: String

    @Option(help: "Only deliveries in this state")
    var state: StateArgument?

    @Flag(help: "Only deliveries that did not arrive: given up, expired, or waiting for another attempt.")
    var failed = false

    @Flag(help: "Go on with what changes, until interrupted.")
    var watch = false

    @OptionGroup var page: PageOptions

    @OptionGroup var client: ClientOptions

    func validate() throws {
        guard !failed || state == nil else {
            throw ValidationError("--failed and --state cannot be used together.")
        }
    }

    func run(in context: CommandContext) async throws {
        try await client.withHook(id, context) { daemon, id in
            var seen: [String: DeliveryView]?
            while true {
                let answer: DaemonResponse
                do { answer = try await read(daemon, id, seen: &seen) } catch let loss as DaemonError
                    where seen != nil && loss.isTransient
                {
                    StandardError.write("taskd: \(loss.description.withoutControls); trying again\n")
                    try await context.clock.steady.sleep(for: Self.watchInterval)
                    continue
                }
                let page: ListPage<DeliveryView> = try answer.decode()
                if !watch || !page.items.isEmpty {
                    let resumesAt = try? await resumption(daemon, id, page.items)
                    // Of those that did not arrive no page tells how many more there are.
                    if !watch, !failed, !page.items.isEmpty, try client.access.output.form() == nil {
                        return try await context.showPage(page, answer, daemon, client.access, none: "") {
                            $0.deliveries($1, resumesAt: resumesAt)
                        }
                    }
                    try context.print(answer, client.access) { printer in
                        try page.lines(
                            { printer.deliveries($0, resumesAt: resumesAt) },
                            none: failed ? "nothing failed" : "no deliveries")
                    }
                }
                guard watch else { return }
                try await context.clock.steady.sleep(for: Self.watchInterval)
            }
        }
    }

    /// When something is sent again to a hook to which nothing is sent for a while, where that is told of a delivery.
    private func resumption(_ daemon: DaemonClient, _ id: String, _ items: [DeliveryView]) async throws -> String? {
        guard try client.access.output.form() == nil, items.contains(where: { $0.nextAttemptAt != nil }) else {
            return nil
        }
        return (try await daemon.get("hooks/\(id)/health").decode() as HookHealthView).resumesAt
    }

    /// A page of those that are asked for: as many as were asked for at first, and then all that changed.
    private func read(
        _ daemon: DaemonClient, _ id: String, seen: inout [String: DeliveryView]?
    ) async throws -> DaemonResponse {
        let query =
            failed || watch
            ? [QueryItem("limit", "1000")] + QueryItem.optional("cursor", page.cursor) : page.query
        let answer = try await daemon.get(
            "hooks/\(id)/deliveries", query + QueryItem.optional("state", state?.rawValue))
        guard failed || watch else { return answer }
        let views = (try answer.decode() as ListPage<DeliveryView>).items
        let wanted = views.filter { (!failed || $0.isFailing) && seen?[$0.id] != $0 }
        let ids = Set(wanted.prefix(seen == nil ? page.limit ?? PageOptions.standard : .max).map(\.id))
        seen = Dictionary(views.map { ($0.id, $0) }) { $1 }
        let items = (try? JSONValue(json: answer.body))?["items"]?.array ?? []
        var json = JSONWriter()
        json.object { json in
            json.field("items") { json in
                json.array(items.filter { ids.contains($0["id"]?.string ?? "") }) { $0.value($1) }
            }
            json.field("nextCursor") { $0.null() }
        }
        return DaemonResponse(body: json.bytes)
    }
}

extension DeliveryView {
    /// Whether it did not arrive, or has not yet after an attempt.
    fileprivate var isFailing: Bool {
        state == "failed" || state == "expired" || state == "pending" && !attempts.isEmpty
    }
}

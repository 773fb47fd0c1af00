import ArgumentParser
import TaskdClient

/// `taskd nodes`: who has the store open, and who does what.
struct Nodes: ContextCommand {
    static let configuration = CommandConfiguration(
        commandName: "nodes",
        abstract: "List the nodes that share the store: which one fires reminders, and how many hooks each sends to.",
        usage: "taskd nodes [<options>]",
        discussion: """
            A store in a file has one node. A node that was killed is listed until its lease has ended, after 10 seconds. \
            Clocks: how far the machine's clock is from that of the database, by which reminders go off.
            """
    )

    @OptionGroup var client: ClientOptions

    func run(in context: CommandContext) async throws {
        try await client.withDaemon(context) { daemon in
            let response = try await daemon.get("nodes")
            let nodes: ListPage<NodeView> = try response.decode()
            try context.print(response, client.access) { $0.nodes(nodes.items) }
            // The one that would fire may be kept from it, as by a store that is another one's copy.
            guard try client.access.output.form() == nil else { return }
            let status: StatusView = try await daemon.get("status").decode()
            if !status.firing { context.tell(["no reminders are fired: \(status.reason ?? "its log says why")"]) }
        }
    }
}

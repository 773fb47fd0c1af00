import Basics
import HTTPTypes
import Hummingbird
import Storage

/// `/v1/nodes`: the processes that have the store open, and what each does.
struct NodeRoutes: Sendable {
    let facts: ServerFacts

    func add(to routes: ScopedRoutes) {
        routes.add(.listNodes) { _, _ in
            let nodes = try await facts.nodes()
            return APIResponse { json in
                json.field("items") { json in json.array(nodes) { $1.write(to: &$0) } }
            }.response
        }
    }
}

extension StoreNode {
    fileprivate func write(to json: inout JSONWriter) {
        json.object { json in
            let hexadecimal = String(UInt64(bitPattern: id), radix: 16)
            json.field("id", String(repeating: "0", count: 16 - hexadecimal.count) + hexadecimal)
            json.field("name", name)
            json.field("version", version)
            json.field("joinedAt", joinedAt)
            json.field("leaseEnd", leaseEnd)
            json.field("clockOffsetSeconds", clockOffset.map { $0 / .seconds(1) })
            json.field("leader", isLeader)
            json.field("self", isOwn)
            json.field("hooks") { json in json.array(hooks) { $0.string($1.description) } }
        }
    }
}

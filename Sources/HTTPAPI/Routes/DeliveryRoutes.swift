import Basics
import HTTPTypes
import Hummingbird
import NIOCore
import Recurrence
import Scheduler
import Storage

/// The delivery log of a hook, and what of it is to be sent again.
struct DeliveryRoutes<Time: UTCClock>: Sendable {
    let store: any Store
    let executor: IdempotentExecutor<Time>
    let clock: Time

    func add(to routes: ScopedRoutes) {
        routes.add(.listDeliveries) { try await list($0, $1) }
        routes.add(.replayDeliveries) { try await replayMany($0, $1) }
        routes.add(.readDelivery) { try await read($0, $1) }
        routes.add(.replayDelivery) { try await replay($0, $1) }
    }

    private func list(_ request: Request, _ context: APIContext) async throws -> Response {
        let id: HookID = try context.id("hook")
        var query = QueryReader(request, context)
        let limit = query.limit()
        let names = Delivery.State.allCases.map(\.rawValue).joined(separator: ", ")
        let state = query.value("state", "one of \(names)") { Delivery.State(rawValue: $0) }
        let start = query.cursor { $0.count == 1 ? DeliveryID($0[0]) : nil }
        try query.finish()
        let detail = context.detail
        let page = try await store.read { reader -> PageWriter<DeliveryID>? in
            guard try reader.hook(id) != nil else { return nil }
            var page = PageWriter<DeliveryID>(limit: limit)
            var place = start
            while true {
                let size = min(Self.pieceSize, page.room + 1)
                let piece = try reader.deliveries(of: id, state: state, before: place, limit: size)
                guard page.add(piece, \.id, { $1.write(to: &$0, detail) }), piece.count == size, let last = piece.last
                else {
                    return page
                }
                place = last.id
            }
        }
        guard let page else { throw Problem(.notFound, "there is no hook \(id)") }
        return page.answer { query.cursorText([$0.description]) }.response
    }

    /// How many deliveries are read at once: each comes with all its attempts.
    private static var pieceSize: Int { 100 }

    private func read(_ request: Request, _ context: APIContext) async throws -> Response {
        let id: DeliveryID = try context.id("delivery")
        guard let delivery = try await store.read({ try $0.delivery(id) }) else {
            throw Problem(.notFound, "there is no delivery \(id)")
        }
        return APIResponse(delivery, context.detail).response
    }

    /// Makes one delivery due now; one that is in flight, or about to be, is answered as it is.
    private func replay(_ request: Request, _ context: APIContext) async throws -> Response {
        let id: DeliveryID = try context.id("delivery")
        try await context.requireNoInput(of: request)
        return try await executor.run(request, context: context) { transaction, now in
            try transaction.replay([id], at: now, every: .zero)
            guard let delivery = try transaction.delivery(id) else {
                throw Problem(.notFound, "there is no delivery \(id)")
            }
            return APIResponse(status: .accepted, delivery, .whole)
        }
    }

    /// Makes those of a hook that a selection finds due one after the other.
    private func replayMany(_ request: Request, _ context: APIContext) async throws -> Response {
        let id: HookID = try context.id("hook")
        let input = try await context.bytes(of: request)
        let wanted = try ReplayRequest(input)
        // Looking for them takes a while where there are many, and no writer waits for it.
        let found = try await store.read { reader -> [DeliveryID]? in
            guard try reader.hook(id) != nil else { return nil }
            return try reader.deliveries(in: wanted.selection, of: id, limit: wanted.limit + 1)
        }
        guard let found else { throw Problem(.notFound, "there is no hook \(id)") }
        return try await executor.run(request, input: input, context: context) { transaction, now in
            let chosen = Array(found.prefix(wanted.limit))
            let count = try transaction.replay(chosen, at: now, every: .seconds(1) / wanted.perSecond)
            return APIResponse(status: .accepted) { json in
                json.field("replayed", count)
                json.field("hasMore", found.count > wanted.limit)
            }
        }
    }
}

extension APIResponse {
    fileprivate init(status: HTTPResponse.Status = .ok, _ delivery: Delivery, _ detail: Hook.Detail) {
        var json = JSONWriter()
        delivery.write(to: &json, detail)
        self.init(status: status, json: json.bytes)
    }
}

/// Which deliveries are to be sent again, and how fast.
private struct ReplayRequest: Sendable {
    var selection = DeliverySelection()
    var limit = 1_000
    var perSecond = 10.0

    init(_ input: ByteBuffer) throws {
        guard input.readableBytes > 0 else { return }
        let collector = ProblemCollector()
        var reader = ObjectReader(try JSONValue(body: input), at: "", collector)
        readSelection(&reader)
        if let count = reader.integer("limit") {
            limit = count
            let most = DeliverySelection.maxDeliveries
            if !(1...most).contains(count) { collector.add("/limit", "must be 1 to \(most)") }
        }
        if let rate = reader.number("perSecond") {
            perSecond = rate
            if !(0.01...1_000).contains(rate) { collector.add("/perSecond", "must be 0.01 to 1000") }
        }
        reader.finish()
        try collector.throwIfAny()
    }

    private mutating func readSelection(_ reader: inout ObjectReader) {
        selection.from = reader.text("from", "an instant such as 2026-11-21T09:00:00Z") { UTCInstant($0) }
        selection.until = reader.text("until", "an instant such as 2026-11-21T09:00:00Z") { UTCInstant($0) }
        if let state = reader.choice("state", Delivery.State.self) {
            selection.states = [state]
        }
        let patterns = reader.strings("events", atMost: 50)?.enumerated().compactMap { index, text in
            let pattern = EventPattern(known: text)
            if pattern == nil {
                reader.collector.add(
                    "/events/\(index)", "must be an event type such as reminder.due, a family such as task.*, or *")
            }
            return pattern
        }
        if let patterns { selection.events = patterns }
    }
}

import Basics
import HTTPTypes
import Hummingbird
import Recurrence
import Scheduler
import Storage

/// `/v1/events`: the log, and the log as it grows.
struct EventRoutes<Time: UTCClock>: Sendable {
    let store: any Store
    let clock: Time
    let streams: Quota
    private let shared = SharedEvents()

    func add(to routes: ScopedRoutes) {
        routes.add(.listEvents) { try await list($0, $1) }
        routes.add(.streamEvents) { try await stream($0, $1) }
    }

    private func list(_ request: Request, _ context: APIContext) async throws -> Response {
        var query = QueryReader(request, context)
        let limit = query.limit()
        let order = query.choice("sort", EventOrder.self) ?? .oldestFirst
        let asked = query.value("after", "the seq of an event", QueryReader.number)
        let cursor = query.cursor { $0.count == 1 ? QueryReader.number($0[0]) : nil }
        if order == .latestFirst, asked != nil { query.note("after", "cannot be used together with sort=-seq") }
        try query.finish()
        return switch order {
        case .oldestFirst: try await page(after: cursor ?? asked, limit: limit, context.access, query)
        case .latestFirst: try await page(before: cursor ?? .max, limit: limit, context.access, query)
        }
    }

    private func page(
        before place: Int64, limit: Int, _ access: Access, _ query: QueryReader
    ) async throws -> Response {
        let page = try await store.read { reader in
            guard !access.isBound else { return try access.events(before: place, limit: limit, in: reader) }
            var page = PageWriter<Int64>(limit: limit)
            let first = try reader.trimmedSequence()
            // One more than the page has tells whether there is another page.
            try reader.eachEvent(before: place, limit: limit + 1) { event in
                event.sequence > first && page.add(event.sequence) { $0.raw(event.body) }
            }
            return page
        }
        return page.answer { query.cursorText(["\($0)"]) }.response
    }

    private func page(
        after asked: Int64?, limit: Int, _ access: Access, _ query: QueryReader
    ) async throws -> Response {
        let (place, page) = try await store.read { reader in
            let place = try LogPosition.given(asked, in: reader)
            guard !access.isBound else { return (place, try access.events(after: place, limit: limit, in: reader)) }
            var page = PageWriter<Int64>(limit: limit)
            try reader.eachEvent(after: place, limit: limit + 1) { event in
                page.add(event.sequence) { $0.raw(event.body) }
            }
            return (place, page)
        }
        let answer = page.answer {
            query.cursorText(["\($0)"])
        } beside: {
            $0.field("lastSeq", page.last ?? place)
        }
        return answer.response
    }

    private func stream(_ request: Request, _ context: APIContext) async throws -> Response {
        let place = try await LogPosition.start(of: request, context, in: store)
        guard let share = streams.take() else {
            throw Problem(
                .serviceUnavailable, "\(streams.limit) event streams are open, the most allowed; close one, or retry"
            ).limited(by: RateLimit(reached: "streams", of: streams.limit), retryAfter: 5)
        }
        let (channel, events) = (context.channel, EventStream(store: store, clock: clock, shared, context))
        channel.triggerUserOutboundEvent(EventStreamBegins(), promise: nil)
        return Response(
            status: .ok,
            headers: [.contentType: "text/event-stream", .cacheControl: "no-store"],
            body: ResponseBody { writer in
                defer { withExtendedLifetime(share) {} }
                try await events.send(after: place, on: channel, to: &writer)
                try await writer.finish(nil)
            }
        )
    }
}

/// The order in which events are listed.
enum EventOrder: String, CaseIterable {
    case oldestFirst = "seq"
    case latestFirst = "-seq"
}

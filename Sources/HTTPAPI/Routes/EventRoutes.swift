import HTTPTypes
import Hummingbird
import NIOCore
import Recurrence
import Scheduler
import ServiceLifecycle
import Storage

/// `/v1/events`: the log, and the log as it grows.
struct EventRoutes<Time: UTCClock>: Sendable {
    /// How often a silent stream shows that it is alive, so that a proxy keeps it and a dead one is noticed.
    private static var heartbeat: Swift.Duration { .seconds(15) }

    let store: any Store
    let clock: Time
    let slots: StreamSlots

    func add(to routes: ScopedRoutes) {
        routes.get("events", .read) { request, _ in try await list(request) }
        routes.get("events/stream", .read) { try await stream($0, $1) }
    }

    private func list(_ request: Request) async throws -> Response {
        var query = QueryReader(request)
        let limit = query.limit()
        let asked = query.value("after", "the seq of an event") { Int64($0) }
        try query.finish()
        let (place, events) = try await store.read { reader in
            let place = try LogPlace.resolve(asked, in: reader)
            return (place, try reader.events(after: place, limit: limit))
        }
        return Answer { json in
            json.field("items") { json in json.array(events) { $0.raw($1.body) } }
            json.field("lastSeq", events.last?.sequence ?? place)
        }.response
    }

    private func stream(_ request: Request, _ context: APIContext) async throws -> Response {
        var query = QueryReader(request)
        let after = query.value("after", "the seq of an event") { Int64($0) }
        try query.finish()
        let last = HTTPField.Name("Last-Event-ID").flatMap { request.headers[$0] }.flatMap { Int64($0) }
        let place: Int64
        if let given = last ?? after {
            place = try await store.read { try LogPlace.resolve(given, in: $0) }
        } else {
            place = try await store.read { try $0.lastEventSequence() }
        }
        guard let slot = slots.take() else {
            throw Problem(.serviceUnavailable, "\(slots.limit) event streams are open already")
        }
        let channel = context.channel
        channel.triggerUserOutboundEvent(EventStreamBegins(), promise: nil)
        return Response(
            status: .ok,
            headers: [.contentType: "text/event-stream", .cacheControl: "no-store"],
            body: ResponseBody { writer in
                defer { withExtendedLifetime(slot) {} }
                try await send(after: place, on: channel, to: &writer)
                try await writer.finish(nil)
            }
        )
    }

    /// Sends what is in the log behind a place, then what comes, until the client goes or the server stops.
    @concurrent
    private func send(
        after place: Int64,
        on channel: any Channel,
        to writer: inout any ResponseBodyWriter
    ) async throws {
        let bell = Doorbell()
        channel.closeFuture.whenComplete { _ in bell.ring() }
        store.changes.subscribe(bell, to: .events)
        defer { store.changes.unsubscribe(bell) }
        try await writer.write(ByteBuffer(string: ": taskd events\n\n"))
        var place = place
        while channel.isActive, !Task.isShuttingDownGracefully, !Task.isCancelled {
            let after = place
            // A client so slow that what it is to get was removed is cut off, and told so when it comes back.
            let events = try await store.read { reader in
                try reader.events(after: LogPlace.resolve(after, in: reader), limit: 100)
            }
            for event in events { try await writer.write(Self.message(event)) }
            place = events.last?.sequence ?? place
            guard events.isEmpty else { continue }
            let pause = clock.now.advanced(by: Self.heartbeat)
            await withGracefulShutdownHandler {
                await bell.wait(until: pause, on: clock)
            } onGracefulShutdown: {
                bell.ring()
            }
            if clock.now >= pause { try await writer.write(ByteBuffer(string: ": alive\n\n")) }
        }
    }

    private static func message(_ event: Event) -> ByteBuffer {
        var buffer = ByteBuffer(string: "id: \(event.sequence)\nevent: \(event.type.rawValue)\ndata: ")
        buffer.writeBytes(event.body)
        buffer.writeString("\n\n")
        return buffer
    }
}

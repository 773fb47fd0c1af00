import Basics
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
    /// How much is read at once for a stream, in bytes, but for a single event that is larger: what a client that does
    /// not read keeps in memory.
    private static var pieceBytes: Int { 128 << 10 }

    let store: any Store
    let clock: Time
    let streams: Quota

    func add(to routes: ScopedRoutes) {
        routes.get("events", .read, query: ["after", "limit"]) { request, _ in try await list(request) }
        routes.get("events/stream", .read, query: ["after"]) { try await stream($0, $1) }
    }

    private func list(_ request: Request) async throws -> Response {
        var query = QueryReader(request)
        let limit = query.limit()
        let asked = query.value("after", "the seq of an event", QueryReader.number)
        try query.finish()
        let (place, page) = try await store.read { reader in
            let place = try LogPosition.given(asked, in: reader)
            var page = PageWriter<Int64>(limit: limit)
            try reader.eachEvent(after: place, limit: limit) { event in
                page.add(event.sequence) { $0.raw(event.body) }
            }
            return (place, page)
        }
        return APIResponse { json in
            page.writeItems(to: &json)
            json.field("lastSeq", page.last ?? place)
        }.response
    }

    private func stream(_ request: Request, _ context: APIContext) async throws -> Response {
        let place = try await LogPosition.start(of: request, in: store)
        guard let share = streams.take() else {
            throw Problem(.serviceUnavailable, "\(streams.limit) event streams are open already")
        }
        let channel = context.channel
        channel.triggerUserOutboundEvent(EventStreamBegins(), promise: nil)
        return Response(
            status: .ok,
            headers: [.contentType: "text/event-stream", .cacheControl: "no-store"],
            body: ResponseBody { writer in
                defer { withExtendedLifetime(share) {} }
                try await send(after: place, on: channel, to: &writer)
                try await writer.finish(nil)
            }
        )
    }

    /// Sends what is in the log after a place, then what comes, until the client goes or the server stops.
    @concurrent
    private func send(
        after place: Int64,
        on channel: any Channel,
        to writer: inout any ResponseBodyWriter
    ) async throws {
        let wakeSignal = WakeSignal()
        channel.closeFuture.whenComplete { _ in wakeSignal.signal() }
        store.changes.subscribe(wakeSignal, to: .events)
        defer { store.changes.unsubscribe(wakeSignal) }
        try await writer.write(ByteBuffer(string: ": taskd events\n\n"))
        var place = place
        while channel.isActive, !Task.isShuttingDownGracefully, !Task.isCancelled {
            let after = place
            // A client so slow that what it is to get was removed is cut off, and told so when it comes back.
            let events = try await store.read { reader in
                try reader.events(after: LogPosition.resolve(after, in: reader), limit: 100, bytes: Self.pieceBytes)
            }
            for event in events { try await writer.write(Self.message(event)) }
            place = events.last?.sequence ?? place
            guard events.isEmpty else { continue }
            let pause = clock.steady.now.advanced(by: Self.heartbeat)
            await withGracefulShutdownHandler {
                await wakeSignal.wait(until: pause, on: clock.steady)
            } onGracefulShutdown: {
                wakeSignal.signal()
            }
            if clock.steady.now >= pause { try await writer.write(ByteBuffer(string: ": alive\n\n")) }
        }
    }

    private static func message(_ event: Event) -> ByteBuffer {
        var buffer = ByteBuffer(string: "id: \(event.sequence)\nevent: \(event.type.rawValue)\ndata: ")
        buffer.writeBytes(event.body)
        buffer.writeString("\n\n")
        return buffer
    }
}

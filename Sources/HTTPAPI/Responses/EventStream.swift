import Basics
import Hummingbird
import NIOCore
import ServiceLifecycle
import Storage

/// The log as server-sent events: what is in it after a place, then what comes.
struct EventStream<Time: UTCClock>: Sendable {
    /// How often a silent stream shows that it is alive, so that a proxy keeps it and a dead one is noticed.
    private static var heartbeat: Swift.Duration { .seconds(15) }
    /// How much is read at once for a stream, in bytes, but for a single event that is larger: what a client that does
    /// not read keeps in memory.
    private static var pieceBytes: Int { 128 << 10 }

    let store: any Store
    let clock: Time
    /// What the events must be about.
    private let access: Access
    /// The digest of the secret that it was opened with.
    private let digest: [UInt8]

    init(store: any Store, clock: Time, _ context: APIContext) {
        (self.store, self.clock) = (store, clock)
        (access, digest) = (context.access, context.secretDigest)
    }

    /// Sends what is in the log after a place, then what comes, until the client goes, its token ends or the server stops.
    @concurrent
    func send(
        after place: Int64,
        on channel: any Channel,
        to writer: inout any ResponseBodyWriter
    ) async throws {
        let wakeSignal = WakeSignal()
        channel.closeFuture.whenComplete { _ in wakeSignal.signal() }
        store.changes.subscribe(wakeSignal, to: [.events, .accessTokens])
        defer { store.changes.unsubscribe(wakeSignal) }
        try await writer.write(ByteBuffer(string: ": taskd events\n\n"))
        var place = place
        while channel.isActive, !Task.isShuttingDownGracefully, !Task.isCancelled {
            let (after, now) = (place, clock.now)
            // A client so slow that what it is to get was removed is cut off, and told so when it comes back.
            let turn = try await store.read { [access, digest] reader -> (events: [Event], last: Int64?)? in
                guard let token = try reader.accessToken(digest: digest), token.letsIn(by: digest, at: now),
                    token.allows(anyOf: [.read])
                else { return nil }
                let events = try reader.events(
                    after: LogPosition.resolve(after, in: reader), limit: 100, bytes: Self.pieceBytes)
                return (try events.filter { try access.holds($0, in: reader) }, events.last?.sequence)
            }
            guard let (events, last) = turn else { return }
            for event in events { try await writer.write(Self.message(event)) }
            place = last ?? place
            guard last == nil else { continue }
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

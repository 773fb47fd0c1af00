import Basics
import Hummingbird
import NIOCore
import ServiceLifecycle
import Storage

/// The log as server-sent events: what is in it after a place, then what comes.
struct EventStream<Time: UTCClock>: Sendable {
    /// How often a silent stream shows that it is alive, so that a proxy keeps it and a dead one is noticed.
    private static var heartbeat: Swift.Duration { .seconds(15) }

    let store: any Store
    let clock: Time
    private let shared: SharedEvents
    /// What the events must be about.
    private let access: Access
    /// The digest of the secret that it was opened with.
    private let digest: [UInt8]

    /// - Parameters:
    ///   - store: Has the log.
    ///   - clock: The clock that the token is looked at by.
    ///   - shared: What all streams read.
    ///   - context: The request, with its token.
    init(store: any Store, clock: Time, _ shared: SharedEvents, _ context: APIContext) {
        (self.store, self.clock, self.shared) = (store, clock, shared)
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
            let turn = try await shared.read(store) { [access, digest, shared] reader -> (ByteBuffer, last: Int64?)? in
                guard let token = try reader.accessToken(digest: digest), token.letsIn(by: digest, at: now),
                    token.allows(anyOf: [.read])
                else { return nil }
                let piece = try shared.piece(after: LogPosition.resolve(after, in: reader), in: reader)
                guard access.isBound else { return (piece.messages, piece.last) }
                let events = try piece.events.filter { try access.holds($0, in: reader) }
                return (SharedEvents.Piece.messages(of: events), piece.last)
            }
            guard let (messages, last) = turn else { return }
            if messages.readableBytes > 0 { try await writer.write(messages) }
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
}

package import NIOCore

#if canImport(Darwin)
    import Darwin
#else
    import Glibc
#endif

/// How many connections the server holds at once, and how long it waits for the clients at their other ends.
package struct ConnectionLimits: Hashable, Sendable {
    /// How many connections may be open; beyond it the one that has kept the server waiting longest makes room.
    package var maxConnections: Int
    /// How many of them may be event streams.
    package var maxStreams: Int
    /// How many bytes of large answers may wait for their clients to take them, over all connections.
    package var maxUntakenBytes = 64 << 20
    /// How many bytes of large bodies of requests may be held in memory, over all connections.
    package var maxHeldBytes = 64 << 20
    /// How long the head of a request may take from its first byte on.
    package var headTime = TimeAmount.seconds(10)
    /// How long a request's body may stand still.
    package var bodyIdleTime = TimeAmount.seconds(30)
    /// How long a request's body may take as a whole.
    package var bodyTime = TimeAmount.seconds(120)
    /// How long a connection may stay open without a request.
    package var idleTime = TimeAmount.seconds(60)
    /// How long a client may take no byte of an answer that waits for it.
    package var stallTime = TimeAmount.seconds(30)
    /// How long requests may go on when the server stops; then their connections are closed.
    package var stopTime = TimeAmount.seconds(2)
    /// How long nothing is accepted when the process has no descriptor left.
    package var acceptPause = TimeAmount.milliseconds(100)

    /// How many connections there are at most, however many descriptors the process may open.
    private static let maxConnections = 4_096
    /// How many event streams there are at most.
    private static let maxStreams = 256
    /// How many bytes of an answer the system takes at once beyond what is on its way to the client.
    private static let maxUnsentBytes: SocketOptionValue = 128 << 10
    /// How many descriptors the store, the log and the loops have open.
    private static let ownDescriptors = 48
    /// How many descriptors are left for the store, for deliveries and for programs, where there are enough.
    private static let maxReserve = 2_048

    /// The limits of a process that may open a number of descriptors: half of them, and at most 2,048, are left for the
    /// store and for deliveries.
    package init(descriptors: Int = 1_024) {
        maxConnections = min(Self.maxConnections, descriptors - Self.reserve(of: descriptors))
        maxStreams = max(1, min(Self.maxStreams, maxConnections / 2))
    }

    /// How many descriptors are not for clients of the server: those that taskd needs in any case, and half of the rest.
    package static func reserve(of descriptors: Int) -> Int {
        min(maxReserve, (descriptors + min(ownDescriptors, descriptors)) / 2)
    }

    /// Bounds what the system keeps of answers that their client does not take, which is megabytes for each connection else:
    /// to fill a few hundred of them at once takes the processors for seconds.
    ///
    /// Where the system does not know the bound, there is none.
    func boundUnsent(on channel: any Channel) {
        let option = ChannelOptions.Types.SocketOption(level: .tcp, name: .init(rawValue: TCP_NOTSENT_LOWAT))
        try? channel.syncOptions?.setOption(option, value: Self.maxUnsentBytes)
    }

    /// How often each connection is looked at.
    var checkInterval: TimeAmount {
        let shortest = [headTime, bodyIdleTime, bodyTime, idleTime, stallTime].map(\.nanoseconds).min() ?? 0
        return .nanoseconds(max(shortest / 4, 10_000_000))
    }
}

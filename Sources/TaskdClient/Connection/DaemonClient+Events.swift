public import Basics

extension DaemonClient {
    /// Lists hooks.
    ///
    /// - Returns: All of them, without their secrets.
    /// - Throws: ``DaemonError``.
    public func hooks() async throws -> ListPage<HookView> {
        try await get("hooks").decode()
    }

    /// Lists the deliveries of a hook, latest first, with their attempts.
    ///
    /// - Parameters:
    ///   - id: The hook's id.
    ///   - query: `state`, `limit`, `cursor`.
    /// - Returns: One page.
    /// - Throws: ``DaemonError``.
    public func deliveries(ofHook id: String, _ query: [QueryItem] = []) async throws -> ListPage<DeliveryView> {
        try await get("hooks/\(id.percentEncoded)/deliveries", query).decode()
    }

    /// Reads a page of the event log.
    ///
    /// - Parameters:
    ///   - sequence: The ``EventView/seq`` of the last event that is known; nil begins with the first that is kept.
    ///   - limit: How many at most, 1 to 1,000; nil for the daemon's default.
    /// - Returns: The events, in the order of the log.
    /// - Throws: ``DaemonError``; `refused` with status 410 where events after it are no longer kept.
    public func events(after sequence: Int? = nil, limit: Int? = nil) async throws -> ListPage<EventView> {
        try await get("events", QueryItem.optional("after", sequence) + QueryItem.optional("limit", limit)).decode()
    }

    /// Follows the event log as it grows, across restarts of the daemon, and misses nothing in between.
    ///
    /// A lost connection is opened again after a pause that doubles from 250 ms to 10 s.
    ///
    /// - Parameters:
    ///   - sequence: The ``EventView/seq`` of the last event that is known; nil begins with the next event.
    ///   - clock: The clock that pauses are waited on; `ContinuousTime` is the machine's.
    ///   - onConnectionLost: Is called once for each time that the connection is lost.
    ///   - onConnected: Is called each time that there is a connection. Without a `sequence`, what happens after the first
    ///     call comes to `body`, unless that connection is lost before any event came.
    ///   - body: Takes an event, in the order of the log, and returns whether to go on.
    /// - Throws: ``DaemonError`` of the first connection, or one that waiting does not fix; `CancellationError`; what
    ///   `body` throws.
    public func followEvents(
        after sequence: Int? = nil,
        on clock: any SteadyClock,
        onConnectionLost: @escaping (DaemonError) -> Void = { _ in },
        onConnected: @escaping () async throws -> Void = {},
        _ body: (DaemonResponse) async throws -> Bool
    ) async throws {
        try await EventFollower(
            client: self, clock: clock, onConnected: onConnected, onConnectionLost: onConnectionLost
        ).run(after: sequence?.description, body)
    }
}

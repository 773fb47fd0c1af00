public import Logging
import Recurrence
public import Storage

/// Sends what the store has to deliver: claims what is due, hands it to the hooks' sinks, and records what came of it.
///
/// Every hook has places of its own, so that one whose receiver hangs does not hold the others up. If the process dies
/// between sending and recording, the delivery is sent again under the same id.
public struct DeliveryLoop<Time: UTCClock>: Sendable {
    private let store: any Store
    private let sinks: [Hook.Kind: any Sink]
    private let clock: Time
    private let logger: Logger
    private let configuration: DeliveryConfiguration

    /// Makes a loop over a store.
    ///
    /// - Parameters:
    ///   - store: Where the hooks and their deliveries are.
    ///   - sinks: How each kind of hook is reached; hooks of other kinds wait.
    ///   - clock: The clock that tells what is due.
    ///   - logger: Where trouble with receivers and with the store is told.
    ///   - configuration: How it goes about its work.
    public init(
        store: any Store,
        sinks: [Hook.Kind: any Sink],
        clock: Time,
        logger: Logger,
        configuration: DeliveryConfiguration = DeliveryConfiguration()
    ) {
        self.store = store
        self.sinks = sinks
        self.clock = clock
        self.logger = logger
        self.configuration = configuration
    }

    /// Runs until the task is cancelled, and then comes to rest in good order.
    ///
    /// It claims no more, lets what is on its way finish for ``DeliveryConfiguration/drainTime``, records that, breaks
    /// off the rest and gives its claims back. A store has one loop: claims that it finds at the start are those of a
    /// daemon that died, and are given back too.
    public func run() async {
        let desk = DeliveryDesk()
        store.changes.subscribe(desk.bell, to: .deliveries)
        defer { store.changes.unsubscribe(desk.bell) }
        // A task of its own: cancellation must not break off what is being sent and recorded; it closes the desk.
        let running = Task { await work(at: desk) }
        await withTaskCancellationHandler {
            await running.value
        } onCancel: {
            desk.close()
        }
    }

    private func work(at desk: DeliveryDesk) async {
        await withDiscardingTaskGroup { group in
            var state = State(flights: Flights(limit: configuration.flightLimit))
            await keepTrying(at: desk) { _ = try await releaseClaimsOfPredecessor() }
            while !desk.isClosing {
                await keepTrying(at: desk) {
                    switch try await turn(&state, at: desk) {
                    case .sent(let batches): for batch in batches { send(batch, at: desk, in: &group) }
                    case .idle(let next): await desk.bell.wait(until: next, on: clock)
                    }
                }
            }
            await comeToRest(&state, at: desk, group: group)
        }
    }
}

extension DeliveryLoop {
    private struct State {
        var flights: Flights
        var unrecorded: [Landing] = []

        mutating func collect(_ landings: [Landing]) {
            for landing in landings { flights.end(landing.batch) }
            unrecorded += landings
        }
    }

    private enum Turn {
        case sent([DeliveryBatch])
        case idle(until: UTCInstant?)
    }

    private func releaseClaimsOfPredecessor() async throws {
        let count = try await store.write { [clock] in try $0.releaseAllClaims(at: clock.now) }
        if count > 0 { logger.notice("claims of a dead daemon were released", metadata: ["claims": "\(count)"]) }
    }

    /// Records what has landed and claims what is due and has room, in one transaction.
    private func turn(_ state: inout State, at desk: DeliveryDesk) async throws -> Turn {
        state.collect(desk.takeLandings())
        let (hooks, next) = try await store.read { (try $0.hooks(), try $0.nextAttempts()) }
        let now = clock.now
        let ready = hooks.compactMap { hook -> (id: HookID, pace: SinkPace, at: UTCInstant)? in
            guard let pace = sinks[hook.kind]?.pace, let at = next[hook.id] else { return nil }
            return state.flights.room(for: hook.id, pace: pace) > 0 ? (hook.id, pace, at) : nil
        }
        let wishes = state.flights.wishes(for: ready.filter { $0.at <= now }.map { ($0.id, $0.pace) })
        if wishes.isEmpty, state.unrecorded.isEmpty { return .idle(until: ready.map(\.at).min()) }
        let claimed = try await write(state.unrecorded, wishes, now: now)
        tell(state.unrecorded)
        state.unrecorded = []
        return .sent(batches(of: claimed, in: &state.flights))
    }

    private func write(
        _ landings: [Landing],
        _ wishes: [Flights.Wish],
        now: UTCInstant
    ) async throws -> [DeliveryBatch] {
        let leaseEnd = now.advanced(by: configuration.lease)
        let work = DeliveryWork(landings: landings, wishes: wishes, now: now, leaseEnd: leaseEnd)
        return try await store.write { try work.run(in: $0) }
    }

    private func batches(of claimed: [DeliveryBatch], in flights: inout Flights) -> [DeliveryBatch] {
        var batches: [DeliveryBatch] = []
        for claim in claimed {
            var left = flights.fresh(claim.claims)[...]
            let size = sinks[claim.hook.kind]?.pace.batchSize ?? 1
            while !left.isEmpty {
                let batch = DeliveryBatch(hook: claim.hook, claims: Array(left.prefix(size)))
                flights.begin(batch)
                batches.append(batch)
                left = left.dropFirst(size)
            }
        }
        return batches
    }

    private func send(_ batch: DeliveryBatch, at desk: DeliveryDesk, in group: inout DiscardingTaskGroup) {
        guard let sink = sinks[batch.hook.kind] else { preconditionFailure("claimed for a kind without a sink") }
        let policy = RetryPolicy(schedule: configuration.schedule)
        let sender = DeliverySender(sink: sink, policy: policy, clock: clock)
        group.addTask { desk.leave(await sender.send(batch)) }
    }
}

extension DeliveryLoop {
    /// Lets what is on its way finish within bounds, breaks off the rest, and leaves no claim behind.
    private func comeToRest(_ state: inout State, at desk: DeliveryDesk, group: DiscardingTaskGroup) async {
        let deadline = clock.now.advanced(by: configuration.drainTime)
        state.collect(desk.takeLandings())
        while !state.flights.isEmpty, clock.now < deadline {
            await settle(&state)
            await desk.bell.wait(until: deadline, on: clock)
            state.collect(desk.takeLandings())
        }
        group.cancelAll()
        while !state.flights.isEmpty {
            await desk.bell.wait()
            state.collect(desk.takeLandings())
        }
        await settle(&state)
        if !state.unrecorded.isEmpty {
            logger.error("deliveries could not be recorded; they are sent again after the next start")
        }
    }

    /// Records what has landed; what cannot be recorded is kept.
    private func settle(_ state: inout State) async {
        guard !state.unrecorded.isEmpty else { return }
        do {
            _ = try await write(state.unrecorded, [], now: clock.now)
            tell(state.unrecorded)
            state.unrecorded = []
        } catch {
            logger.error("the delivery loop cannot use the store", metadata: ["error": "\(error)"])
        }
    }

    /// Does something until it succeeds, or the loop is to come to an end.
    ///
    /// The store may be full or unreachable; nothing is lost, since what is due stays in it.
    private func keepTrying(at desk: DeliveryDesk, _ body: () async throws -> Void) async {
        var failures = 0
        while !desk.isClosing {
            do {
                return try await body()
            } catch {
                let pause = Swift.Duration.seconds(min(1 << min(failures, 5), 30))
                failures += 1
                logger.error(
                    "the delivery loop cannot use the store",
                    metadata: ["error": "\(error)", "again.in": "\(pause)"]
                )
                let end = clock.now.advanced(by: pause)
                while clock.now < end, !desk.isClosing { await desk.bell.wait(until: end, on: clock) }
            }
        }
    }

    private func tell(_ landings: [Landing]) {
        for landing in landings {
            for result in landing.results { tell(result, landing.batch.hook) }
            if landing.isGone {
                logger.warning("a hook was disabled", metadata: ["hook.id": "\(landing.batch.hook.id)"])
            }
        }
    }

    private func tell(_ result: DeliveryResult, _ hook: Hook) {
        let metadata: Logger.Metadata = [
            "hook.id": "\(hook.id)", "sink": "\(hook.kind.rawValue)", "delivery.id": "\(result.delivery)",
            "attempt": "\(result.attempt.number)", "outcome": "\(result.attempt.outcome)",
        ]
        switch result.verdict {
        case .delivered: logger.debug("delivered", metadata: metadata)
        case .retry: logger.info("an attempt failed", metadata: metadata)
        case .failed: logger.warning("a delivery failed for good", metadata: metadata)
        }
    }
}

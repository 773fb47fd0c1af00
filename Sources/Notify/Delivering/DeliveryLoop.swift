public import CoreMetrics
public import Logging
import Recurrence
public import Storage

/// Sends what the store has to deliver: claims what is due, hands it to the hooks' sinks, and records what came of it.
///
/// Every hook has places of its own, so that one whose receiver hangs does not hold the others up. If the process dies
/// between sending and recording, the delivery is sent again under the same id.
public struct DeliveryLoop<Time: UTCClock>: Sendable {
    let store: any Store
    let sinks: [Hook.Kind: any Sink]
    let clock: Time
    let configuration: DeliveryConfiguration
    let log: DeliveryLog
    let metrics: DeliveryMetrics
    let previousEnd: PreviousEnd

    /// Makes a loop over a store.
    ///
    /// - Parameters:
    ///   - store: Where the hooks and their deliveries are.
    ///   - sinks: How each kind of hook is reached; hooks of other kinds wait.
    ///   - clock: The clock that tells what is due.
    ///   - logger: Where trouble with receivers and with the store is told.
    ///   - configuration: How it goes about its work.
    ///   - metrics: Where deliveries and attempts are counted, by hook and outcome; nowhere unless said.
    ///   - previousEnd: How the daemon before this one ended; nothing is known of it unless said.
    public init(
        store: any Store,
        sinks: [Hook.Kind: any Sink],
        clock: Time,
        logger: Logger,
        configuration: DeliveryConfiguration = DeliveryConfiguration(),
        metrics: any MetricsFactory = NOOPMetricsHandler.instance,
        previousEnd: PreviousEnd = .unknown
    ) {
        self.store = store
        self.sinks = sinks
        self.clock = clock
        self.configuration = configuration
        log = DeliveryLog(logger: logger)
        self.metrics = DeliveryMetrics(factory: metrics)
        self.previousEnd = previousEnd
    }

    /// Runs until the task is cancelled, and then comes to rest in good order.
    ///
    /// It claims no more, lets what is on its way finish for ``DeliveryConfiguration/drainTime``, records that, breaks
    /// off the rest and gives its claims back. A store has one loop: claims that it finds at the start are those of a
    /// daemon that died, and are given back too. What it had claimed is suspect after a crash, and is sent one at a time
    /// beside all else; one that is then on its way when it crashes again is set aside.
    public func run() async {
        let dispatcher = DeliveryDispatcher()
        store.changes.subscribe(dispatcher.wakeSignal, to: .deliveries)
        defer { store.changes.unsubscribe(dispatcher.wakeSignal) }
        // A task of its own: cancellation must not break off what is being sent and recorded; it closes the dispatcher.
        let running = Task { await work(at: dispatcher) }
        await withTaskCancellationHandler {
            await running.value
        } onCancel: {
            dispatcher.close()
        }
    }

    private func work(at dispatcher: DeliveryDispatcher) async {
        await withDiscardingTaskGroup { group in
            var state = DeliveryState(inFlight: InFlightTracker(limit: configuration.flightLimit))
            await keepTrying(at: dispatcher) {
                try await begin()
            }
            while !dispatcher.isClosing {
                await keepTrying(at: dispatcher) {
                    switch try await turn(&state, at: dispatcher) {
                    case .sent(let batches): for batch in batches { send(batch, at: dispatcher, in: &group) }
                    case .idle(let next, let longest):
                        await dispatcher.wakeSignal.wait(until: next, atMost: longest, on: clock)
                    }
                }
            }
            await drain(&state, at: dispatcher, group: group)
        }
    }

    /// Puts right what a daemon left that ended: standard output has a new reader, its claims are free, and what is to
    /// blame for its end is set aside.
    private func begin() async throws {
        let isCrash = previousEnd.isCrash
        let (claims, inquest) = try await store.write { [now = clock.now, owner = store.claimOwner] transaction in
            try Self.welcomeReader(in: transaction, at: now)
            let claims = try transaction.releaseAbandonedClaims(by: owner, at: now, afterCrash: isCrash)
            try transaction.shortenWaits(begunAfter: now)
            return (claims, try CrashInquest(blamed: claims.blamed, owner: owner, now: now).run(in: transaction))
        }
        previousEnd.forget()
        log.tell(claims, afterCrash: isCrash)
        log.tellSetAside(inquest.batchResults, disabled: inquest.disabled)
        metrics.count(inquest.batchResults)
    }

    private static func welcomeReader(in transaction: any StoreTransaction, at now: UTCInstant) throws {
        let health = try transaction.hookHealth()
        for hook in try transaction.hooks() where hook.kind == .stdout {
            try transaction.rescheduleRetries(of: hook.id, to: now)
            guard var health = health[hook.id], health.trips > 0 else { continue }
            health.trips = 0
            health.resumesAt = nil
            try transaction.save(health, of: hook.id)
        }
    }

    /// Sends a batch as soon as its hook has a place, and then those that waited meanwhile.
    private func send(_ batch: DeliveryBatch, at dispatcher: DeliveryDispatcher, in group: inout DiscardingTaskGroup) {
        guard dispatcher.admit(batch) else { return }
        guard let sink = sinks[batch.hook.kind] else { preconditionFailure("claimed for a kind without a sink") }
        let sender = DeliverySender(sink: sink, schedule: configuration.schedule, store: store, clock: clock)
        group.addTask(executorPreference: sink.nextExecutor()) {
            var next: DeliveryBatch? = batch
            while let batch = next { next = dispatcher.leave(await sender.send(batch)) }
        }
    }

    /// Does something until it succeeds, or the loop is to come to an end.
    ///
    /// The store may be full or unreachable; nothing is lost, since what is due stays in it.
    private func keepTrying(at dispatcher: DeliveryDispatcher, _ body: () async throws -> Void) async {
        var backoff = Backoff()
        while !dispatcher.isClosing {
            do {
                return try await body()
            } catch {
                let pause = backoff.fail()
                log.tell(error, pause: pause)
                let end = clock.steady.now.advanced(by: pause)
                while clock.steady.now < end, !dispatcher.isClosing {
                    await dispatcher.wakeSignal.wait(until: end, on: clock.steady)
                }
            }
        }
    }
}

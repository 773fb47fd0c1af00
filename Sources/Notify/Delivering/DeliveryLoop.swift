public import Basics
public import CoreMetrics
public import Logging
import Recurrence
public import Storage

/// How a ``DeliveryLoop`` works.
public struct DeliveryConfiguration: Hashable, Sendable {
    /// When deliveries that failed are tried again.
    public var schedule = RetrySchedule.standard
    /// How many batches may be in flight, over all hooks, being sent or waiting for a slot; at least 1.
    ///
    /// Beyond it, a hook that has none may still send one.
    public var flightLimit = 1_024
    /// How long a claim holds if its outcome is never recorded; longer than any attempt takes.
    public var lease = Swift.Duration.seconds(60)
    /// How long a result may wait to be recorded with others, while more of the same hook is claimed and sent.
    public var gatheringTime = Swift.Duration.milliseconds(5)
    /// How long what is being sent may take to finish when the loop is stopped.
    public var drainTime = Swift.Duration.seconds(8)

    /// Makes the default configuration.
    public init() {}
}

/// Sends what the store has to deliver: claims what is due, hands it to the hooks' sinks, and records the outcomes.
///
/// Every hook has concurrency slots of its own, so that one whose receiver hangs does not hold the others up. If the
/// process dies between sending and recording, the delivery is sent again under the same id.
public struct DeliveryLoop<Time: UTCClock>: Sendable {
    let store: any Store
    let sinks: [Hook.Kind: any Sink]
    let clock: Time
    let configuration: DeliveryConfiguration
    let log: DeliveryLog
    let metrics: DeliveryMetrics
    let previousEnd: PreviousEnd
    /// Records attempts as spans; nil where the program has no tracer.
    package var spans = SpanRecorder()

    /// Makes a loop over a store.
    ///
    /// Attempts are recorded as spans by the tracer that is bootstrapped by now, where there is one.
    ///
    /// - Parameters:
    ///   - store: Where the hooks and their deliveries are.
    ///   - sinks: How each kind of hook is reached; hooks of other kinds wait.
    ///   - clock: Decides what is due.
    ///   - logger: Where trouble with receivers and with the store is logged.
    ///   - configuration: How the loop works.
    ///   - metrics: Where deliveries and attempts are counted, by hook and outcome; nowhere unless given.
    ///   - previousEnd: How the daemon before this one ended; unknown unless given.
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

    /// Runs until the task is cancelled, and then shuts down in good order.
    ///
    /// It claims no more, lets what is being sent finish for ``DeliveryConfiguration/drainTime``, records that, cancels
    /// the rest and releases its claims. A store has one loop: claims that it finds at the start are those of a daemon
    /// that died, and are released too. What that one had claimed is suspect after a crash, and is sent one at a time
    /// beside everything else; a suspect that is being sent when the daemon crashes again is set aside.
    public func run() async {
        let dispatcher = DeliveryDispatcher(limits: sinks.mapValues(\.pace), flightLimit: configuration.flightLimit)
        store.changes.subscribe(dispatcher.wakeSignal, to: .deliveries)
        defer { store.changes.unsubscribe(dispatcher.wakeSignal) }
        // A task of its own: cancellation must not break off what is being sent and recorded; it stops the dispatcher.
        let running = Task { await work(at: dispatcher) }
        await withTaskCancellationHandler {
            await running.value
        } onCancel: {
            dispatcher.stop()
        }
    }

    private func work(at dispatcher: DeliveryDispatcher) async {
        await withDiscardingTaskGroup { group in
            var step = ClockStep()
            await keepTrying(at: dispatcher) {
                try await recover()
            }
            while !dispatcher.isStopping {
                await keepTrying(at: dispatcher) {
                    switch try await turn(at: dispatcher, &step) {
                    case .send(let batches): for batch in batches { send(batch, at: dispatcher, in: &group) }
                    case .idle(let next, let longest):
                        await dispatcher.wakeSignal.wait(until: next, atMost: longest, on: clock)
                    }
                }
            }
            await drain(at: dispatcher, group: group)
        }
    }

    private func recover() async throws {
        let recovery = ClaimRecovery(store: store, clock: clock, log: log, metrics: metrics)
        try await recovery.run(afterCrash: previousEnd.isCrash)
        previousEnd.forget()
    }

    /// Sends a batch, and then those that wait for its slot.
    private func send(_ batch: DeliveryBatch, at dispatcher: DeliveryDispatcher, in group: inout DiscardingTaskGroup) {
        guard let sink = sinks[batch.hook.kind] else { preconditionFailure("claimed for a kind without a sink") }
        let sender = DeliverySender(
            sink: sink, schedule: configuration.schedule, store: store, clock: clock, spans: spans)
        group.addTask(executorPreference: sink.nextExecutor()) {
            var next: DeliveryBatch? = batch
            while let batch = next { next = dispatcher.finish(await sender.send(batch)) }
        }
    }

    /// Does something until it succeeds, or the loop is to stop.
    ///
    /// The store may be full or unreachable; nothing is lost, since what is due stays in it.
    private func keepTrying(at dispatcher: DeliveryDispatcher, _ body: () async throws -> Void) async {
        var backoff = Backoff()
        while !dispatcher.isStopping {
            do {
                return try await body()
            } catch {
                let pause = backoff.fail()
                log.note(error, pause: pause)
                let end = clock.steady.now.advanced(by: pause)
                while clock.steady.now < end, !dispatcher.isStopping {
                    await dispatcher.wakeSignal.wait(until: end, on: clock.steady)
                }
            }
        }
    }
}

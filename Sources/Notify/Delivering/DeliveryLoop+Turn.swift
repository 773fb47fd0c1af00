import Recurrence
import Storage

extension DeliveryLoop {
    /// Records what has landed and claims what is due and has room, in one transaction.
    func turn(_ state: inout DeliveryState, at dispatcher: DeliveryDispatcher) async throws -> DeliveryTurn {
        await dispatcher.gather(atMost: configuration.gatheringTime, on: clock.steady)
        state.collect(dispatcher.takeLandings())
        if state.takeStepBack(of: clock) {
            let now = clock.now
            try await store.write { try $0.shortenWaits(begunAfter: now) }
        }
        let planner = DeliveryPlanner(
            paces: sinks.mapValues(\.pace),
            inFlight: state.inFlight,
            buckets: state.buckets,
            waiting: dispatcher.waitingHooks,
            now: clock.now,
            steady: clock.steady.now
        )
        if state.unrecorded.isEmpty {
            let plan = try await store.readFirst { try planner.plan(in: $0) }
            dispatcher.withdraw(plan.stale)
            if plan.isEmpty {
                return .idle(
                    until: plan.wakeAt, atMost: min(plan.tokenWait ?? Self.maxWait, Self.maxWait))
            }
        }
        let report = try await write(state.unrecorded, planner, now: planner.now)
        tellRecorded(&state, report)
        dispatcher.withdraw(report.stale)
        return .sent(batches(of: report.claimed, planner, in: &state))
    }

    /// How long it waits at most, so that a clock that was set back is noticed.
    private static var maxWait: Swift.Duration { .seconds(5) }

    /// Lets what is on its way finish within bounds, breaks off the rest, and leaves no claim behind.
    func drain(_ state: inout DeliveryState, at dispatcher: DeliveryDispatcher, group: DiscardingTaskGroup) async {
        let deadline = clock.steady.now.advanced(by: configuration.drainTime)
        state.collect(dispatcher.takeLandings())
        while !state.inFlight.isEmpty, clock.steady.now < deadline {
            await settle(&state)
            await dispatcher.wakeSignal.wait(until: deadline, on: clock.steady)
            state.collect(dispatcher.takeLandings())
        }
        group.cancelAll()
        while !state.inFlight.isEmpty {
            await dispatcher.wakeSignal.wait()
            state.collect(dispatcher.takeLandings())
        }
        await settle(&state)
        log.tellUnrecorded(state.unrecorded)
    }

    /// Records what has landed; what cannot be recorded is kept.
    private func settle(_ state: inout DeliveryState) async {
        guard !state.unrecorded.isEmpty else { return }
        do {
            let report = try await write(state.unrecorded, nil, now: clock.now)
            tellRecorded(&state, report)
        } catch {
            log.tell(error)
        }
    }

    private func tellRecorded(_ state: inout DeliveryState, _ report: DeliveryTransaction.Report) {
        log.tell(state.unrecorded, disabled: report.disabled)
        metrics.count(state.unrecorded)
        state.unrecorded = []
    }

    private func write(
        _ batchResults: [BatchResult],
        _ planner: DeliveryPlanner?,
        now: UTCInstant
    ) async throws -> DeliveryTransaction.Report {
        let leaseEnd = now.advanced(by: configuration.lease)
        let work = DeliveryTransaction(
            batchResults: batchResults, owner: store.claimOwner, planner: planner, now: now, leaseEnd: leaseEnd)
        return try await store.writeFirst { try work.run(in: $0) }
    }

    private func batches(
        of claimed: [DeliveryBatch],
        _ planner: DeliveryPlanner,
        in state: inout DeliveryState
    ) -> [DeliveryBatch] {
        var batches: [DeliveryBatch] = []
        for claim in claimed {
            var left = state.inFlight.fresh(claim.claims)[...]
            if var bucket = planner.bucket(for: claim.hook) {
                bucket.take(left.count, at: planner.steady)
                state.buckets[claim.hook.id] = bucket
            }
            let size = sinks[claim.hook.kind]?.pace.batchSize ?? 1
            while !left.isEmpty {
                var batch = claim
                batch.claims = Array(left.prefix(size))
                state.inFlight.begin(batch)
                batches.append(batch)
                left = left.dropFirst(size)
            }
        }
        return batches
    }
}

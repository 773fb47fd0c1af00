import Recurrence
import Storage

extension DeliveryLoop {
    /// Records what has landed and claims what is due and has room, in one transaction.
    func turn(_ state: inout DeliveryState, at desk: DeliveryDesk) async throws -> DeliveryTurn {
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
        log.tell(state.unrecorded)
        state.unrecorded = []
        return .sent(batches(of: claimed, in: &state.flights))
    }

    /// Lets what is on its way finish within bounds, breaks off the rest, and leaves no claim behind.
    func comeToRest(_ state: inout DeliveryState, at desk: DeliveryDesk, group: DiscardingTaskGroup) async {
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
        log.tellUnrecorded(state.unrecorded)
    }

    /// Records what has landed; what cannot be recorded is kept.
    private func settle(_ state: inout DeliveryState) async {
        guard !state.unrecorded.isEmpty else { return }
        do {
            _ = try await write(state.unrecorded, [], now: clock.now)
            log.tell(state.unrecorded)
            state.unrecorded = []
        } catch {
            log.tell(error)
        }
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
}

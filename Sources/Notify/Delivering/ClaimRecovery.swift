public import Basics
public import CoreMetrics
public import Logging
import Recurrence
public import Storage

/// Releases the claims of owners that are gone, and sets aside what they are likely to have died of.
struct ClaimRecovery<Time: UTCClock>: Sendable {
    let store: any Store
    let clock: Time
    let log: DeliveryLog
    let metrics: DeliveryMetrics

    /// Releases what it finds.
    ///
    /// - Parameter isCrash: Whether it is known that they ended by a fault of their own.
    /// - Throws: ``StoreError``.
    func run(afterCrash isCrash: Bool) async throws {
        let owner = store.claimOwner
        let (claims, inquest) = try await store.write { [now = clock.now] transaction in
            try DeliveryTransaction.recover(by: owner, afterCrash: isCrash, at: now, in: transaction)
        }
        log.note(claims, afterCrash: isCrash)
        log.noteSetAside(inquest.batchResults, disabled: inquest.disabled)
        metrics.count(inquest.batchResults)
    }
}

/// Releases the claims of nodes that have gone, as often as the store tells that some have, so that others send what those
/// were sending.
///
/// One node of a store runs it. Where a single process has the store open, nobody goes while it is there.
public struct AbandonedClaimLoop<Time: UTCClock>: Sendable {

    private let recovery: ClaimRecovery<Time>

    /// Makes a loop over a store.
    ///
    /// - Parameters:
    ///   - store: Where the claims are.
    ///   - clock: Decides when what they claimed is due again.
    ///   - logger: Where those that are gone are told of, and trouble with the store.
    ///   - metrics: Where deliveries are counted that are set aside; nowhere unless given.
    public init(
        store: any Store, clock: Time, logger: Logger, metrics: any MetricsFactory = NOOPMetricsHandler.instance
    ) {
        recovery = ClaimRecovery(
            store: store, clock: clock, log: DeliveryLog(logger: logger), metrics: DeliveryMetrics(factory: metrics))
    }

    /// Runs until its task is cancelled.
    public func run() async {
        let wakeSignal = WakeSignal()
        recovery.store.changes.subscribe(wakeSignal, to: .owners)
        defer { recovery.store.changes.unsubscribe(wakeSignal) }
        var backoff = Backoff()
        while !Task.isCancelled {
            await wakeSignal.wait()
            if Task.isCancelled { return }
            do {
                try await recovery.run(afterCrash: false)
                backoff.succeed()
            } catch {
                let pause = backoff.fail()
                recovery.log.note(error, pause: pause)
                try? await recovery.clock.steady.wait(for: pause)
                wakeSignal.signal()
            }
        }
    }
}

import Logging
import Storage

/// Logs what happens to the delivery loop.
struct DeliveryLog: Sendable {
    var logger: Logger

    func note(_ batchResults: [BatchResult], disabled: [HookID]) {
        for batchResult in batchResults {
            for result in batchResult.results { note(result, batchResult.batch.hook) }
        }
        for hook in disabled { logger.warning("a hook was disabled", metadata: ["hook.id": "\(hook)"]) }
    }

    func note(_ claims: AbandonedClaims, afterCrash isCrash: Bool) {
        guard claims.count > 0 else { return }
        logger.notice(
            "claims of a daemon that crashed or was killed were released",
            metadata: [
                "claims": "\(claims.count)", "suspects": "\(claims.suspectCount)", "crash": "\(isCrash)",
            ]
        )
    }

    func noteSetAside(_ batchResults: [BatchResult], disabled: [HookID]) {
        for batchResult in batchResults {
            for result in batchResult.results {
                logger.error(
                    "a delivery that may have crashed the daemon was set aside",
                    metadata: metadata(result, batchResult.batch.hook))
            }
        }
        for hook in disabled { logger.warning("a hook was disabled", metadata: ["hook.id": "\(hook)"]) }
    }

    func note(_ error: any Error, pause: Swift.Duration? = nil) {
        var metadata: Logger.Metadata = ["error": "\(error)"]
        if let pause { metadata["again.in"] = "\(pause)" }
        logger.error("the delivery loop cannot use the store", metadata: metadata)
    }

    func noteUnrecorded() {
        logger.error(
            """
            the results of deliveries could not be recorded; those deliveries will be sent again after the next \
            start
            """)
    }

    private func note(_ result: DeliveryResult, _ hook: Hook) {
        switch result.verdict {
        case .delivered: logger.debug("delivered", metadata: metadata(result, hook))
        case .retry: logger.info("an attempt failed", metadata: metadata(result, hook))
        case .failed: logger.warning("a delivery failed for good", metadata: metadata(result, hook))
        case .expired: logger.info("a delivery expired", metadata: metadata(result, hook))
        }
    }

    private func metadata(_ result: DeliveryResult, _ hook: Hook) -> Logger.Metadata {
        var metadata: Logger.Metadata = [
            "hook.id": "\(hook.id)", "sink": "\(hook.kind.rawValue)", "delivery.id": "\(result.delivery)",
        ]
        if let attempt = result.attempt {
            metadata["attempt"] = "\(attempt.number)"
            metadata["outcome"] = "\(attempt.outcome)"
            if let detail = attempt.detail { metadata["detail"] = "\(detail)" }
        }
        return metadata
    }
}

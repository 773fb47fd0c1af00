package import Recurrence

extension DeliveryBody {
    package static let (openCode, wholeEventCode, keptCode) = (0, 1, 2)

    /// What the column `body_kind` holds.
    package var code: Int {
        switch self {
        case .open: Self.openCode
        case .wholeEvent: Self.wholeEventCode
        case .kept: Self.keptCode
        }
    }
}

extension DeliveryResult.Verdict {
    /// The state that it leaves a delivery in, and when the next attempt is due.
    package var standing: (state: Delivery.State, next: UTCInstant?) {
        switch self {
        case .delivered: (.delivered, nil)
        case .retry(let instant): (.pending, instant)
        case .failed: (.failed, nil)
        case .expired: (.expired, nil)
        }
    }
}

extension EventSubject {
    /// What the deliveries of a task have in common: bits of its id.
    ///
    /// Two tasks with the same only wait for each other.
    package var lane: Int64 { Int64(bitPattern: task.uuid.low) }
}

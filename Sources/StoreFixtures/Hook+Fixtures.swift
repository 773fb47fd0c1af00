package import Recurrence
package import Storage

extension Hook {
    /// An enabled webhook made at noon that wants every event, and what `change` makes of it.
    package static func webhook(_ number: Int, change: (inout Hook) -> Void = { _ in }) -> Hook {
        var hook = Hook(id: .numbered(number), kind: .webhook, url: "https://example.com/\(number)", now: .noon)
        change(&hook)
        return hook
    }
}

extension EventDraft {
    /// A draft whose id and data tell its number.
    package static func fixture(
        _ number: Int,
        type: EventType = .taskCreated,
        at timestamp: UTCInstant = .noon,
        about subject: EventSubject? = nil
    ) -> EventDraft {
        EventDraft(
            id: EventID(TaskID.numbered(number).uuid),
            type: type,
            timestamp: timestamp,
            data: Array("{\"number\":\(number)}".utf8),
            subject: subject
        )
    }
}

extension DeliveryAttempt {
    /// A try that took 12 milliseconds, begun at noon.
    package static func fixture(_ number: Int, outcome: String = "status", statusCode: Int? = 500) -> DeliveryAttempt {
        DeliveryAttempt(
            number: number,
            startedAt: .noon,
            durationMilliseconds: 12,
            outcome: outcome,
            statusCode: statusCode
        )
    }
}

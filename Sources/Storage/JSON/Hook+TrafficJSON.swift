package import Basics
package import Recurrence

extension Hook {
    /// Writes how its deliveries follow each other, which tasks it wants, and what its requests carry; of a secret
    /// header only that there is one.
    func writeTraffic(to json: inout JSONWriter, _ detail: Detail) {
        json.field("tags", filter.tags)
        json.field("priorities", filter.priorities.map(\.rawValue))
        json.field("ordering", traffic.ordering.rawValue)
        json.field("rateLimit") { json in
            if let limit = traffic.rateLimit { limit.write(to: &json) } else { json.null() }
        }
        json.field("concurrency", traffic.concurrency)
        json.field("retrySchedule") { json in
            if let waits = traffic.retryWaits { json.array(waits) { $0.string($1.isoText) } } else { json.null() }
        }
        json.field("expires", traffic.expiry?.isoText)
        guard kind == .webhook else { return }
        json.field("headers") { json in json.array(headers) { $1.write(to: &$0, detail) } }
    }
}

extension Hook.RateLimit {
    func write(to json: inout JSONWriter) {
        json.object { json in
            json.field("perSecond", perSecond)
            json.field("burst", burst)
        }
    }
}

extension HookHeader {
    func write(to json: inout JSONWriter, _ detail: Hook.Detail) {
        json.object { json in
            json.field("name", name)
            if detail == .whole, case .plain(let text) = value { json.field("value", text) }
            json.field("secret", isSecret)
        }
    }
}

extension HookHealth {
    /// Writes the health as clients see it into an object that may hold more.
    package func write(fieldsTo json: inout JSONWriter, at now: UTCInstant, backlog: HookBacklog) {
        json.field("circuit", circuit(at: now).rawValue)
        json.field("consecutiveFailures", consecutiveFailures)
        json.field("failingSince", failingSince)
        json.field("lastFailureAt", lastFailureAt)
        json.field("lastSuccessAt", lastSuccessAt)
        json.field("resumesAt", resumesAt.flatMap { $0 > now ? $0 : nil })
        json.field("waiting", backlog.count)
        json.field("waitingSince", backlog.oldest)
    }
}

extension Swift.Duration {
    /// The whole seconds as ISO 8601 text, such as `PT5M`.
    fileprivate var isoText: String { CalendarDuration(seconds: Int(components.seconds)).description }
}

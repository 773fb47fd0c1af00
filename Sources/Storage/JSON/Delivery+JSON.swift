package import Basics
package import Recurrence

extension Delivery {
    /// Writes the delivery as clients see it; what its receiver said is no part of an outline, since it may repeat what
    /// it was sent.
    package func write(to json: inout JSONWriter, _ detail: Hook.Detail = .outline) {
        json.object { json in
            json.field("id", id.description)
            json.field("hookId", hook.description)
            json.field("eventId", eventID.description)
            json.field("eventSeq", eventSequence)
            json.field("eventType", eventType.rawValue)
            json.field("state", state.rawValue)
            json.field("nextAttemptAt", nextAttemptAt)
            json.field("attempts") { json in json.array(attempts) { $1.write(to: &$0, detail) } }
        }
    }
}

extension DeliveryAttempt {
    /// Writes the attempt as clients see it.
    package func write(to json: inout JSONWriter, _ outline: Hook.Detail = .outline) {
        json.object { json in
            json.field("number", number)
            json.field("startedAt", startedAt)
            json.field("durationMs", durationMilliseconds)
            json.field("outcome", outcome)
            json.field("statusCode", statusCode)
            json.field("detail", detail)
            if outline == .whole { json.field("responseExcerpt", responseExcerpt) }
            json.field("address", address)
            json.field("phasesMs") { json in
                json.object { json in
                    json.field("dns", phases.lookUp)
                    json.field("connect", phases.connection)
                    json.field("firstByte", phases.firstByte)
                    json.field("total", durationMilliseconds)
                }
            }
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

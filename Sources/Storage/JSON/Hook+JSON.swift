extension Hook {
    /// Writes the hook as clients see it; its secrets are never among it.
    package func write(to json: inout JSONWriter) {
        json.object { write(fieldsTo: &$0) }
    }

    /// Writes the hook's fields into an object that may hold more.
    package func write(fieldsTo json: inout JSONWriter) {
        json.field("id", id.description)
        json.field("version", version)
        json.field("kind", kind.rawValue)
        json.field("url", url)
        writeShape(to: &json)
        json.field("events", events.map(\.description))
        writeTraffic(to: &json)
        json.field("enabled", isEnabled)
        json.field("disabledReason", disabledReason)
        json.field("createdAt", createdAt)
        json.field("updatedAt", updatedAt)
    }
}

extension Delivery {
    package func write(to json: inout JSONWriter) {
        json.object { json in
            json.field("id", id.description)
            json.field("hookId", hook.description)
            json.field("eventId", eventID.description)
            json.field("eventSeq", eventSequence)
            json.field("eventType", eventType.rawValue)
            json.field("state", state.rawValue)
            json.field("nextAttemptAt", nextAttemptAt)
            json.field("attempts") { json in json.array(attempts) { $1.write(to: &$0) } }
        }
    }
}

extension DeliveryAttempt {
    package func write(to json: inout JSONWriter) {
        json.object { json in
            json.field("number", number)
            json.field("startedAt", startedAt)
            json.field("durationMs", durationMilliseconds)
            json.field("outcome", outcome)
            json.field("statusCode", statusCode)
            json.field("detail", detail)
            json.field("responseExcerpt", responseExcerpt)
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

package import Basics

extension Hook {
    /// How much of a hook is shown.
    package enum Detail: Sendable {
        /// What everybody may see who may read: of a URL its origin, of a header its name, of a command its program.
        case outline
        /// What those may see who may change it; sealed secrets are not among it either.
        case whole
    }

    /// Writes the hook as clients see it; its secrets are never among it.
    package func write(to json: inout JSONWriter, _ detail: Detail = .outline) {
        json.object { write(fieldsTo: &$0, detail) }
    }

    /// Writes the hook's fields into an object that may hold more.
    package func write(fieldsTo json: inout JSONWriter, _ detail: Detail = .outline) {
        json.field("id", id.description)
        json.field("version", version)
        json.field("kind", kind.rawValue)
        json.field("url", detail == .whole ? url : url.map(Self.outline(ofURL:)))
        writeShape(to: &json, detail)
        json.field("events", events.map(\.description))
        writeTraffic(to: &json, detail)
        json.field("enabled", isEnabled)
        json.field("disabledReason", disabledReason)
        json.field("createdAt", createdAt)
        json.field("updatedAt", updatedAt)
    }

    /// The origin of a URL, without what may be secret in it: user name and password, path, query.
    package static func outline(ofURL url: String) -> String {
        guard let separator = url.firstRange(of: "://") else { return "…" }
        let rest = url[separator.upperBound...]
        let authority = rest.prefix { $0 != "/" && $0 != "?" && $0 != "#" }
        let tail = rest[authority.endIndex...]
        let host = authority.lastIndex(of: "@").map { authority[authority.index(after: $0)...] } ?? authority
        return url[..<separator.upperBound] + host + (tail.isEmpty || tail == "/" ? "/" : "/…")
    }
}

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
